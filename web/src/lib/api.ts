/** Requests to the server. */

import { dressed, enlisted } from "./counters";
import { settings } from "./settings.svelte";
import type { Created, GameData, GameInfo, Hint, Odds, Pace, Rulebook, Snapshot } from "./types";

export class ApiError extends Error {
  constructor(readonly status: number, readonly body: { error?: string; message?: string; rule?: string }) {
    super(body.message ?? body.error ?? `HTTP ${status}`);
  }
}

async function request<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(`/api/${path}`, init);
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiError(answer.status, body);
  return body as T;
}

const get = <T>(path: string, query: Record<string, string> = {}): Promise<T> =>
  request<T>(`${path}?${new URLSearchParams({ language: settings.language, ...query })}`);

const post = <T>(path: string, body: unknown): Promise<T> =>
  request<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

export const api = {
  games: () => get<GameInfo[]>("games"),
  game: (game: string, scenario = "") => get<GameData>(`games/${game}`).then(dressed).then((data) => enlisted(data, scenario)),
  rulebook: (game: string) => get<Rulebook>(`games/${game}/rulebook`),
  mapUrl: (game: string, scenario: string) => `/api/games/${game}/${scenario}/map.svg?language=${settings.language}`,
  create: (body: {
    game: string; scenario: string; options: Record<string, boolean>; players: Record<string, string>; word: string; pace: Pace;
  }) => post<Created>("matches", body),
  seat: (token: string, side?: string) => get<Snapshot>(`seats/${token}`, side ? { side } : {}),
  replay: (token: string, n: number, side?: string) => get<Snapshot>(`seats/${token}/replay/${n}`, side ? { side } : {}),
  preview: (token: string, action = "", side?: string) =>
    get<Odds | null>(`seats/${token}/preview`, { action, ...(side ? { side } : {}) }),
  explain: (token: string, action: string, side?: string) =>
    get<{ legal: boolean; rule: string; message: string }>(`seats/${token}/explain`, { action, ...(side ? { side } : {}) }),
  hint: (token: string, side?: string) => get<Hint | null>(`seats/${token}/hint`, side ? { side } : {}),
  overlay: <T>(token: string, name: string, query: Record<string, string> = {}) =>
    get<T>(`seats/${token}/overlay/${name}`, query),
  luck: (token: string) => get<any>(`seats/${token}/luck`),
};
