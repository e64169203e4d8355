/** The ten steps of the guided first game of Breakout: the gap at Ternopol, led by the Soviets. */

import { type Lesson, PROMPT, type Step, UNDO, fighting, hasMoved, idle, movable, shown } from "./steps";

const STEPS: Step[] = [
  {
    id: "map",
    title: "The map",
    text: () => "You lead the Soviets in the north. Below you a thin German line covers the towns; Ternopol alone is worth 4 points. Drag the map to move it and turn the wheel to zoom.",
    anchors: () => ["map"],
    done: ({ panned }) => panned,
  },
  PROMPT,
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
  UNDO,
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

export const LESSON: Lesson = {
  game: "breakout", scenario: "learning-ternopol", side: "soviet", enemy: "german", commander: "random",
  steps: STEPS,
  last: "Go on: the learning scenario lasts three turns. Whenever you wonder why something is not possible, click it: the table names the rule.",
};
