/** The map picture as one drawn layer. A coarse canvas of the whole map is always there; over it lie sharp tiles for
 *  the scale in view. Tiles are drawn one at a time and only at rest, so that moving the map costs nothing. */

import type { Box } from "./geometry";
import type { Viewport } from "./viewport.svelte";

const TILE = 512;
const COARSE = 2048;
const KEPT = 90;
const CHEAP_MS = 6;

interface Layer { root: HTMLDivElement; scale: number; tiles: Map<string, HTMLCanvasElement> }

export interface MapPicture { image: HTMLImageElement; box: Box }

const pictures = new Map<string, Promise<MapPicture>>();
const coarsely = new WeakMap<HTMLImageElement, HTMLCanvasElement>();

/** Loads a map picture once; its view box says which part of the map it shows. */
export function loadMap(url: string): Promise<MapPicture> {
  const found = pictures.get(url) ?? read(url);
  pictures.set(url, found);
  found.catch(() => pictures.delete(url));
  return found;
}

async function read(url: string): Promise<MapPicture> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`map: HTTP ${answer.status}`);
  const text = await answer.text();
  const [x = 0, y = 0, width = 0, height = 0] = /viewBox="([^"]+)"/.exec(text)?.[1]?.split(/[\s,]+/).map(Number) ?? [];
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  return { image, box: { x, y, width, height } };
}

/** The whole picture on a small canvas, drawn once. */
function coarse(image: HTMLImageElement, box: Box): HTMLCanvasElement {
  const found = coarsely.get(image) ?? document.createElement("canvas");
  if (coarsely.has(image)) return found;
  found.width = COARSE;
  found.height = Math.round((COARSE * box.height) / box.width);
  found.getContext("2d")!.drawImage(image, 0, 0, COARSE, found.height);
  found.className = "coarse";
  coarsely.set(image, found);
  return found;
}

export class MapPainter {
  /** The whole map, coarse; the small map is made from it. */
  readonly coarse: HTMLCanvasElement;
  #image: HTMLImageElement;
  #box: Box;
  #origin: Box;
  #root: HTMLElement;
  #layers: Layer[] = [];
  #cost = Infinity;
  #timer = 0;

  /** `origin` is the box whose corner is the corner of the root element. */
  constructor(image: HTMLImageElement, box: Box, origin: Box, root: HTMLElement) {
    this.#image = image;
    this.#box = box;
    this.#origin = origin;
    this.#root = root;
    this.coarse = coarse(image, box);
    root.append(this.coarse);
  }

  /** Fits everything to the scale the stage is drawn for and sharpens what is in view. */
  update(view: Viewport): void {
    const scale = view.drawn;
    const { style } = this.coarse;
    style.left = `${(this.#box.x - this.#origin.x) * scale}px`;
    style.top = `${(this.#box.y - this.#origin.y) * scale}px`;
    style.width = `${this.#box.width * scale}px`;
    style.height = `${this.#box.height * scale}px`;
    if (this.#layers.at(-1)?.scale !== scale) this.#add(scale);
    for (const layer of this.#layers) layer.root.style.transform = `scale(${scale / layer.scale})`;
    clearTimeout(this.#timer);
    if (view.moving && this.#cost > CHEAP_MS) return;
    this.#timer = window.setTimeout(() => this.#sharpen(view), 0);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    for (const layer of this.#layers.splice(0)) release(layer);
    this.#root.replaceChildren();
  }

  #add(scale: number): void {
    const root = document.createElement("div");
    root.className = "tiles";
    this.#root.append(root);
    this.#layers.push({ root, scale, tiles: new Map() });
    while (this.#layers.length > 3) release(this.#layers.shift()!);
  }

  /** Draws the missing tile nearest to the middle of the view, then comes again for the next. */
  #sharpen(view: Viewport): void {
    const layer = this.#layers.at(-1)!;
    const next = this.#missing(view, layer);
    if (!next) {
      while (this.#layers.length > 1) release(this.#layers.shift()!);
      return;
    }
    const start = performance.now();
    layer.tiles.set(next.join(), this.#draw(layer, ...next));
    this.#cost = performance.now() - start;
    this.#forget(layer, next);
    this.#timer = window.setTimeout(() => this.#sharpen(view), 0);
  }

  #missing(view: Viewport, layer: Layer): [number, number] | null {
    const side = TILE / devicePixelRatio / layer.scale;
    const left = (view.x - this.#origin.x) / side;
    const top = (view.y - this.#origin.y) / side;
    const [right, bottom] = [left + view.width / view.scale / side, top + view.height / view.scale / side];
    const shown = this.#span();
    let best: [number, number] | null = null;
    let least = Infinity;
    for (let i = Math.max(Math.floor(left), shown.left(side)); i < Math.min(right, shown.right(side)); i++)
      for (let j = Math.max(Math.floor(top), shown.top(side)); j < Math.min(bottom, shown.bottom(side)); j++) {
        if (layer.tiles.has(`${i},${j}`)) continue;
        const distance = (i + 0.5 - (left + right) / 2) ** 2 + (j + 0.5 - (top + bottom) / 2) ** 2;
        if (distance < least) [best, least] = [[i, j], distance];
      }
    return best;
  }

  /** The tiles that hold any of the picture, by the side of a tile in map units. */
  #span() {
    const { x, y, width, height } = this.#box;
    const [x0, y0] = [x - this.#origin.x, y - this.#origin.y];
    return {
      left: (side: number) => Math.floor(x0 / side),
      top: (side: number) => Math.floor(y0 / side),
      right: (side: number) => (x0 + width) / side,
      bottom: (side: number) => (y0 + height) / side,
    };
  }

  #draw(layer: Layer, i: number, j: number): HTMLCanvasElement {
    const ratio = devicePixelRatio;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = TILE;
    canvas.style.cssText = `left:${(i * TILE) / ratio}px;top:${(j * TILE) / ratio}px;width:${TILE / ratio}px;height:${TILE / ratio}px`;
    const k = layer.scale * ratio;
    // Opaque, so that nothing below has to be drawn while the map moves.
    const context = canvas.getContext("2d", { alpha: false })!;
    context.fillStyle = getComputedStyle(this.#root).getPropertyValue("--ground");
    context.fillRect(0, 0, TILE, TILE);
    context.translate((this.#box.x - this.#origin.x) * k - i * TILE, (this.#box.y - this.#origin.y) * k - j * TILE);
    context.drawImage(this.#image, 0, 0, this.#box.width * k, this.#box.height * k);
    layer.root.append(canvas);
    return canvas;
  }

  /** Gives up the tile farthest from the newest one when there are too many. */
  #forget(layer: Layer, [i, j]: [number, number]): void {
    if (layer.tiles.size <= KEPT) return;
    const far = (key: string): number => {
      const [a, b] = key.split(",").map(Number) as [number, number];
      return (a - i) ** 2 + (b - j) ** 2;
    };
    const key = [...layer.tiles.keys()].reduce((a, b) => (far(a) > far(b) ? a : b));
    free(layer.tiles.get(key)!);
    layer.tiles.delete(key);
  }
}

/** Gives the memory of a canvas back at once; a browser would keep it until it next looks for waste. */
function free(canvas: HTMLCanvasElement): void {
  canvas.width = canvas.height = 0;
  canvas.remove();
}

function release(layer: Layer): void {
  for (const canvas of layer.tiles.values()) free(canvas);
  layer.root.remove();
}
