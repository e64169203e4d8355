/** Cuts from map pictures for the cards. A map is large: it is read once, and the cuts are drawn one at a time while
 *  the page is idle. */

import type { Box } from "../table/geometry";
import { HexField } from "../table/geometry";
import type { GameData } from "../lib/types";
import { remembered } from "./remembered";

interface Picture {
  image: HTMLImageElement; box: Box;
  /** The whole map, small; cuts that need no more detail are copied from it. */
  small: HTMLCanvasElement | null;
}

const SMALL = 2048;

const PAPER = "#e9e2cb";
const VEIL = "rgb(70, 62, 44)";
const RIM = "rgb(64, 40, 8)";
const VEILED = 0.5;

const idle = (): Promise<void> =>
  new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: 1500 });
    else setTimeout(done, 60);
  });

const decoded = remembered(async (svg: string): Promise<Picture> => {
  const numbers = /viewBox="([^"]+)"/.exec(svg)![1]!.split(/[\s,]+/).map(Number);
  const [x, y, width, height] = numbers as [number, number, number, number];
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  return { image, box: { x, y, width, height }, small: null };
});

// Scenarios of a game mostly share one map: the same text is decoded only once.
const picture = remembered(async (url: string): Promise<Picture> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`map: HTTP ${answer.status}`);
  const svg = await answer.text();
  await idle();
  return decoded(svg);
});

let queue: Promise<unknown> = Promise.resolve();

function inTurn(work: () => void): Promise<void> {
  const mine = queue.then(idle).then(work);
  queue = mine.catch(() => undefined);
  return mine;
}

/** The bounds in the shape of the card: widened by what lies around them, but never beyond the map. */
export function framed([x0, y0, x1, y1]: [number, number, number, number], aspect: number, map: Box): Box {
  const [w, h] = [x1 - x0, y1 - y0];
  const width = Math.min(Math.max(w, h * aspect), map.width, map.height * aspect);
  const height = width / aspect;
  const held = (at: number, size: number, low: number, span: number): number =>
    Math.min(Math.max(at, low), low + span - size);
  return {
    x: held((x0 + x1 - width) / 2, width, map.x, map.width),
    y: held((y0 + y1 - height) / 2, height, map.y, map.height),
    width,
    height,
  };
}

function small(picture: Picture): HTMLCanvasElement {
  if (picture.small) return picture.small;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SMALL, (SMALL * picture.box.height) / picture.box.width];
  canvas.getContext("2d")!.drawImage(picture.image, 0, 0, canvas.width, canvas.height);
  return (picture.small = canvas);
}

/** Draws a part of a map; answers with the box of the map that was drawn. */
export async function cut(
  canvas: HTMLCanvasElement, url: string, bounds: [number, number, number, number],
): Promise<Box> {
  const found = await picture(url);
  const { box } = found;
  const part = framed(bounds, canvas.width / canvas.height, box);
  const k = canvas.width / part.width;
  await inTurn(() => {
    const context = canvas.getContext("2d")!;
    context.fillStyle = PAPER;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    const source = box.width * k <= SMALL ? small(found) : found.image;
    context.drawImage(source, (box.x - part.x) * k, (box.y - part.y) * k, box.width * k, box.height * k);
  });
  return part;
}

/** Draws the area of a scenario: what lies around it is veiled, and the places it is about are named. */
export async function drawArea(canvas: HTMLCanvasElement, url: string, data: GameData, scenario: string): Promise<void> {
  const { bounds, area, objectives } = data.scenarios[scenario]!;
  const part = await cut(canvas, url, bounds);
  const field = new HexField(data.grid);
  const k = canvas.width / part.width;
  const veil = document.createElement("canvas");
  [veil.width, veil.height] = [canvas.width, canvas.height];
  const context = veil.getContext("2d")!;
  context.fillStyle = VEIL;
  context.fillRect(0, 0, veil.width, veil.height);
  context.setTransform(k, 0, 0, k, -part.x * k, -part.y * k);
  // Every hex is outlined, then all of them are cut out: what is left of the lines is the rim of the area.
  const hexes = new Path2D(field.shapes(area, -1));
  context.strokeStyle = RIM;
  context.lineWidth = 6 / k;
  context.stroke(hexes);
  context.globalCompositeOperation = "destination-out";
  context.fill(hexes);
  const target = canvas.getContext("2d")!;
  target.globalAlpha = VEILED;
  target.drawImage(veil, 0, 0);
  target.globalAlpha = 1;
  const most = Math.max(...objectives.map((o) => o.points));
  for (const { hex, name } of objectives.filter((o) => o.points === most)) {
    const [x, y] = field.centre(hex);
    label(target, name, (x - part.x) * k, (y - part.y) * k);
  }
}

function label(context: CanvasRenderingContext2D, name: string, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, 7, 0, 2 * Math.PI);
  context.fillStyle = "#e3a82b";
  context.strokeStyle = "#2a2110";
  context.lineWidth = 3;
  context.fill();
  context.stroke();
  context.font = `700 22px ${getComputedStyle(document.body).fontFamily}`;
  context.lineWidth = 6;
  context.lineJoin = "round";
  context.strokeStyle = "#f4eedbe6";
  const left = x + 14 + context.measureText(name).width < context.canvas.width;
  context.textAlign = left ? "left" : "right";
  context.textBaseline = "middle";
  context.strokeText(name, x + (left ? 13 : -13), y);
  context.fillStyle = "#221c10";
  context.fillText(name, x + (left ? 13 : -13), y);
}
