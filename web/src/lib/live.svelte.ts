/** A table that is open: the newest snapshot, the diary, and a connection that comes back by itself. */

import { api } from "./api";
import { settings } from "./settings.svelte";
import { isComputer } from "./ranks";
import type { LogEntry, Pace, Snapshot, Update } from "./types";

/** Units that have just gone along a path, for the eye to follow. */
export interface Motion { units: string[]; path: string[]; id: number }

export interface Refused { rule: string; message: string }

type Answer = { type: "done" | "stale"; id: number; state: number } | ({ type: "refused"; id: number } & Refused);
type Asked = { type: "play" | "undo" | "redo"; id: number; state: number; action?: string; side?: string };

/** How long a unit takes along its path, by the computer's pace. */
export const GLIDE_MS: Record<Pace, number> = { pause: 500, slow: 650, normal: 360, fast: 240 };
const QUEUE_SHOWN = 4;
const BACKOFF_MS = [300, 700, 1500, 3000, 6000];

export class Live {
  snapshot = $state.raw<Snapshot | null>(null);
  log = $state.raw<LogEntry[]>([]);
  connection = $state<"opening" | "open" | "lost" | "unknown">("opening");
  /** Something was asked and the position is not here yet. */
  busy = $state(false);
  motion = $state.raw<Motion | null>(null);
  /** Hot-seat: the side that must sit down before anything more is shown. */
  handover = $state<string | null>(null);
  /** How fast the computer goes on. */
  pace = $state<Pace>("fast");
  /** The sides for which somebody is at the table. */
  online = $state.raw<Record<string, boolean>>({});

  #token: string;
  #refused: (refused: Refused) => void;
  #socket: WebSocket | null = null;
  #side = "";
  #state = -1;
  #ids = 0;
  #motions = 0;
  #tries = 0;
  #closed = false;
  #asked: { message: Asked; settle: (done: boolean) => void } | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #queue: Update[] = [];
  #pumping = false;
  #seen: (() => void)[] = [];
  /** The pace wished for at this table. */
  #wish: Pace = settings.pace;

  constructor(token: string, refused: (refused: Refused) => void) {
    this.#token = token;
    this.#refused = refused;
  }

  /** A seat with both sides passes from hand to hand. */
  get shared(): boolean {
    return (this.snapshot?.seat.sides.length ?? 0) > 1;
  }

