/** How numbers and dates are written. */

import { settings } from "../lib/settings.svelte";

/** Day before month, in both languages. */
export const locale = (): string => (settings.language === "en" ? "en-GB" : settings.language);
