/** The battles on the shelf: the catalogue, and the pieces of a game, in the language of this browser. */

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { GameData, GameInfo, ScenarioInfo } from "../lib/types";
import { remembered } from "./remembered";

export const library = $state<{ games: GameInfo[]; state: "loading" | "ready" | "down" }>({
  games: [],
  state: "loading",
});

const catalogue = remembered(() => api.games());
const pieces = remembered((key) => api.game(key.split("/")[1]!));

/** Fetches the catalogue; what was there stays on the screen meanwhile. */
export async function browse(): Promise<void> {
  const language = settings.language;
  if (library.state === "down") library.state = "loading";
  try {
    const games = await catalogue(language);
    if (language !== settings.language) return;
    library.games = games;
    library.state = "ready";
  } catch {
    if (!library.games.length) library.state = "down";
  }
}

/** Pieces, hexes and words of a game. */
export const gameData = (game: string): Promise<GameData> => pieces(`${settings.language}/${game}`);

export function scenarioOf(game: string, scenario: string): { game: GameInfo; scenario: ScenarioInfo } | null {
  const foundGame = library.games.find((g) => g.id === game);
  const found = foundGame?.scenarios.find((s) => s.id === scenario);
  return foundGame && found ? { game: foundGame, scenario: found } : null;
}

/** The names of the sides of a seat; a seat without sides looks on. */
export function sideNames(game: string, sides: string[]): string[] {
  const known = library.games.find((g) => g.id === game)?.sides ?? [];
  return sides.map((id) => known.find((side) => side.id === id)?.name ?? id);
}
