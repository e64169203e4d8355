/** A commander's plan as it is listed and drawn. */

import type { PlanView, StackView } from "../lib/types";
import type { HexField, Point } from "./geometry";

export interface Objective { key: string; hex: string; script: string; name: string; count: number; formations: { name: string; units: string[] }[] }

/** The tasks of a plan by objective, the main effort first, then where most go. */
export function objectives(plan: PlanView): Objective[] {
  const found = new Map<string, Objective>();
  for (const { formation, units, script, hex, objective } of plan.tasks) {
    const key = `${hex} ${script}`;
    const entry = found.get(key) ?? { key, hex, script, name: objective, count: 0, formations: [] };
    found.set(key, { ...entry, count: entry.count + units.length, formations: [...entry.formations, { name: formation, units }] });
  }
  const main = (entry: Objective): number => Number(entry.hex === plan.main_effort.hex);
  return [...found.values()].sort((a, b) => main(b) - main(a) || b.count - a.count);
}

export interface Arrow { key: string; path: string; weight: number; main: boolean }
/** Where a formation shall stay. */
export interface Stand { key: string; hex: string; main: boolean }

const STAYS = 1.3;
const BEND = 0.16;
const GAP = 34;

/** Arrows from the middle of each formation to its objective, and rings around objectives where it stands already. */
export function drawn(plan: PlanView, stacks: StackView[], field: HexField): { arrows: Arrow[]; stands: Stand[] } {
  const places = new Map(stacks.flatMap((stack) => stack.units.map((unit) => [unit.id, field.centre(stack.hex)] as const)));
  const arrows: Arrow[] = [];
  const stands = new Map<string, Stand>();
  for (const task of plan.tasks) {
    const from = task.units.flatMap((id) => (places.has(id) ? [places.get(id)!] : []));
    if (!from.length || !field.hexes[task.hex]) continue;
    const mean = (axis: 0 | 1): number => from.reduce((sum, place) => sum + place[axis], 0) / from.length;
    const [a, b]: [Point, Point] = [[mean(0), mean(1)], field.centre(task.hex)];
    const main = task.hex === plan.main_effort.hex;
    const key = `${task.formation} ${task.script} ${task.hex}`;
    if (Math.hypot(b[0] - a[0], b[1] - a[1]) < STAYS * 100) stands.set(task.hex, { key: task.hex, hex: task.hex, main });
    else arrows.push({ key, path: bow(a, b), weight: Math.min(26, 9 + 2.4 * task.units.length), main });
  }
  return { arrows, stands: [...stands.values()] };
}

/** A bent line that ends a little before the middle of its goal. */
function bow([ax, ay]: Point, [bx, by]: Point): string {
  const far = Math.hypot(bx - ax, by - ay);
  const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
  const [mx, my] = [(ax + bx) / 2 - uy * far * BEND, (ay + by) / 2 + ux * far * BEND];
  const end = Math.hypot(bx - mx, by - my) || 1;
  const [ex, ey] = [bx - ((bx - mx) / end) * GAP, by - ((by - my) / end) * GAP];
  return `M${ax.toFixed(0)} ${ay.toFixed(0)}Q${mx.toFixed(0)} ${my.toFixed(0)} ${ex.toFixed(0)} ${ey.toFixed(0)}`;
}
