/** The computer players, by rank. */

import { t } from "./i18n";

export const RANKS: Record<string, { title: string; text: string }> = {
  random: { title: "Recruit", text: "plays at random" },
  cadet: { title: "Cadet", text: "takes what looks best" },
  staff: { title: "Staff officer", text: "plans every turn" },
  marshal: { title: "Marshal", text: "tries plans out first" },
};

const PEOPLE = new Set(["human", "invite"]);

export const isComputer = (player: string | undefined): boolean => player !== undefined && !PEOPLE.has(player);

/** The rank of a computer player in words. */
export const rankOf = (player: string): string => t(RANKS[player]?.title ?? player);
