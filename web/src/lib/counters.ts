/** How counters look: colours of nations and formations, and the small drawings on them. */

import { campOf } from "./sides";
import type { GameData, UnitInfo, UnitView, View } from "./types";

/** The width of a counter's own drawing, and its width on the map in map units. */
export const SIZE = 100;
export const ON_MAP = 64;

export interface Paint { id: string; side: string; fill: string; edge: string; box: string; ink: string }

const DARK = "#1d1a16";
const PALE = "#fbf7ea";

/** Paints by name; a game whose formations have colours of their own mixes its paints from those. */
const NAMED: Record<string, Omit<Paint, "id" | "side">> = {
  german: { fill: "#9fab9f", edge: "#556057", box: "#e6ebe2", ink: DARK },
  german_mech: { fill: "#6d7a71", edge: "#38433b", box: "#e0e6de", ink: PALE },
  german_ss: { fill: "#34373b", edge: "#0f1113", box: "#ced2d6", ink: PALE },
  german_static: { fill: "#c3c8be", edge: "#757c71", box: "#eef0ea", ink: DARK },
  soviet_mech: { fill: "#b24c34", edge: "#6a2415", box: "#f6dccb", ink: PALE },
  soviet_rifle: { fill: "#dfbd8b", edge: "#8c6836", box: "#f9ecd3", ink: DARK },
  soviet_artillery: { fill: "#7f5837", edge: "#452c17", box: "#ecdabf", ink: PALE },
};

type Colour = [number, number, number];
const channels = (hex: string): Colour => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)) as Colour;
const written = (colour: number[]): string => `#${colour.map((c) => Math.round(c).toString(16).padStart(2, "0")).join("")}`;
const towards = (from: Colour, to: Colour, part: number): string => written(from.map((c, i) => c + (to[i]! - c) * part));

/** How bright a colour is to the eye, 0 to 1. */
function brightness(colour: Colour): number {
  const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)) as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The ink that reads best on a colour. */
export function inkOn(fill: string): string {
  const light = brightness(channels(fill)) + 0.05;
  return light / (brightness(channels(DARK)) + 0.05) >= (brightness(channels(PALE)) + 0.05) / light ? DARK : PALE;
}

const mixed = new Map<string, Paint>();

function mix(side: string, fill: string): Paint {
  const id = `${side}-${fill.slice(1)}`;
  const found = mixed.get(id);
  if (found) return found;
  const colour = channels(fill);
  const made = { id, side, fill, edge: towards(colour, [20, 16, 10], 0.55), box: towards(colour, [255, 253, 246], 0.72), ink: inkOn(fill) };
  mixed.set(id, made);
  return made;
}

/** Writes the colours of the organisations into the units, so that a unit alone says how it looks. Formations with
 *  headquarters are organisations whose colour is a band on counters of the side's own colour. */
export function dressed(data: GameData): GameData {
  data.organisations ??= data.formations;
  for (const unit of Object.values(data.units)) {
    unit.organisation ??= unit.formation;
    if (data.counters) {
      unit.band = unit.colour;
      unit.colour = data.counters[unit.ss ? "ss" : unit.side]!.colour;
      unit.mark = data.nationalities?.[unit.nationality ?? ""]?.mark ?? undefined;
    } else unit.colour = data.organisations?.[unit.colour]?.colour ?? unit.colour;
  }
  return data;
}

/** The units as they belong together in a scenario. */
export function enlisted(data: GameData, scenario: string): GameData {
  const units = { ...data.units };
  for (const [id, formation] of Object.entries(data.scenarios[scenario]?.formations ?? {}))
    units[id] = { ...units[id]!, formation, organisation: formation, band: data.organisations?.[formation]?.colour };
  return { ...data, units };
}

export function paintOf({ colour, side }: Pick<UnitInfo, "colour" | "side">): Paint {
  if (colour.startsWith("#")) return mix(side, colour);
  const id = colour in NAMED ? colour : campOf(side) === "german" ? "german" : "soviet_rifle";
  return { id, side, ...NAMED[id]! };
}

/** Every paint that the units of a game need. */
export const paints = (data: GameData): Paint[] =>
  [...new Map(Object.values(data.units).map((unit) => [paintOf(unit).id, paintOf(unit)])).values()];

/** A unit at full strength. */
export function fresh(id: string, info: UnitInfo): UnitView {
  const [attack = 0, defence = 0, movement] = info.track[0]!;
  if (info.quality !== undefined) return { id, steps: info.track.length, attack: info.red ? 0 : attack, defence: attack, quality: info.quality };
  return { id, steps: info.track.length, attack, defence, ...(movement === undefined ? {} : { movement }) };
}

/** The values printed on a counter: attack, defence and movement; or combat value, steps and quality; of a
 *  headquarters its command range and support level. */