  async open(): Promise<void> {
    try {
      const first = await api.seat(this.#token);
      this.#side = first.side ?? "";
      if (first.seat.sides.length > 1) this.handover = this.#side;
      this.#show(first, first.log);
      this.#connect();
    } catch {
      this.connection = "unknown";
    }
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  // -- asking ----------------------------------------------------------------------------------------------------

  /** Plays an action; true when the position after it is on the screen. */
  play(action: string): Promise<boolean> {
    return this.#ask("play", action);
  }

  /** Plays actions one after the other, as far as they are accepted. */
  async playAll(actions: string[]): Promise<boolean> {
    for (const action of actions) if (!(await this.play(action))) return false;
    return true;
  }

  undo(): Promise<boolean> {
    return this.#ask("undo");
  }

  redo(): Promise<boolean> {
    return this.#ask("redo");
  }

  /** Resolves when nothing is asked any more. */
  async idle(): Promise<void> {
    while (this.busy) await this.#last;
  }

  /** Hot-seat: the other player is seated and may see his side now. */
  seated(): void {
    if (!this.handover) return;
    if (this.handover === this.#side) {
      this.handover = null;
      return;
    }
    this.#side = this.handover;
    this.speak();
  }

  /** Whether the pace of a computer is set here: by whoever plays against it, or where only computers play. */
  get paced(): boolean {
    const { players = {}, seat } = this.snapshot ?? {};
    const computers = Object.values(players).filter(isComputer).length;
    return computers > 0 && (seat!.sides.length > 0 || computers === Object.keys(players).length);
  }

  setPace(pace: Pace): void {
    this.#wish = this.pace = pace;
    this.#send({ type: "pace", id: ++this.#ids, pace });
  }

  /** Lets a computer that pauses go on until there is something to see. */
  step(): void {
    this.#send({ type: "step", id: ++this.#ids });
  }

  /** The same view in the language chosen now. */
  speak(): void {
    this.#send({ type: "view", id: ++this.#ids, side: this.#side, language: settings.language });
  }

  #ask(type: Asked["type"], action?: string): Promise<boolean> {
    const answer = this.#exchange(type, action);
    this.#last = answer;
    return answer;
  }

  async #exchange(type: Asked["type"], action?: string): Promise<boolean> {
    if (this.busy || this.connection !== "open" || !this.snapshot?.side) return false;
    const message: Asked = { type, id: ++this.#ids, state: this.#state, side: this.#side };
    if (action) message.action = action;
    this.busy = true;
    const done = await new Promise<boolean>((settle) => {
      this.#asked = { message, settle };
      this.#send(message);
    });
    if (done) await this.#shown();
    this.busy = false;
    return done;
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Resolves when the newest position that the server told of is on the screen. */
  #shown(): Promise<void> {
    if (this.snapshot && this.snapshot.state >= this.#state) return Promise.resolve();
    return new Promise((resolve) => this.#seen.push(resolve));
  }

  // -- hearing ---------------------------------------------------------------------------------------------------

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams({ language: settings.language, ...(this.#side ? { side: this.#side } : {}) });
    const socket = new WebSocket(`${scheme}://${location.host}/api/seats/${this.#token}/live?${query}`);
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.#closed) return;
      this.connection = event.code === 4404 ? "unknown" : "lost";
      if (event.code === 4404) return;
      const wait = BACKOFF_MS[Math.min(this.#tries++, BACKOFF_MS.length - 1)]!;
      setTimeout(() => !this.#closed && this.#connect(), wait * (0.8 + 0.4 * Math.random()));
    };
  }

  #hear(message: Update | Answer | { type: string }): void {
    if (message.type === "snapshot" || message.type === "update") this.#arrive(message as Update);
    else if (message.type === "pace") this.#wish = this.pace = (message as unknown as Snapshot).pace;
    else if (message.type === "players") this.online = (message as unknown as { online: Record<string, boolean> }).online;
    else if (message.type === "done") this.#answered(message as Answer, true);
    else if (message.type === "stale") this.#answered(message as Answer, false);
    else if (message.type === "refused" || message.type === "error") {
      const { rule = "", message: text } = message as unknown as Partial<Refused> & { message: string };
      this.#refused({ rule, message: text });
      this.#answered(message as Answer, false);
    }
  }

  #answered(answer: Answer, done: boolean): void {
    if (this.#asked?.message.id !== answer.id) return;
    if (done && "state" in answer) this.#state = answer.state;
    this.#asked.settle(done);
    this.#asked = null;
  }

  #arrive(update: Update): void {
    if (update.type === "update") {
      this.#queue.push(update);
      void this.#pump();
      return;
    }
    this.#queue = [];
    this.#tries = 0;
    this.connection = "open";
    this.#show(update, update.log);
    this.#askAgain(update.state);
    this.pace = update.pace;
    if (this.paced && this.pace === "fast" && this.#wish !== "fast") this.setPace(this.#wish);
  }

  /** What was asked when the line broke is asked again if it never arrived; if it did, the snapshot shows it. */
  #askAgain(state: number): void {
    if (!this.#asked) return;
    if (this.#asked.message.state === state) this.#send(this.#asked.message);
    else {
      this.#asked.settle(true);
      this.#asked = null;
    }
  }

  // -- showing ---------------------------------------------------------------------------------------------------

  /** Shows updates one by one so that the eye can follow, or all at once when many wait. */
  async #pump(): Promise<void> {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#queue.length) {
      const update = this.#queue.shift()!;
      const moves = update.log.flatMap((entry) => entry.events).filter((e) => e.path && e.path.length > 1);
      const over = update.finished && !this.snapshot?.finished;
      this.#show(update, update.reset ? update.log : [...this.log, ...update.log]);
      if (over) this.speak(); // the diary now holds what the commanders thought
      if (!moves.length || matchMedia("(prefers-reduced-motion: reduce)").matches) continue;
      const last = moves.at(-1)!;
      this.motion = { units: last.units ?? [], path: last.path!, id: ++this.#motions };
      if (this.#queue.length && this.#queue.length < QUEUE_SHOWN) await new Promise((r) => setTimeout(r, GLIDE_MS.fast));
    }
    this.#pumping = false;
  }

  /** The screen between two players of one seat stays until the view of the side that sits down is here. */
  #pass(snapshot: Snapshot): void {
    const decider = snapshot.decision?.side ?? "";
    const other = decider !== this.#side && snapshot.seat.sides.includes(decider);
    if (snapshot.side !== (this.#side || null)) return;
    if (other) this.handover = decider;
    else if (this.snapshot && this.snapshot.side !== snapshot.side) this.handover = null;
    else if (this.handover !== this.#side) this.handover = null;
  }

  #show(snapshot: Snapshot, log: LogEntry[]): void {
    this.#pass(snapshot);
    this.snapshot = snapshot;
    this.log = log;
    this.#state = Math.max(this.#state, snapshot.state);
    if (snapshot.state === this.#state) for (const resolve of this.#seen.splice(0)) resolve();
  }
}
