/** The verbs of the games in words, and how they look on the map. */

import { t } from "../lib/i18n";
import type { DecisionView, GameData } from "../lib/types";

/** How a lit hex is drawn. */
export type Tint = "go" | "cross" | "attack" | "bombard";

const TINTS: Record<string, Tint> = { attack: "attack", prepare: "attack", cross: "cross", bombard: "bombard" };

export const tintOf = (verb: string): Tint => TINTS[verb] ?? "go";

/** Verbs that attack a hex, so that its odds are worth a look. */
export const ATTACKS = new Set(["attack", "prepare"]);

/** Verbs that belong to a list of the stack's units and light no counter. */
export const QUIET = new Set(["top"]);

/** Decisions about who takes part in an activation. */
export const CHOOSING = new Set(["muster", "specific"]);

/** Verbs of the combat under way; their buttons stand in the combat panel. */
export const COMBAT = new Set(["commit", "fight", "air", "kg", "support", "engineer", "draw", "pass", "chit", "fire", "cancel"]);

/** Verbs with which the combat goes on: the big button. */
export const MAIN = new Set(["commit", "fight", "fire"]);

/** Verbs that choose one of several units; the units stand in the prompt too, as some of them lie below others. */
export const ONE_OF = new Set(["lose", "eliminate"]);

/** What is said when a unit has been picked that does this on a hex; `quality` is the unit's. */
export const PICK_HINTS: Record<string, string> = {
  disengage: "Click the lit hex: the way out leads past the friend that has moved up. The unit is disorganised, and with more than {quality} on the die it loses a step.",
  enter: "Click a lit hex: the unit enters there. Whoever comes after it by the same hex pays a movement point more.",
};

/** Verbs that end a phase or segment; units that could still act are listed before they are played. */
export const ENDS = new Set(["end"]);

/** Verbs that light the map only when they are asked for, each with its button and key. */
export const MODES: Record<string, { title: string; hint: string; key: string }> = {
  bridge: { title: "Bridge a river", hint: "Click a lit hexside: an engineer bridges it for this phase.", key: "b" },
  bombard: { title: "Bombard", hint: "Click the enemy hex that the guns or aircraft shall hit.", key: "b" },
  release: { title: "Roll for one unit", hint: "Click a held unit: a 6 releases it.", key: "h" },
  prepare: { title: "Prepared attack", hint: "Click a lit enemy hex: a prepared attack takes two action points, moves the odds two columns and costs you a step at least if the enemy loses any.", key: "p" },
  dig: { title: "Dig in", hint: "Click a lit unit: for an action point it takes up an improvised position.", key: "d" },
  recover: { title: "Recover", hint: "Click a fatigued unit: for an action point it recovers.", key: "f" },
  bridgehead: { title: "Bridgehead", hint: "Click a lit hex across the river: for an action point a step of your division goes over and holds it. The division stays where it is meanwhile.", key: "b" },
  enlarge: { title: "Enlarge a bridgehead", hint: "Click the division: for an action point it puts a second step across.", key: "g" },
  airlift: { title: "Air supply", hint: "Click the unit that is supplied by air this turn.", key: "a" },
};

/** What a click that is not possible would have meant, by decision: on a unit, on a hex of the enemy, on any hex. */
export const MEANT: Record<string, { unit?: string; enemy?: string; hex?: string }> = {
  movement: { unit: "select", enemy: "select" },
  moving: { hex: "move", enemy: "move" },
  operations: { unit: "activate" },
  muster: { unit: "add" },
  specific: { unit: "add" },
  activation: { unit: "select", enemy: "attack" },
  settle: { unit: "lose" },
  quality: { unit: "pick" },
  armour: { unit: "pick" },
  "armour-loss": { unit: "lose" },
  "zone-loss": { unit: "lose" },
  "alarm-loss": { unit: "lose" },
  "alarm-meeting": { unit: "meet", hex: "meet" },
  overstacked: { unit: "eliminate" },
  "hq-return": { hex: "place", unit: "place" },
  combat: { enemy: "attack", hex: "probe" },
  declare: { unit: "add", enemy: "add" },
  retreat: { hex: "retreat", unit: "retreat", enemy: "retreat" },
  displace: { hex: "displace", unit: "displace", enemy: "displace" },
  advance: { unit: "advance", hex: "advance" },
  withdrawal: { unit: "next" },
  loss: { unit: "lose" },
  rebuild: { unit: "rebuild" },
  overstack: { unit: "eliminate", enemy: "eliminate" },
  "set-up": { hex: "place", enemy: "place" },
  reinforcements: { hex: "place", enemy: "place" },
  replacements: { hex: "place", enemy: "place" },
  korpsgruppen: { hex: "deploy", enemy: "deploy" },
};

