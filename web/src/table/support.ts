/** Support markers in words. */

import { t } from "../lib/i18n";
import type { Effect, GameData } from "../lib/types";

/** What a marker does, for one who uses it. */
export function effectWords({ columns, modifier, star, either }: Effect): string {
  if (either) return either.map(effectWords).join(` ${t("or")} `);
  if (columns) return columns === 1 ? t("1 column") : t("{n} columns", { n: columns });
  if (modifier) return t("+{n} to the die", { n: modifier });
  return star === "white" ? t("a white star") : t("a yellow star");
}

/** The words of one of the two uses of a marker. */
export function useWords(data: GameData, marker: string, use: string): string {
  const parts = data.markers[marker]?.effect?.either ?? [];
  const part = parts.find((found) => (use === "star" ? found.star : found.modifier));
  return part ? effectWords(part) : (data.terms[use] ?? use);
}
