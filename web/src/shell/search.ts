/** Finding words in a rulebook, without minding case or accents. */

import type { Clause } from "../lib/types";
import { chapterOf, type Ruling } from "./rulebook.svelte";

/** Letter by letter, so that places in the folded text are places in the text itself. */
export const fold = (text: string): string =>
  [...text].map((letter) => letter.normalize("NFD")[0]!.toLowerCase()).join("");

export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** Whether a clause or its rulings hold all the words; "13.8" finds every clause of that case. */
export function matches(clause: Clause, rulings: Ruling[], words: string[]): boolean {
  const id = clause.id.toLowerCase();
  const text = fold([clause.title, clause.text, ...rulings.flatMap((r) => [r.id, r.problem, r.ruling])].join("\n"));
  return words.every((word) => id.startsWith(word) || chapterOf(id) === word || text.includes(word));
}

export interface Piece { text: string; kind: "plain" | "hit" | "clause" }

const REFERENCE = /\b(?:\d+(?:\.\d+)*|EX|DN)-[a-z]{1,2}\b/g;

/** A text in pieces: words that were searched for, and ids of other clauses. */
export function pieces(text: string, words: string[], known: (id: string) => boolean): Piece[] {
  const found: { from: number; to: number; kind: "hit" | "clause" }[] = [];
  for (const match of text.matchAll(REFERENCE))
    if (known(match[0])) found.push({ from: match.index, to: match.index + match[0].length, kind: "clause" });
  const folded = words.length ? fold(text) : "";
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      found.push({ from: at, to: at + word.length, kind: "hit" });
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: Piece[] = [];
  let done = 0;
  for (const { from, to, kind } of found) {
    if (from < done) continue;
    if (from > done) parts.push({ text: text.slice(done, from), kind: "plain" });
    parts.push({ text: text.slice(from, to), kind });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), kind: "plain" });
  return parts;
}
