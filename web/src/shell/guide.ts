/** The ten steps of the guided first game. Each watches the table and knows when the player has done it. */

import type { Snapshot } from "../lib/types";

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

const choices = (now: Snapshot, verb: string): string[] =>
  now.actions.filter((group) => group.verb === verb).flatMap((group) => group.choices ?? []);

const fighting = (now: Snapshot): boolean => now.view.segment === "combat" || now.view.combat !== null;

export const shown = (testid: string): Element | null => document.querySelector(`[data-testid="${testid}"]`);

/** Where the units of the player's side stand. */
const positions = (now: Snapshot): Map<string, string> =>
  new Map(now.view.stacks.filter((s) => s.side === now.side).flatMap((s) => s.units.map((u) => [u.id, s.hex] as const)));

function hasMoved({ before, now }: Watch): boolean {
  const then = positions(before);
  return [...positions(now)].some(([id, hex]) => then.has(id) && then.get(id) !== hex);
}

/** A unit that can be taken up and lies on top, so that a click on its counter takes just this one. */
function movable(now: Snapshot): string[] {
  const able = new Set(choices(now, "select"));
  const tops = now.view.stacks.filter((s) => s.side === now.side && able.has(s.top));
  return tops.sort((a, b) => a.height - b.height).map((s) => `counter-${s.top}`);
}

/** A combat segment in which nothing can be attacked. */
const idle = (now: Snapshot): boolean => now.decision?.name === "combat" && !choices(now, "attack").length;

export const STEPS: Step[] = [
  {
    id: "map",
    title: "The map",
    text: () => "You lead the Soviets in the north. Below you a thin German line covers the towns; Ternopol alone is worth 4 points. Drag the map to move it and turn the wheel to zoom.",
    anchors: () => ["map"],
    done: ({ panned }) => panned,
  },
  {
    id: "prompt",
    title: "What is expected",
    text: () => "This box always says who must decide, and what. The blue numbers are the rules behind it: click one to read it.",
    anchors: () => ["prompt"],
    done: ({ read }) => read,
  },
  {
    id: "select",
    title: "Take up a unit",
    text: () => "Counters with a bright edge can act. Below the symbol stand attack and defence; each dot is a step it can lose. Click a counter; in a stack, choose one from the list.",
    anchors: (now) => [...movable(now), "map"],
    done: ({ now }) => now.decision?.name === "moving" || fighting(now),
  },
  {
    id: "move",
    title: "Move it",
    text: () => "Lit hexes are in reach. Go next to a German unit: its zone of control stops you there, but from there you can attack. Click a hex.",
    anchors: () => ["map"],
    done: (watch) => hasMoved(watch) || fighting(watch.now),
  },
  {
    id: "undo",
    title: "Take it back",
    text: () => "Nothing is lost by trying. Press U or this button to take your last step back; only dice and what you have seen cannot be undone.",
    anchors: () => ["undo", "prompt"],
    done: ({ now, longest }) => now.entries < longest || fighting(now),
  },
  {
    id: "supply",
    title: "Look at supply",
    text: () => "Press S to see which hexes are in supply. A Soviet unit cut off from the north and east edges moves and attacks at half. Every layer has its key.",
    anchors: () => ["tool-supply"],
    done: () => shown("tool-supply")?.getAttribute("aria-pressed") === "true",
  },
  {
    id: "end",
    title: "Bring up more, then end the movement",
    text: () => "Two or three units around one hex attack together. When you have moved enough, end the movement with this button.",
    anchors: (now) => (now.decision?.name === "moving" ? ["action-done", "prompt"] : ["action-end", "prompt"]),
    done: ({ now }) => fighting(now),
  },
  {
    id: "attack",
    title: "Attack",
    text: (now) => {
      if (idle(now)) return "No German stands next to your units, so there is nothing to attack. End the segment; in the second half of your turn, move up to a German unit.";
      if (now.decision?.name === "declare") return "Click the units that take part and watch the odds: each number names its rule. When you like what you see, commit the attack.";
      if (now.view.segment === "move") return "Move up to a German unit and end the movement; then you can attack it.";
      return "Hatched hexes can be attacked. Click one to choose it as the target.";
    },
    anchors: (now) => {
      if (now.decision?.name === "declare") return ["combat-panel", "prompt"];
      return idle(now) || now.view.segment === "move" ? ["action-end", "prompt"] : ["map"];
    },
    done: ({ now, declared }) =>
      now.view.combat?.committed === true || (declared !== null && !now.view.combat && now.entries > declared),
  },
  {
    id: "fight",
    title: "Roll the die",
    text: (now) => {
      if (now.decision?.name === "advance") return "The hex is empty. Click the attackers that shall advance into it, or stay where you are.";
      if (now.decision?.name === "loss") return "You lose a step. Click the unit that takes the loss.";
      return "Each air marker adds one to your attack; then roll. A beaten defender retreats; then you may advance into the hex.";
    },
    anchors: (now) => (now.decision?.name === "support" ? ["combat-panel", "prompt"] : ["prompt"]),
    done: ({ now }) => !now.view.combat && !["support", "advance", "loss", "declare"].includes(now.decision?.name ?? ""),
  },
  {
    id: "turn",
    title: "Finish your turn",
    text: () => "Attack again or end the segment. Then you move and fight a second time, and the Germans have their turn. The diary keeps everything, and later you can watch it again.",
    anchors: (now) => (now.decision?.mine ? ["action-end", "log"] : ["log"]),
    done: ({ before, now }) => now.view.turn > before.view.turn || now.view.phase.startsWith("german") || now.finished,
  },
];
