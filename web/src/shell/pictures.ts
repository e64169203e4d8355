/** Map pictures for the cards. A map is large: it is read once, and parts of it are drawn strip by strip while the page
 *  is idle. An image in the page would need no drawing here, but would be drawn again with every scroll. */

import type { Box } from "../table/geometry";
import { remembered } from "./remembered";

export interface Picture { image: HTMLImageElement; box: Box }

const STRIP = 72;

const idle = (): Promise<void> =>
  new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: 1500 });
    else setTimeout(done, 60);
  });

/** Lets the page answer to what has come in meanwhile. */
const breath = (): Promise<void> => new Promise((done) => setTimeout(done));

const decoded = remembered(async (svg: string): Promise<Picture> => {
  const numbers = /viewBox="([^"]+)"/.exec(svg)![1]!.split(/[\s,]+/).map(Number);
  const [x, y, width, height] = numbers as [number, number, number, number];
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  return { image, box: { x, y, width, height } };
});

/** The map at an address. Scenarios of a game mostly share one map: the same text is decoded only once. */
export const picture = remembered(async (url: string): Promise<Picture> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`map: HTTP ${answer.status}`);
  const svg = await answer.text();
  await idle();
  return decoded(svg);
});

/** The bounds in the shape of the card: widened by what lies around them, but never beyond the map. */
export function framed([x0, y0, x1, y1]: [number, number, number, number], aspect: number, map: Box): Box {
  const width = Math.min(Math.max(x1 - x0, (y1 - y0) * aspect), map.width, map.height * aspect);
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

let queue: Promise<void> = Promise.resolve();

/** Draws a part of a map on a canvas of the same shape; pictures wait for each other. */
export function draw(canvas: HTMLCanvasElement, { image, box }: Picture, part: Box): Promise<void> {
  const mine = queue.then(async () => {
    const context = canvas.getContext("2d")!;
    const k = canvas.width / part.width;
    for (let top = 0; top < canvas.height; top += STRIP) {
      await breath();
      context.save();
      context.beginPath();
      context.rect(0, top, canvas.width, STRIP);
      context.clip();
      context.drawImage(image, (box.x - part.x) * k, (box.y - part.y) * k, box.width * k, box.height * k);
      context.restore();
    }
  });
  queue = mine.catch(() => undefined);
  return mine;
}
