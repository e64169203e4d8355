/** How counters look: colours of nations and formations, and the small drawings on them. */

import type { UnitInfo } from "./types";

/** The width of a counter's own drawing, and its width on the map in map units. */
export const SIZE = 100;
export const ON_MAP = 64;

export interface Paint { fill: string; edge: string; box: string; ink: string }

const DARK = "#1d1a16";
const PALE = "#fbf7ea";

export const PAINTS: Record<string, Paint> = {
  german: { fill: "#9fab9f", edge: "#556057", box: "#e6ebe2", ink: DARK },
  german_mech: { fill: "#6d7a71", edge: "#38433b", box: "#e0e6de", ink: PALE },
  german_ss: { fill: "#34373b", edge: "#0f1113", box: "#ced2d6", ink: PALE },
  german_static: { fill: "#c3c8be", edge: "#757c71", box: "#eef0ea", ink: DARK },
  soviet_mech: { fill: "#b24c34", edge: "#6a2415", box: "#f6dccb", ink: PALE },
  soviet_rifle: { fill: "#dfbd8b", edge: "#8c6836", box: "#f9ecd3", ink: DARK },
  soviet_artillery: { fill: "#7f5837", edge: "#452c17", box: "#ecdabf", ink: PALE },
};

/** The name of a unit's paint. */
export const paintOf = (unit: UnitInfo): string =>
  unit.colour in PAINTS ? unit.colour : unit.side === "german" ? "german" : "soviet_rifle";

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

/** Signs of the badges, around the origin in a circle of radius 10. */
export const BADGES: Record<string, { colour: string; sign: string }> = {
  "out-of-supply": { colour: "#b02a1c", sign: "M-4-4.5h8v9h-8zM-6 6L6-6" },
  "out-of-communications": { colour: "#9a5f06", sign: "M0 5v-5M-5-1.5a7 7 0 0 1 10 0M-6 6L6-6" },
  done: { colour: "#4a5048", sign: "M-4.5.5l3.2 3.5 5.8-7" },
};
