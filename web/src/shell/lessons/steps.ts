/** What a guided first game is made of. Each step watches the table and knows when the player has done it. */

import type { Snapshot } from "../../lib/types";

export interface Lesson {
  game: string; scenario: string;
  /** The side that the player leads, and who leads the other. */
  side: string; enemy: string; commander: string;
  steps: Step[];
  /** What is said when all is done. */
  last: string;
}

export interface Watch {
  /** The table when the step began, and now. */
  before: Snapshot;
  now: Snapshot;
  /** The longest the record has been since the step began; it is shorter after an undo. */
  longest: number;
  /** The map was dragged or zoomed. */
  panned: boolean;
  /** A rule was opened and closed again. */
  read: boolean;
  /** An attack was being prepared when the record had this many entries. */
  declared: number | null;
}

export interface Step {
  id: string;
  title: string;
  text: (now: Snapshot) => string;
  /** Test ids of what the step is about; the first that is on the screen is pointed at. */
  anchors: (now: Snapshot) => string[];
  done: (watch: Watch) => boolean;
}

export const choices = (now: Snapshot, verb: string): string[] =>
  now.actions.filter((group) => group.verb === verb).flatMap((group) => group.choices ?? []);

/** The combat has begun, or is past for this player turn. */
export const fighting = (now: Snapshot): boolean => now.view.segment.endsWith("combat") || now.view.combat !== null;

export const shown = (testid: string): Element | null => document.querySelector(`[data-testid="${testid}"]`);

/** Where the units of the player's side stand. */
const positions = (now: Snapshot): Map<string, string> =>
  new Map(now.view.stacks.filter((s) => s.side === now.side).flatMap((s) => s.units.map((u) => [u.id, s.hex] as const)));

export function hasMoved({ before, now }: Watch): boolean {
  const then = positions(before);
  return [...positions(now)].some(([id, hex]) => then.has(id) && then.get(id) !== hex);
}

/** A unit that can be taken up and lies on top, so that a click on its counter takes just this one. */
export function movable(now: Snapshot): string[] {
  const able = new Set(choices(now, "select"));
  const tops = now.view.stacks.filter((s) => s.side === now.side && able.has(s.top));
  return tops.sort((a, b) => a.height - b.height).map((s) => `counter-${s.top}`);
}

/** A combat segment in which nothing can be attacked. */
export const idle = (now: Snapshot): boolean => now.decision?.name === "combat" && !choices(now, "attack").length;

/** Steps that every game has. */
export const PROMPT: Step = {
  id: "prompt",
  title: "What is expected",
  text: () => "This box always says who must decide, and what. The blue numbers are the rules behind it: click one to read it.",
  anchors: () => ["prompt"],
  done: ({ read }) => read,
};
export const UNDO: Step = {
  id: "undo",
  title: "Take it back",
  text: () => "Nothing is lost by trying. Press U or this button to take your last step back; only dice and what you have seen cannot be undone.",
  anchors: () => ["undo", "prompt"],
  done: ({ now, longest }) => now.entries < longest || fighting(now),
};
