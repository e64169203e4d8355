/** How numbers and dates are written. */

import { settings } from "../lib/settings.svelte";

/** Day before month, in both languages. */
export const locale = (): string => (settings.language === "en" ? "en-GB" : settings.language);

const PARTS: Record<number, string> = { 0.25: "¼", 0.5: "½", 0.75: "¾" };

/** A number with its half or quarter as a sign: 3½. */
export function amount(value: number): string {
  const [whole, part] = [Math.floor(Math.abs(value)), Math.abs(value) % 1];
  const sign = value < 0 ? "−" : "";
  return sign + (part in PARTS ? `${whole || ""}${PARTS[part]}` : `${Math.abs(value)}`);
}
