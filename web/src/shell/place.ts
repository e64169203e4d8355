/** Where a box goes beside the thing it speaks of. */

export interface Rect { left: number; top: number; width: number; height: number }
export interface Spot { left: number; top: number }

const GAP = 14;
const EDGE = 12;

/** Beside a small thing, in a lower corner of a large one, and never over the edge of the window. */
export function beside(thing: Rect, box: { width: number; height: number }, screen: { width: number; height: number }): Spot {
  const [right, bottom] = [thing.left + thing.width, thing.top + thing.height];
  const within = (at: number, size: number, span: number): number => Math.max(EDGE, Math.min(at, span - size - EDGE));
  if (thing.width > screen.width / 2 && thing.height > screen.height / 2)
    return { left: thing.left + 20, top: bottom - box.height - 20 };
  const top = within(thing.top + thing.height / 2 - box.height / 2, box.height, screen.height);
  const left = within(thing.left + thing.width / 2 - box.width / 2, box.width, screen.width);
  if (thing.left - GAP - box.width > EDGE) return { left: thing.left - GAP - box.width, top };
  if (right + GAP + box.width < screen.width - EDGE) return { left: right + GAP, top };
  if (bottom + GAP + box.height < screen.height - EDGE) return { left, top: bottom + GAP };
  return { left, top: within(thing.top - GAP - box.height, box.height, screen.height) };
}
