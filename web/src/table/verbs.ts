/** The verbs of the games in words, and how they look on the map. */

import { t } from "../lib/i18n";
import type { DecisionView, GameData } from "../lib/types";

/** How a lit hex is drawn. */
export type Tint = "go" | "cross" | "attack";

export const tintOf = (verb: string): Tint => (verb === "attack" ? "attack" : verb === "cross" ? "cross" : "go");

/** Verbs that belong to a list of the stack's units and light no counter. */
export const QUIET = new Set(["top"]);

/** Verbs of the combat under way; their buttons stand in the combat panel. */
export const COMBAT = new Set(["commit", "fight", "air", "kg", "support"]);

/** Verbs that end a phase or segment; units that could still act are listed before they are played. */
export const ENDS = new Set(["end"]);

/** What a click that is not possible would have meant, by decision: on a unit, on a hex of the enemy, on any hex. */
export const MEANT: Record<string, { unit?: string; enemy?: string; hex?: string }> = {
  movement: { unit: "select", enemy: "select" },
  moving: { hex: "move", enemy: "move" },
  combat: { enemy: "attack", hex: "probe" },
  declare: { unit: "add", enemy: "add" },
  retreat: { hex: "retreat", unit: "retreat" },
  advance: { unit: "advance" },
  loss: { unit: "lose" },
  overstack: { unit: "eliminate", enemy: "eliminate" },
  "set-up": { hex: "place", enemy: "place" },
  reinforcements: { hex: "place", enemy: "place" },
  replacements: { hex: "place", enemy: "place" },
  korpsgruppen: { hex: "deploy", enemy: "deploy" },
};

const BARE: Record<string, string> = {
  commit: "Commit the attack",
  fight: "Fight: roll the die",
  auto: "Place the rest as printed",
  exit: "Leave the map",
  top: "Put on top",
};

const ON_UNIT: Record<string, string> = {
  select: "Move",
  add: "Add",
  drop: "Leave here",
  advance: "Advance",
  lose: "Loses a step",
  eliminate: "Eliminate",
  support: "Support the defence",
  top: "Put on top",
  probe: "Probe",
  retreat: "Retreat",
  place: "Place",
};

/** The words on the button of an action. */
export function label(data: GameData, decision: DecisionView | null, verb: string, target: string | null): string {
  if (verb === "end") {
    if (decision?.name === "movement") return t("End movement");
    return decision?.name === "combat" ? t("End combat") : t("End phase");
  }
  if (verb === "done") return decision?.name === "advance" ? t("No more advances") : t("Stop here");
  if (verb === "order") return target === "move" ? t("Movement first") : t("Combat first");
  if (verb === "air") return t("Air support +{n}", { n: target ?? "" });
  if (verb === "kg") return t("Korpsgruppe {name}", { name: data.markers[target ?? ""]?.name ?? target ?? "" });
  if (target && data.units[target]) return `${data.units[target].name}: ${onUnit(verb)}`;
  const words = t(BARE[verb] ?? verb);
  return target ? `${words} ${target}` : words;
}

/** The words of what a click on a unit does. */
export const onUnit = (verb: string): string => t(ON_UNIT[verb] ?? verb);

/** The words of what a click on a hex does. */
export function onHex(verb: string): string {
  if (verb === "move") return t("Move here");
  if (verb === "cross") return t("Cross the river with a die");
  if (verb === "attack") return t("Attack");
  return onUnit(verb);
}
