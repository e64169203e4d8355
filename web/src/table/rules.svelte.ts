/** The clause that is shown beside the table. */

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { Rulebook } from "../lib/types";

interface Open { game: string; id: string; x: number; y: number }

export const opened = $state<{ rule: Open | null }>({ rule: null });

const books = new Map<string, Promise<Rulebook>>();

/** The rulebook of a game in the language chosen now. */
export function rulebook(game: string): Promise<Rulebook> {
  const key = `${game}/${settings.language}`;
  if (!books.has(key)) books.set(key, api.rulebook(game));
  return books.get(key)!;
}