export function values({ attack, defence, movement, steps, quality }: UnitView, { range, support }: UnitInfo): string {
  if (range) return `${range}-${support}`;
  if (quality !== undefined) return [defence, steps, quality].join("-");
  return [attack, defence, ...(movement === undefined ? [] : [movement])].join("-");
}

/** Path data of a small star around a point. */
export const star = (x: number, y: number, r: number): string =>
  Array.from({ length: 10 }, (_, i) => {
    const [angle, far] = [(i * Math.PI) / 5 - Math.PI / 2, i % 2 ? r * 0.42 : r];
    return `${i ? "L" : "M"}${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`;
  }).join("") + "z";

/** Path data of the pips: one for every step left, in columns of four. */
export function pips(steps: number, full: number): { left: string; lost: string } {
  const columns = Math.ceil(full / 4);
  const dot = (i: number): string => {
    const x = 40 - (columns - 1) * 7.6 + Math.floor(i / 4) * 7.6;
    const y = -25.5 + (i % 4) * 9;
    return `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0z`;
  };
  const all = Array.from({ length: full }, (_, i) => dot(i));
  return { left: all.slice(0, steps).join(""), lost: all.slice(steps).join("") };
}

/** Signs of the badges, around the origin in a circle of radius 10, and what they mean. */
export const BADGES: Record<string, { colour: string; sign: string; title: string }> = {
  "out-of-supply": { colour: "#b02a1c", sign: "M-4-4.5h8v9h-8zM-6 6L6-6", title: "Out of supply" },
  "out-of-communications": { colour: "#9a5f06", sign: "M0 5v-5M-5-1.5a7 7 0 0 1 10 0M-6 6L6-6", title: "Out of communications" },
  "air-supply": { colour: "#20629a", sign: "M-6-1a6 5 0 0 1 12 0zM-6-1L0 6L6-1", title: "Supplied by air" },
  held: { colour: "#5b3f87", sign: "M-4-.5h8v5.5h-8zM-2.6-.5v-2a2.6 2.6 0 0 1 5.2 0v2", title: "Held, not yet released" },
  attacked: { colour: "#7c2b1d", sign: "M-5-5L5 5M5-5L-5 5", title: "Has attacked" },
  advanced: { colour: "#2d5e3a", sign: "M0 5.5v-10M-4.5-.5L0-5l4.5 4.5", title: "Has advanced" },
  displaced: { colour: "#6b5a1c", sign: "M-5.5-2.5h9l-3-3M5.5 2.5h-9l3 3", title: "Was displaced" },
  moved: { colour: "#4a5048", sign: "M-4.5.5l3.2 3.5 5.8-7", title: "Has moved" },
  isolated: { colour: "#9a5f06", sign: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M-6 6L6-6", title: "Isolated" },
  starved: { colour: "#b02a1c", sign: "M-4-4.5h8v9h-8zM-6 6L6-6", title: "Out of supply" },
  uncommanded: { colour: "#5b3f87", sign: "M-3 6.5v-12h8l-2.5 3 2.5 3h-8M-6 6L6-6", title: "Out of command" },
  fatigued: { colour: "#8a4b12", sign: "M-4-6h8L-4 6h8z", title: "Fatigued" },
  disorganised: { colour: "#a3283d", sign: "M0-6.5v6.5M0 5v.2", title: "Disorganised" },
  entrenched: { colour: "#3d6133", sign: "M-6.5 4l3.2-7 3.3 5 3.3-5 3.2 7z", title: "In an improvised position" },
  returned: { colour: "#20629a", sign: "M-5 2a5.5 5.5 0 1 1 2 3.5M-6.5-2.5l1.5 4.5 4.5-1", title: "Came back this turn" },
  duty: { colour: "#c0301c", sign: "M-5-5L5 5M5-5L-5 5", title: "Must attack" },
  activated: { colour: "#4a5048", sign: "M-4.5.5l3.2 3.5 5.8-7", title: "Activated this turn" },
  done: { colour: "#4a5048", sign: "M-4.5.5l3.2 3.5 5.8-7", title: "Has moved" },
};

/** What a unit lacks that is cut off: Germans with Korpsgruppen lose communications, everybody else supply. */
export const cutSign = (view: View, side: string): string =>
  view.korpsgruppen && side === "german" ? "out-of-communications" : "out-of-supply";

/** Marks that say themselves why a unit is cut off. */
const CUT = ["isolated", "starved"];

/** The badges of a unit: what the game marks it with, and its supply. */
export function badgesOf(unit: UnitView, supplied: boolean, cut: string, spent = false): string[] {
  const active = unit.marks?.includes("active") ?? false;
  const marks = (unit.marks ?? []).filter((mark) => mark in BADGES && !(active && mark === "activated"));
  const done = spent && !active && !marks.includes("moved") && !marks.includes("attacked") && !marks.includes("advanced");
  const known = supplied || marks.some((mark) => CUT.includes(mark));
  return [...(known ? [] : [cut]), ...marks, ...(done ? ["done"] : [])];
}
