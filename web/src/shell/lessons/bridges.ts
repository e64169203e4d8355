/** The steps of the guided first game of Korsun: the bridges of the Gniloy Tikich, led by the Germans. */

import type { Snapshot } from "../../lib/types";
import { type Lesson, PROMPT, type Step, UNDO, choices, fighting, hasMoved, idle, movable, shown } from "./steps";

const pressed = (testid: string, attribute: string): boolean => shown(testid)?.getAttribute(attribute) === "true";
const mine = (now: Snapshot): boolean => now.view.phase.startsWith(`${now.side}-`);
/** The first movement and combat of the player turn are over. */
const mobile = (now: Snapshot): boolean => now.view.segment.startsWith("mobile") || !mine(now);

const attacked = (now: Snapshot): boolean => now.view.stacks.some((s) => s.side === now.side && s.units.some((u) => u.marks?.includes("attacked")));

const STEPS: Step[] = [
  {
    id: "map",
    title: "The map",
    text: () => "You lead the III Panzer Corps in the west. Frankovka and Bushanka on the river are the places that count: hold both with units in supply after turn 4. Drag the map to move it and turn the wheel to zoom.",
    anchors: () => ["map"],
    done: ({ panned }) => panned,
  },
  PROMPT,
  {
    id: "pools",
    title: "Support fire",
    text: () => "Guns and aircraft are chits in pools. Open the pools: everybody may count what is in them, but which chit is drawn nobody knows. Used chits come back next turn.",
    anchors: () => ["pools-open"],
    done: () => pressed("pools-open", "aria-expanded"),
  },
  {
    id: "select",
    title: "Take up a unit",
    text: (now) => (mine(now) ? "Counters with a bright edge can act. Below the symbol stand attack, defence and movement; each dot is a step it can lose. Click a counter." : "The Soviets move first. Watch what they do; then it is your turn."),
    anchors: (now) => [...movable(now), "map"],
    done: ({ now }) => now.decision?.name === "moving" || (mine(now) && fighting(now)),
  },
  {
    id: "move",
    title: "Move it",
    text: () => "Lit hexes are in reach; the number is what it costs. Go next to a Soviet unit: from there you can attack. Leaving his zone of control later costs tanks half their movement. Click a hex.",
    anchors: () => ["map"],
    done: (watch) => hasMoved(watch) || fighting(watch.now),
  },
  UNDO,
  {
    id: "bridge",
    title: "Engineers bridge the river",
    text: (now) =>
      now.view.segment === "movement" && !choices(now, "bridge").length
        ? "Finish the move that is under way. Then this button shows the hexsides that your engineers can bridge."
        : "A river without a bridge costs extra movement and cuts supply. Press B: the hexsides that your engineers can bridge light up. Click one if it helps you, or press B again.",
    anchors: () => ["mode-bridge", "action-done", "prompt"],
    done: ({ now }) => pressed("mode-bridge", "aria-pressed") || (now.view.bridges ?? []).length > 0 || fighting(now),
  },
  {
    id: "end",
    title: "Bring up more, then end the movement",
    text: () => "Several units around one hex attack together. Keep some tanks back: a tank that has not moved can do so after the combat. Then end the movement with this button.",
    anchors: (now) => (now.decision?.name === "moving" ? ["action-done", "prompt"] : ["action-end", "prompt"]),
    done: ({ now }) => fighting(now),
  },
  {
    id: "attack",
    title: "Attack",
    text: (now) => {
      if (idle(now)) return "No Soviet unit stands next to yours, so there is nothing to attack. End the phase and move up next time.";
      if (now.decision?.name === "declare") return "Click the units that take part. Attack less defence is the differential; the terrain says what it is worth. The thin bars tell what support fire may change. Then commit.";
      return "Hatched hexes can be attacked. Click one to choose it as the target. Bombardments, with B, come before the first attack.";
    },
    anchors: (now) => (now.decision?.name === "declare" ? ["combat-panel", "prompt"] : idle(now) ? ["action-end", "prompt"] : ["map"]),
    done: ({ now }) => now.view.combat?.committed === true || attacked(now) || mobile(now),
  },
  {
    id: "duel",
    title: "The duel of support fire",
    text: (now) => {
      if (now.decision?.name === "advance") return "The hex is empty. Click an attacker and then a hex of the path to advance, or stay where you are.";
      if (now.decision?.name === "loss") return "You lose a step. Click the unit that takes the loss.";
      if (now.decision?.name === "retreat") return "Your unit must retreat: click the lit hexes, or let it resist and lose a step.";
      return "Attacker and defender draw in turn, twice each. Draw a chit or decline: what you keep is there for the next combat, or for your defence. Then the die falls.";
    },
    anchors: (now) => (now.decision?.name === "support" ? ["duel", "prompt"] : ["prompt"]),
    done: ({ now }) => !now.view.combat && !["support", "advance", "loss", "declare", "retreat", "withdrawal", "displace"].includes(now.decision?.name ?? ""),
  },
  {
    id: "turn",
    title: "Strike twice",
    text: (now) =>
      mobile(now)
        ? "Now tanks and other mobile units in supply that have not moved may move, and attack again. Use them, or end the phase."
        : "Attack again, or end the combat. Then the mobile phases come: what you kept back strikes now.",
    anchors: (now) => (now.decision?.mine ? ["action-end", "log"] : ["log"]),
    done: ({ before, now }) => now.view.turn > before.view.turn || !mine(now) || now.finished,
  },
];

export const LESSON: Lesson = {
  game: "korsun", scenario: "learning-bridges", side: "german", enemy: "soviet", commander: "cadet",
  steps: STEPS,
  last: "Go on: the learning scenario lasts four turns. Whenever you wonder why something is not possible, click it: the table names the rule.",
};
