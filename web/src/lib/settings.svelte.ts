/** What a player chose for this browser: language, theme, and the seats held here. */

export interface Kept {
  token: string; game: string; scenario: string; title: string; sides: string[]; at: number;
  /** Links that came with the table, for whoever set it up. */
  links?: { token: string; sides: string[] }[];
}

import type { Pace } from "./types";

interface Stored {
  language: string; theme: string; seats: Kept[];
  /** The seat whose player is shown around, and how far the tour has come. */
  guided: string; guideStep: number;
  /** How fast computer players go on at this player's tables. */
  pace: Pace;
}

const KEY = "kessel";
const read = (): Partial<Stored> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
};
const stored = read();
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

export const settings: Stored = $state({
  language: stored.language ?? (navigator.language.startsWith("es") ? "es" : "en"),
  theme: stored.theme ?? "dark",
  seats: stored.seats ?? [],
  guided: typeof stored.guided === "string" ? stored.guided : "",
  guideStep: stored.guideStep ?? 0,
  pace: stored.pace ?? (still ? "fast" : "normal"),
});

export function save(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

/** Puts a seat on top of the list; links known from before stay with it. */
export function keepSeat(seat: Kept): void {
  const before = settings.seats.find((s) => s.token === seat.token);
  const links = seat.links ?? before?.links;
  settings.seats = [
    { ...seat, ...(links ? { links } : {}) },
    ...settings.seats.filter((s) => s.token !== seat.token),
  ].slice(0, 50);
  save();
}
