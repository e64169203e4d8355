/** Dates in the language of this browser. */

import { settings } from "../lib/settings.svelte";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was. */
export function ago(time: number): string {
  const words = new Intl.RelativeTimeFormat(settings.language, { numeric: "auto" });
  for (const [unit, span] of STEPS) {
    const count = Math.floor((Date.now() - time) / span);
    if (count >= 1) return words.format(-count, unit);
  }
  return words.format(0, "minute");
}

/** The days of a turn: "24–26 March 1944". */
export function span(from: string, to: string): string {
  const words = new Intl.DateTimeFormat(settings.language === "en" ? "en-GB" : settings.language, {
    day: "numeric", month: "long", year: "numeric", timeZone: "UTC",
  });
  return words.formatRange(new Date(from), new Date(to));
}