/** Verbs whose last word is a hex. */
export const ON_HEX = new Set(["attack", "move", "place", "deploy", "probe", "retreat", "displace", "advance", "bombard", "prepare", "enter", "disengage", "bridgehead", "meet"]);

const BARE: Record<string, string> = {
  commit: "Commit the attack",
  fight: "Fight: roll the die",
  auto: "Place the rest as printed",
  exit: "Leave the map",
  top: "Put on top",
  cancel: "Call it off",
  fire: "Fire: draw and roll",
  pass: "Pass",
  draw: "Draw a chit",
  muster: "Roll for all held units",
  resist: "Resist: stay and lose a step",
  perish: "Give the unit up",
  historical: "Historical set-up",
  specific: "Up to 4 single units",
  begin: "Begin the activation",
  stay: "No advance",
  retreat: "Retreat",
  air: "Fly an air mission",
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
  lift: "Take up again",
  release: "Roll for release",
  bridge: "Bridge a river",
  airlift: "Supply by air",
  engineer: "Help across the river",
  next: "Is next",
  displace: "Make room",
  rebuild: "Rebuild",
  return: "Bring back",
  activate: "Activate",
  join: "Take along",
  leave: "Leave out",
  recover: "Recover",
  dig: "Dig in",
  enter: "Enter here",
  disengage: "Disengage",
  meet: "Meets the alarm counter",
  bridgehead: "Bridgehead",
  enlarge: "Enlarge the bridgehead",
  pick: "Choose",
  detach: "Goes another way",
  restore: "Restore a step",
  allot: "Allot here",
};

const ENDED: Record<string, string> = { movement: "End movement", combat: "End combat", activation: "End the activation" };
const DONE: Record<string, string> = { advance: "No more advances", "set-up": "Begin", allotment: "End the support phase" };

const PASSED: Record<string, string> = {
  support: "No more support", rebuild: "Rebuild nothing", replacements: "Restore nothing more", operations: "Pass",
};
const AUTOMATIC: Record<string, string> = {
  "set-up": "Automatic set-up", allotment: "Allot automatically",
};

/** The words on the button of an action. */
export function label(data: GameData, decision: DecisionView | null, verb: string, target: string | null): string {
  const name = decision?.name ?? "";
  if (verb === "end") return t(ENDED[name] ?? "End phase");
  if (verb === "done") return t(DONE[name] ?? "Stop here");
  if (verb === "order") return target === "move" ? t("Movement first") : t("Combat first");
  if (verb === "air" && target) return t("Air support +{n}", { n: target ?? "" });
  if (verb === "give") return t("Give up the used +{n}", { n: target ?? "" });
  if (verb === "kg") return t("Korpsgruppe {name}", { name: data.markers[target ?? ""]?.name ?? target ?? "" });
  if (verb === "auto" && data.organisations) return t(AUTOMATIC[name] ?? "Automatic set-up");
  if (verb === "draw" && name === "give-up") return t("Draw one from the pool");
  if (verb === "pass" && name === "support" && !data.formations) return t("Decline");
  if (verb === "pass") return t(PASSED[name] ?? "Pass");
  if (verb === "lose" && target && data.markers[target]) return t("Give up: {marker}", { marker: data.markers[target].name });
  const organisation = target ? data.organisations?.[target] : undefined;
  if (organisation) return organisation.name;
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
  if (verb === "prepare") return t("Prepared attack");
  if (verb === "bombard") return t("Bombard");
  return onUnit(verb);
}
