/** A game played again, entry by entry, as one seat saw it. */

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { LogEntry, PlanView, Snapshot } from "../lib/types";

export const SPEEDS = [0.5, 1, 2, 4];
const BEAT_MS = 1100;
const AHEAD = 3;

export class Replay {
  /** The table as it is now: it holds the whole diary. */
  whole = $state.raw<Snapshot | null>(null);
  /** The table after the entry that is looked at. */
  then = $state.raw<Snapshot | null>(null);
  problem = $state<"" | "unknown" | "down">("");
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  side = $state("");
  readonly token: string;
  #seen = new Map<string, Promise<Snapshot>>();
  #timer = 0;

  constructor(token: string) {
    this.token = token;
  }

  /** The entries that this seat heard of; the beginning comes before them. */
  log = $derived<LogEntry[]>(this.whole?.log ?? []);
  last = $derived(this.log.length);
  entry = $derived(this.at > 0 ? (this.log[this.at - 1] ?? null) : null);

  /** Whether a commander made plans in this game, and those in force at the entry that is looked at. */
  planned = $derived(this.log.some((entry) => entry.plan));
  plans = $derived.by((): PlanView[] => {
    const found = new Map<string, PlanView>();
    for (const { plan } of this.log.slice(0, this.at)) if (plan) found.set(plan.side, plan);
    return [...found.values()].sort((a, b) => (a.side < b.side ? -1 : 1));
  });

  /** Where turns begin, as places on the slider. */
  turns = $derived.by((): { turn: number; at: number }[] => {
    const starts = this.log.flatMap((entry, i) => (entry.events.some((e) => e.name === "turn") ? [i + 1] : []));
    const first = (this.whole?.view.turn ?? starts.length) - starts.length + 1;
    return starts.map((at, i) => ({ turn: first + i, at }));
  });

  /** The turn of an entry; what comes before the first turn that the diary tells of belongs to the one before, if any. */
  turnOf(n: number): number | null {
    const at = this.log.findIndex((entry) => entry.n === n) + 1;
    const before = (this.turns[0]?.turn ?? (this.whole?.view.turn ?? 0) + 1) - 1;
    return this.turns.filter((turn) => turn.at <= at).at(-1)?.turn ?? (before || null);
  }

  /** Fetches the diary; again when language or side change. */
  async open(): Promise<void> {
    try {
      this.whole = await api.seat(this.token, this.side || undefined);
      this.side = this.whole.side ?? "";
      this.problem = "";
      this.at = Math.min(this.at, this.last);
      await this.#show();
    } catch (error) {
      this.problem = error instanceof Error && "status" in error && error.status === 404 ? "unknown" : "down";
    }
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    void this.#show();
  }

  /** Goes to the entry with a number. */
  find(n: number): void {
    this.stop();
    this.go(this.log.findIndex((entry) => entry.n === n) + 1);
  }

  turn(by: 1 | -1): void {
    const marks = [0, ...this.turns.map((turn) => turn.at), this.last];
    const next = by > 0 ? marks.find((mark) => mark > this.at) : marks.filter((mark) => mark < this.at).at(-1);
    if (next !== undefined) this.go(next);
  }

  play(): void {
    if (this.at >= this.last) this.go(0);
    this.playing = true;
    this.#beat();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #beat(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      if (!this.playing) return;
      this.go(this.at + 1);
      if (this.at >= this.last) this.stop();
      else this.#beat();
    }, BEAT_MS / this.speed);
  }

  async #show(): Promise<void> {
    const at = this.at;
    const found = await this.#after(at).catch(() => null);
    if (found && at === this.at) this.then = found;
    if (this.playing) for (let i = 1; i <= AHEAD; i++) void this.#after(Math.min(this.last, at + i)).catch(() => null);
  }

  #after(at: number): Promise<Snapshot> {
    const n = at === 0 ? 0 : this.log[at - 1]!.n;
    const key = `${settings.language}/${this.side}/${n}`;
    let found = this.#seen.get(key);
    if (!found) {
      found = api.replay(this.token, n, this.side || undefined);
      this.#seen.set(key, found);
      found.catch(() => this.#seen.delete(key));
    }
    return found;
  }
}
