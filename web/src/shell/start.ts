/** Setting up a match, and keeping its links in this browser. */

import { api } from "../lib/api";
import { keepSeat, save, settings } from "../lib/settings.svelte";
import type { Kept } from "../lib/settings.svelte";
import type { Lesson } from "./lessons/steps";

export interface Plan {
  game: string; scenario: string; title: string;
  players: Record<string, string>; options: Record<string, boolean>; word: string;
}

/** Sets up a match; the seat that is played here is kept, with the links for the others. */
export async function setUp({ title, ...body }: Plan): Promise<Kept> {
  const made = await api.create({ ...body, pace: settings.pace });
  const mine = made.seats.find((seat) => seat.sides.some((side) => body.players[side] === "human"));
  const watching = { token: made.spectator, sides: [] };
  const others = made.seats.filter((seat) => seat !== mine);
  const kept: Kept = {
    ...(mine ?? watching),
    game: body.game,
    scenario: body.scenario,
    title,
    at: Date.now(),
    links: mine ? [...others, watching] : others,
  };
  keepSeat(kept);
  return kept;
}

/** Sets up a guided first game and answers with its seat. */
export async function setUpLesson({ game, scenario, side, enemy, commander }: Lesson, title: string): Promise<string> {
  const players = { [side]: "human", [enemy]: commander };
  const { token } = await setUp({ game, scenario, title, players, options: {}, word: "" });
  settings.guided = token;
  settings.guideStep = 0;
  save();
  return token;
}
