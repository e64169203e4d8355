/** The steps of the guided first game of Debrecen 1944: the gates of Nagyvárad, led by the Allies. */

import type { Snapshot } from "../../lib/types";
import { type Lesson, PROMPT, type Step, UNDO, choices, fighting, hasMoved, movable, shown } from "./steps";

const name = (now: Snapshot): string => now.decision?.name ?? "";
const mine = (now: Snapshot): boolean => now.decision?.mine ?? false;
const active = (now: Snapshot): boolean => now.view.activation?.begun === true && now.view.activation.side === now.side;
/** The player's first activation is over, or the game. */
const over = (now: Snapshot): boolean => now.finished || now.view.turn > 1 || (now.view.alternation !== null && !now.view.activation && name(now) !== "operations");

const STEPS: Step[] = [
  {
    id: "map",
    title: "The map",
    text: () => "You lead the 6th Guards Tank Army and the Romanians in the south. Nagyvárad behind the river is worth 3 points: hold it after turn 3. Drag the map to move it and turn the wheel to zoom.",
    anchors: () => ["map"],
    done: ({ panned }) => panned,
  },
  PROMPT,
  {
    id: "support",
    title: "Guns for the headquarters",
    text: (now) => (mine(now) ? "Artillery, engineers and assault guns are markers in the boxes of headquarters, ready for a combat within command range. Click a marker, then your headquarters; or let it be done." : "The Axis allots its support markers first. Then it is your turn."),
    anchors: () => ["allotment", "prompt"],
    done: ({ now }) => now.view.phase !== "support" && now.view.phase !== "supply",
  },
  {
    id: "activate",
    title: "Activate a formation",
    text: () => "The sides act in turn, a formation at a time. Point at the formation: the map shows its command range and the units in it. Click to activate it.",
    anchors: () => ["chooser", "prompt"],
    done: ({ now }) => ["muster", "specific"].includes(name(now)) || active(now),
  },
  {
    id: "begin",
    title: "Who takes part",
    text: () => "All units in command take part. You could leave some out: what is fresh later can act later. Whoever is activated twice in a turn gets fatigued. Begin.",
    anchors: () => ["action-begin", "prompt"],
    done: ({ now }) => active(now),
  },
  {
    id: "select",
    title: "Take up a unit",
    text: () => "The golden dots are action points: for moves, attacks, digging in. On the counter stand combat value, steps and quality; stars are armour. Click a counter with a bright edge.",
    anchors: (now) => [...movable(now), "map"],
    done: ({ now }) => name(now) === "moving" || fighting(now) || over(now),
  },
  {
    id: "move",
    title: "Move it",
    text: () => "Lit hexes are in reach; the label tells movement and action points. Next to a stack or a strong unit its zone of control stops you, and under red crosses you must attack before the activation ends. Click a hex.",
    anchors: () => ["map"],
    done: (watch) => hasMoved(watch) || fighting(watch.now) || over(watch.now),
  },
  UNDO,
  {
    id: "command",
    title: "Look at the command ranges",
    text: () => "Press C: each headquarters commands so far. Outside, a unit cannot be activated with its formation, and gets no support. Every layer has its key.",
    anchors: () => ["tool-command"],
    done: () => shown("tool-command")?.getAttribute("aria-pressed") === "true",
  },
  {
    id: "attack",
    title: "Attack",
    text: (now) => {
      if (name(now) === "declare") return "Click the units that take part and watch the odds: each number names its rule. Stars against fewer stars bring columns. When you like what you see, commit the attack.";
      if (name(now) === "moving") return "Finish the move first.";
      if (active(now) && !choices(now, "attack").length) return "Nobody of yours can attack yet. Move up to an enemy unit, with an action point left.";
      return "Hatched hexes can be attacked. Click one to choose it as the target; with P it is a prepared attack, stronger and dearer.";
    },
    anchors: (now) => (name(now) === "declare" ? ["combat-panel", "prompt"] : ["map"]),
    done: ({ now }) => now.view.combat?.committed === true || over(now),
  },
  {
    id: "combat",
    title: "The combat, step by step",
    text: (now) => {
      if (name(now) === "settle") return "The result costs steps or hexes of retreat: choose what loses a step, or retreat.";
      if (name(now) === "retreat") return "Your unit must retreat: click the lit hexes.";
      if (name(now) === "advance") return "The hex is empty. Click an attacker and then a lit hex to advance, or stay.";
      return "First both sides add support, then each names the unit whose quality counts for the die, and whose armour for the columns. Then the die falls.";
    },
    anchors: () => ["stages", "prompt"],
    done: ({ now }) => !now.view.combat,
  },
  {
    id: "end",
    title: "End the activation",
    text: (now) => (active(now) ? "Use the points that are left, then end the activation with this button." : "Now the Axis acts. So it goes back and forth until both pass one after the other; then the turn ends."),
    anchors: (now) => (active(now) && name(now) === "activation" ? ["action-end", "prompt"] : ["log"]),
    done: ({ now }) => !active(now) && (name(now) === "operations" || now.view.turn > 1 || now.finished),
  },
];

export const LESSON: Lesson = {
  game: "debrecen", scenario: "learning-nagyvarad", side: "allied", enemy: "axis", commander: "cadet",
  steps: STEPS,
  last: "Go on: the learning scenario lasts three turns. What you have activated can be activated once more this turn, at the price of fatigue. Whenever you wonder why something is not possible, click it: the table names the rule.",
};
