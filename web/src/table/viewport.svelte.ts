/** The part of the map that is in view. While it moves, what is drawn is only shifted and scaled; when it comes to
 *  rest everything is drawn again for the new scale. */

import type { Box } from "./geometry";

const REST_MS = 140;
const HELD_MS = 700;
const LARGEST = 3;
const MARGIN = 120;
/** Pixels beyond the map that are shown when a hex is brought into view: what lies over the edges is not wider. */
const SPARE = 220;

export class Viewport {
  /** Map units at the left and upper edge, pixels a map unit. */
  x = $state(0);
  y = $state(0);
  scale = $state(1);
  width = $state(0);
  height = $state(0);
  /** The scale that everything is drawn for. */
  drawn = $state(1);
  moving = $state(false);

  box: Box;
  /** The part that is shown when the whole is asked for: the playing area. */
  home: Box;
  /** A hand holds the map: a short pause is no rest. */
  #held = false;
  /** The whole is shown: it stays so when the window changes. */
  #whole = false;
  #rest = 0;
  #glide = 0;

  constructor(box: Box) {
    this.box = box;
    this.home = box;
  }

  get smallest(): number {
    return Math.min(this.width / (this.box.width + MARGIN), this.height / (this.box.height + MARGIN), 1);
  }

  resize(width: number, height: number): void {
    const [cx, cy] = [this.x + this.width / 2 / this.scale, this.y + this.height / 2 / this.scale];
    const first = !this.width;
    this.width = width;
    this.height = height;
    if (this.#whole) this.fit();
    else if (!first) this.#place(cx - width / 2 / this.scale, cy - height / 2 / this.scale);
  }

  /** Moves the map by pixels. */
  pan(dx: number, dy: number): void {
    cancelAnimationFrame(this.#glide);
    this.#whole = false;
    this.#place(this.x - dx / this.scale, this.y - dy / this.scale);
  }

  /** Scales about a point of the screen. */
  zoom(factor: number, px = this.width / 2, py = this.height / 2): void {
    cancelAnimationFrame(this.#glide);
    this.#whole = false;
    const scale = Math.min(LARGEST, Math.max(this.smallest, this.scale * factor));
    const [x, y] = [this.x + px / this.scale, this.y + py / this.scale];
    this.scale = scale;
    this.#place(x - px / scale, y - py / scale);
  }

  /** Shows a box of the map whole. */
  fit(box: Box = this.home, pad = 40): void {
    this.#whole = box === this.home;
    const scale = Math.min((this.width - pad) / box.width, (this.height - pad) / box.height, 1.4);
    this.scale = Math.max(this.smallest, scale);
    this.#place(
      box.x + box.width / 2 - this.width / 2 / this.scale,
      box.y + box.height / 2 - this.height / 2 / this.scale,
    );
  }

  /** Shows a point in the middle at a scale. */
  look(x: number, y: number, scale: number): void {
    this.#whole = false;
    this.scale = scale;
    this.#place(x - this.width / 2 / scale, y - this.height / 2 / scale);
  }

  /** Brings a point of the map to the middle, gliding there. */
  centre(x: number, y: number): void {
    this.#to(x - this.width / 2 / this.scale, y - this.height / 2 / this.scale);
  }

  /** Moves just enough for a point to be well inside; where the whole is in view nothing needs to move. */
  reveal(x: number, y: number, pad = 90): void {
    if (this.complete) return;
    const [px, py] = [(x - this.x) * this.scale, (y - this.y) * this.scale];
    if (px < pad || py < pad || px > this.width - pad || py > this.height - pad) this.centre(x, y);
  }

  /** Whether all of the playing area is in view. */
  get complete(): boolean {
    const { x, y, width, height } = this.home;
    return this.x <= x && this.y <= y && this.x + this.width / this.scale >= x + width && this.y + this.height / this.scale >= y + height;
  }

  /** Whether a point of the map is in view. */
  shows(x: number, y: number): boolean {
    const [px, py] = this.screen(x, y);
    return px > 0 && py > 0 && px < this.width && py < this.height;
  }

  point(px: number, py: number): [number, number] {
    return [this.x + px / this.scale, this.y + py / this.scale];
  }

  screen(x: number, y: number): [number, number] {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  #to(left: number, top: number): void {
    cancelAnimationFrame(this.#glide);
    this.#whole = false;
    const { box, scale } = this;
    const x = filled(left, box.x, box.width, this.width / scale, SPARE / scale);
    const y = filled(top, box.y, box.height, this.height / scale, SPARE / scale);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#place(x, y);
    const [x0, y0, start] = [this.x, this.y, performance.now()];
    const step = (now: number): void => {
      const part = Math.min(1, (now - start) / 260);
      const eased = 1 - (1 - part) ** 3;
      this.#place(x0 + (x - x0) * eased, y0 + (y - y0) * eased);
      if (part < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }

  /** The middle of the view stays on the map: every hex can be brought out from under what lies over the edges. */
  #place(x: number, y: number): void {
    const { box, scale } = this;
    const [right, down] = [this.width / 2 / scale, this.height / 2 / scale];
    this.x = held(x, box.x - right, box.x + box.width - right);
    this.y = held(y, box.y - down, box.y + box.height - down);
    this.moving = true;
    this.#wait();
  }

  /** A hand takes hold of the map or lets go of it. */
  hold(held: boolean): void {
    this.#held = held;
    if (this.moving) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => this.settle(), this.#held ? HELD_MS : REST_MS);
  }

  /** Comes to rest on whole pixels, drawn for the scale it has now. */
  settle(): void {
    const whole = this.scale * devicePixelRatio;
    this.x = this.box.x + Math.round((this.x - this.box.x) * whole) / whole;
    this.y = this.box.y + Math.round((this.y - this.box.y) * whole) / whole;
    this.drawn = this.scale;
    this.moving = false;
  }
}

const held = (at: number, low: number, high: number): number => Math.min(Math.max(at, low), high);

/** A position that shows little beyond the map; a map smaller than the view is in the middle. */
const filled = (at: number, low: number, size: number, span: number, spare: number): number =>
  size + 2 * spare < span ? low + (size - span) / 2 : held(at, low - spare, low + size + spare - span);
