/** The words of the screens: English is the key, the other languages are dictionaries. */

import { settings } from "./settings.svelte";
import es from "./es";
import formations from "./es-formations";
import table from "./es-table";

const dictionaries: Record<string, Record<string, string>> = { es: { ...es, ...table, ...formations } };

/** A text in the language of this browser, with {placeholders} filled in. */
export function t(text: string, args: Record<string, string | number> = {}): string {
  const found = dictionaries[settings.language]?.[text] ?? text;
  return found.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}
