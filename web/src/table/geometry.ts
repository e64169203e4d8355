/** Hexes in map units: where they are, what shape they have, which one a point lies in. */

import type { GameData } from "../lib/types";

export type Point = [number, number];
export interface Box { x: number; y: number; width: number; height: number }

export class HexField {
  readonly radius: number;
  readonly hexes: Record<string, Point>;
  readonly box: Box;
  #corners: Point[];
  /** From the middle of a hex to the middles of those around it. */
  #steps: Point[];
  #flat: boolean;
  #cells = new Map<string, string[]>();

  constructor(grid: GameData["grid"]) {
    this.radius = grid.radius;
    this.hexes = grid.hexes;
    this.#flat = grid.orientation === "flat";
    const turn = this.#flat ? 0 : 30;
    this.#corners = [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = ((60 * i + turn) * Math.PI) / 180;
      return [grid.radius * Math.cos(angle), grid.radius * Math.sin(angle)];
    });
    this.#steps = this.#corners.map(([x, y], i) => [x + this.#corners[(i + 1) % 6]![0], y + this.#corners[(i + 1) % 6]![1]]);
    const xs: number[] = [];
    const ys: number[] = [];
    for (const [name, [x, y]] of Object.entries(grid.hexes)) {
      const key = this.#cell(x, y);
      this.#cells.set(key, [...(this.#cells.get(key) ?? []), name]);
      xs.push(x);
      ys.push(y);
    }
    const [cx, cy] = [Math.max(...this.#corners.map((c) => c[0])), Math.max(...this.#corners.map((c) => c[1]))];
    const [left, top] = [Math.min(...xs) - cx, Math.min(...ys) - cy];
    this.box = { x: left, y: top, width: Math.max(...xs) + cx - left, height: Math.max(...ys) + cy - top };
  }

  centre(hex: string): Point {
    return this.hexes[hex] ?? [0, 0];
  }

  /** The hex that holds a point, or null outside the field. */
  at(x: number, y: number): string | null {
    let best: string | null = null;
    let least = this.radius ** 2;
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const name of this.#cells.get(this.#cell(x + dx * 100, y + dy * 100)) ?? []) {
          const [hx, hy] = this.hexes[name]!;
          const distance = (hx - x) ** 2 + (hy - y) ** 2;
          if (distance < least) [best, least] = [name, distance];
        }
    return best;
  }

  /** The name of a corner, the same for the three hexes that share it: corners lie on a lattice of half radii. */
  #corner([x, y]: Point): string {
    const [across, along] = this.#flat ? [x, y] : [y, x];
    return `${Math.round((2 * across) / this.radius)},${Math.round((2 * along) / (this.radius * Math.sqrt(3)))}`;
  }

  #cell(x: number, y: number): string {
    return `${Math.floor(x / 100)},${Math.floor(y / 100)}`;
  }

  /** The corners of a hex, drawn in a little. */
  ring(hex: string, inset = 0): Point[] {
    const [x, y] = this.centre(hex);
    const k = (this.radius - inset) / this.radius;
    return this.#corners.map(([dx, dy]) => [x + dx * k, y + dy * k]);
  }

  /** Path data of one hex. */
  shape(hex: string, inset = 0): string {
    return `M${this.ring(hex, inset).map(written).join("L")}z`;
  }

  /** Path data of many hexes. */
  shapes(hexes: Iterable<string>, inset = 0): string {
    return [...hexes].map((hex) => this.shape(hex, inset)).join("");
  }

  /** Path data of the line around a set of hexes. */
  rim(hexes: Iterable<string>): string {
    const edges = new Map<string, string>();
    for (const hex of hexes) {
      const ring = this.ring(hex);
      ring.forEach((a, i) => {
        const b = ring[(i + 1) % 6]!;
        const [from, to] = [this.#corner(a), this.#corner(b)];
        if (!edges.delete(`${to} ${from}`)) edges.set(`${from} ${to}`, `M${written(a)}L${written(b)}`);
      });
    }
    return [...edges.values()].join("");
  }

  /** The hexes around a hex. */
  near(hex: string): string[] {
    const [x, y] = this.centre(hex);
    return this.#steps.map(([dx, dy]) => this.at(x + dx, y + dy)).filter((found) => found !== null);
  }

  /** The two ends of the side that two neighbours share. */
  side(a: string, b: string): [Point, Point] {
    const [[ax, ay], [bx, by]] = [this.centre(a), this.centre(b)];
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const far = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(-(by - ay) / far) * (this.radius / 2), ((bx - ax) / far) * (this.radius / 2)];
    return [[mx - ux, my - uy], [mx + ux, my + uy]];
  }

  /** Path data of a side, drawn in a little at both ends. */
  edge(a: string, b: string, inset = 0): string {
    const [[x0, y0], [x1, y1]] = this.side(a, b);
    const k = inset / this.radius;
    return `M${written([x0 + (x1 - x0) * k, y0 + (y1 - y0) * k])}L${written([x1 - (x1 - x0) * k, y1 - (y1 - y0) * k])}`;
  }

  /** The hexes of a side by its name, "0116/0115", or null if it names none. */
  pair(name: string): [string, string] | null {
    const [a = "", b = ""] = name.split("/");
    return a in this.hexes && b in this.hexes ? [a, b] : null;
  }

  /** Path data of a way through the centres of hexes. */
  way(hexes: string[]): string {
    return hexes.length ? `M${hexes.map((hex) => written(this.centre(hex))).join("L")}` : "";
  }
}

const written = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
