/** Rulebooks, fetched once for each game and language. */

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Clause, Rulebook } from "../lib/types";
import { remembered } from "./remembered";

export type Ruling = Rulebook["rulings"][number];

const books = remembered((key) => api.rulebook(key.split("/")[1]!));

/** The rulebook of a game in the language of this browser. */
export const rulebook = (game: string): Promise<Rulebook> => books(`${settings.language}/${game}`);

/** A clause with the rulings that concern it; for the number of a ruling, that ruling with the clause it is about. */
export async function clause(game: string, id: string): Promise<{ clause: Clause; rulings: Ruling[] } | null> {
  const book = await rulebook(game);
  const ruling = book.rulings.find((r) => r.id === id);
  const found = book.clauses.find((c) => c.id === (ruling?.clauses[0] ?? id));
  const rulings = ruling ? [ruling] : book.rulings.filter((r) => r.clauses.includes(id));
  return found ? { clause: found, rulings } : null;
}

/** The chapter that a clause stands in: "13" for "13.8.1-c". */
export const chapterOf = (id: string): string => /^[^.-]+/.exec(id)?.[0] ?? id;

export const KINDS: Record<string, string> = {
  rule: "Rule",
  definition: "Definition",
  exception: "Exception",
  victory: "Victory",
  setup: "Set-up",
  optional: "Optional rule",
};
