/** Everything about one open table that its parts share. */

import { getContext, setContext } from "svelte";
import { api } from "../lib/api";
import { t } from "../lib/i18n";
import { Live } from "../lib/live.svelte";
import { isComputer } from "../lib/ranks";
import { settings } from "../lib/settings.svelte";
import type { GameData, Hint, Odds, PlanView, Snapshot, View } from "../lib/types";
import { HexField } from "./geometry";
import { Hand } from "./hand.svelte";
import { Overlays } from "./overlays.svelte";
import { ATTACKS, ENDS, label, onHex, onUnit } from "./verbs";
import { Viewport } from "./viewport.svelte";

const KEY = Symbol("table");
export const provideTable = (table: Table): Table => setContext(KEY, table);
export const useTable = (): Table => getContext<Table>(KEY);

export interface Toast { id: number; text: string; rule: string }

const TOAST_MS = 9000;
const WONDER_MS = 120;
const FEW = 40;

export class Table {
  readonly token: string;
  readonly live: Live;
  readonly hand: Hand;
  readonly overlays: Overlays;
  data = $state.raw<GameData | null>(null);
  field: HexField | null = null;
  view: Viewport | null = $state.raw(null);
  toasts = $state<Toast[]>([]);
  /** The hex whose stack is laid open, and the hexes and path that the log points at. */
  card = $state<string | null>(null);
  pointed = $state.raw<{ hex?: string; hexes?: string[]; path?: string[] } | null>(null);
  /** The headquarters whose command range is shown because its formation is pointed at. */
  commander = $state<string | null>(null);
  /** The odds of the combat under way; kept for a while after the die has fallen. */
  odds = $state.raw<Odds | null>(null);
  /** What an attack on the hex under the pointer would mean. */
  whatIf = $state.raw<Odds | null>(null);
  /** What the staff advises in this position, if it was asked. */
  hint = $state.raw<Hint | null>(null);
  /** The list of keys is open. */
  helped = $state(false);
  /** The staff is being asked. */
  asking = $state(false);
  /** The plan behind the advice is laid open and drawn on the map; it stays so for the next advice. */
  planned = $state(false);
  /** The plan of a commander that is pointed at in the diary. */
  recalled = $state.raw<PlanView | null>(null);
  /** The end of a phase waits for a word because something is left undone. */
  leaving = $state<string | null>(null);
  /** Own units that have moved or cannot move in this segment, or have no action points left. */
  spent = $state.raw<ReadonlySet<string>>(new Set());
  #toasts = 0;
  #wondering = 0;
  /** The hex that `next` went to last. */
  #visited = "";

  constructor(token: string) {
    this.token = token;
    this.live = new Live(token, (refused) => this.say(refused.message, refused.rule));
    this.hand = new Hand(this.live, () => this.data!);
    this.overlays = new Overlays(token);
  }

  get snapshot(): Snapshot {
    return this.live.snapshot!;
  }

  get position(): View {
    return this.snapshot.view;
  }

  /** Fetches the words and pieces of the game; again when the language changes. */
  async read(game: string, scenario: string): Promise<void> {
    const data = await api.game(game, scenario);
    if (!this.field) {
      this.field = new HexField(data.grid);
      this.view = new Viewport(this.field.box);
    }
    this.data = data;
  }

  say(text: string, rule = ""): void {
    if (this.toasts.some((toast) => toast.text === text)) return;
    const id = ++this.#toasts;
    this.toasts = [...this.toasts.slice(-2), { id, text, rule }];
    setTimeout(() => this.hush(id), TOAST_MS);
  }

  hush(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  sideName(side: string): string {
    return this.data!.sides.find((s) => s.id === side)?.name ?? this.data!.terms[side] ?? side;
  }

  place(hex: string): string {
    const name = this.data!.places[hex];
    return name ? `${name} (${hex})` : hex;
  }

  /** Takes in a new position. */
  observe(snapshot: Snapshot): void {
    const { decision, view, side } = snapshot;
    if (decision?.name === "movement" && decision.mine) {
      const own = view.stacks.filter((s) => s.side === side).flatMap((s) => s.units.map((u) => u.id));
      this.spent = new Set(own.filter((id) => !this.hand.able(id)));
    } else if (decision?.name === "activation" && decision.mine) {
      this.spent = new Set(view.stacks.flatMap((s) => s.units.filter((u) => u.marks?.includes("active") && !u.points).map((u) => u.id)));
    } else if (decision?.name !== "moving") this.spent = new Set();
    if (this.card && !this.hand.stack(this.card)) this.card = null;
    this.commander = null;
    this.forget();
    this.follow();
    this.toasts = [];
  }

  /** Looks up the odds if every unit next to a hex attacked it. */
  wonder(hex: string | null, verb = "attack"): void {
    clearTimeout(this.#wondering);
    if (!hex || this.position.combat) {
      this.whatIf = null;
      return;
    }
    const [x, y] = this.field!.centre(hex);
    const near = this.position.stacks.filter((s) => {
      const [sx, sy] = this.field!.centre(s.hex);
      return s.side === this.snapshot.side && Math.hypot(sx - x, sy - y) < this.data!.grid.scale * 1.1;
    });
    const action = [verb, hex, ...near.flatMap((s) => s.units.map((u) => u.id))].join(" ");
    this.#wondering = window.setTimeout(async () => {
      const found = await api.preview(this.token, action, this.snapshot.side ?? undefined).catch(() => null);
      if (this.hand.hex === hex) this.whatIf = found;
    }, WONDER_MS);
  }

  // -- acting ----------------------------------------------------------------------------------------------------

  /** A click on a hex, perhaps on a unit there. */
  async click(hex: string, unit: string | null = null): Promise<void> {
    const { hand, snapshot } = this;
    const stack = hand.stack(hex);
    if (!snapshot.decision?.mine) {
      this.card = stack && this.card !== hex ? hex : null;
      return;
    }
    const here = hand.lit.hexes.get(hex);
    // A click on an own stack in reach can mean to join it or to take up another unit: the card asks.
    const unclear = snapshot.decision.name === "moving" && stack && this.card !== hex;
    if (here?.length === 1 && !unclear) return this.#set(here[0]!.action);
    if (here) {
      this.card = hex;
      return;
    }
    const able = (stack?.units ?? []).map((u) => u.id).filter((id) => hand.able(id));
    if (unit && able.includes(unit) && this.card === hex) return this.actOn(unit);
    if (able.length === 1) return this.actOn(able[0]!);
    if (able.length) {
      this.card = this.card === hex ? null : hex;
      return;
    }
    await this.#else(hex, unit ?? stack?.top ?? null);
  }

  async actOn(unit: string): Promise<void> {
    const [first] = this.hand.choices(unit);
    if (first?.verb !== "add") this.card = null;
    await this.hand.act(unit);
  }

  /** A click that no action answers: take up another unit, or say why not. */
  async #else(hex: string, unit: string | null): Promise<void> {
    const { hand, snapshot } = this;
    const stack = hand.stack(hex);
    const own = stack?.side === snapshot.side;
    if (snapshot.decision?.name === "moving" && own && unit && !hand.held.has(unit)) return this.takeUp(unit);
    this.card = stack && this.card !== hex ? hex : null;
    const meant = hand.meant(hex, unit);
    if (meant) await this.why(meant);
  }

  /** A click on a side of a hex. */
  async clickSide(side: string): Promise<void> {
    const [first] = this.hand.lit.sides.get(side) ?? [];
    if (first) await this.#play(first.action);
  }

  /** Asks for a verb that lights the map only then, and shows a place where it is possible. */
  ask(verb: string, unit: string | null = null): void {
    this.card = null;
    this.hand.ask(verb, unit);
    const { hexes, units, sides } = this.hand.lit;
    const places = [...hexes.keys(), ...[...units.keys()].map((id) => this.hand.hexOf(id)), ...[...sides.keys()].map((side) => side.split("/")[0]!)];
    const seen = places.some((hex) => hex && this.view?.shows(...this.field!.centre(hex)));
    if (!seen && places[0]) this.show(places[0]);
  }

  /** Takes something that waits beside the map and shows where it may go. */
  pickUp(name: string): void {
    this.hand.take(name);
    const [hex] = this.hand.lit.hexes.keys();
    if (hex && this.hand.lit.hexes.size < FEW) this.show(hex);
  }

  /** Puts down the unit on the move and takes up another. */
  async takeUp(unit: string): Promise<void> {
    this.card = null;
    if (!(await this.hand.change(unit))) await this.why(`select ${unit}`);
  }

  /** Asks which rule forbids an action and shows the answer. */
  async why(action: string): Promise<void> {
    const answer = await api.explain(this.token, action, this.snapshot.side ?? undefined).catch(() => null);
    if (answer && !answer.legal) this.say(answer.message, answer.rule);
  }

  /** Asks the staff what it would do, and shows where. */
  async advise(): Promise<void> {
    const { snapshot } = this;
    if (!snapshot.decision?.mine || this.asking) return;
    this.asking = true;
    const hint = await api.hint(this.token, snapshot.side ?? undefined).catch(() => undefined);
    this.asking = false;
    if (this.snapshot !== snapshot) return;
    if (!hint) return this.say(t(hint === null ? "The staff has no advice in this game." : "The staff cannot be reached."));
    const words = hint.action.split(" ");
    const places = words.map((word) => (word in this.data!.grid.hexes ? word : this.hand.hexOf(word)));
    const hexes = [...new Set([...places, ...hint.hexes].filter((hex) => hex !== null))];
    this.hint = { ...hint, hexes };
    if (!hexes[0]) return;
    this.pointed = { hexes };
    this.show(hexes[0]);
  }

  /** The plan that is drawn on the map. */
  get plan(): PlanView | null {
    return this.recalled ?? (this.planned ? (this.hint?.plan ?? null) : null);
  }

  /** Whether a computer decides now, or computers alone play: then the pace is at hand. */
  get watching(): boolean {
    const { decision, players } = this.snapshot;
    return this.live.paced && decision !== null && !decision.mine && (isComputer(players[decision.side]) || decision.side === "chance");
  }

  /** Holds a computer, or lets it go on. */
  hold(): void {
    this.live.setPace(this.live.pace === "pause" ? settings.pace : "pause");
  }

  /** Lets a computer go on until there is something to see, and then holds it. */
  step(): void {
    if (this.live.pace === "pause") this.live.step();
    else this.live.setPace("pause");
  }

  /** Goes where a computer has just done something, if the pace lets the eye follow. */
  follow(): void {
    if (this.snapshot.decision?.mine || this.live.pace === "fast" || !this.live.paced) return;
    const last = this.live.log.at(-1)?.events.filter((event) => event.hex ?? event.path?.length).at(-1);
    const hex = last?.path?.at(-1) ?? last?.hex;
    if (hex && this.field?.hexes[hex]) this.show(hex);
  }

  /** Lets the advice and what it points at go. */
  forget(): void {
    this.hint = this.pointed = null;
  }

  /** An action as its button would say it. */
  inWords(action: string): string {
    const [verb = "", ...words] = action.split(" ");
    const names = words.map((word) => this.data!.units[word]?.name ?? (word in this.data!.grid.hexes ? this.place(word) : "")).filter(Boolean);
    if (!names.length) return label(this.data!, this.snapshot.decision, verb, words.at(-1) ?? null);
    const place = words.at(-1)! in this.data!.grid.hexes;
    return `${names.join(", ")}: ${place ? onHex(verb) : onUnit(verb)}`;
  }

  /** Goes to a lit hex with what is in hand. */
  async go(hex: string): Promise<void> {
    const [first, ...more] = this.hand.lit.hexes.get(hex) ?? [];
    if (first && !more.length) await this.#play(first.action);
    else if (first) this.card = hex;
  }

  /** Plays an action on a hex; when units are set up, the next of the same formation is taken up. */
  async #set(action: string): Promise<void> {
    const [verb, unit = ""] = action.split(" ");
    const area = verb === "place" ? this.data!.units[unit]?.area : undefined;
    await this.#play(action);
    const next = area && [...this.hand.lit.picks.keys()].find((id) => this.data!.units[id]?.area === area);
    if (next && this.hand.pick !== next) this.hand.take(next);
  }

  async #play(action: string): Promise<void> {
    this.card = null;
    await this.live.play(action);
  }

  /** Plays the action of a button; the end of a phase is confirmed when units could still act. */
  async press(action: string): Promise<void> {
    if (ENDS.has(action) && this.undone.length) this.leaving = action;
    else await this.#play(action);
  }

  async leave(): Promise<void> {
    const action = this.leaving;
    this.leaving = null;
    if (action) await this.#play(action);
  }

  /** What would be left undone by ending the phase now: units that can act, hexes that can be attacked. */
  get undone(): { id: string; unit: boolean }[] {
    const units = [...new Set([...this.hand.ready, ...this.hand.lit.picks.keys()])];
    const hexes = [...this.hand.lit.hexes].filter(([, found]) => found.some((c) => ATTACKS.has(c.verb)));
    return [...units.map((id) => ({ id, unit: true })), ...hexes.map(([id]) => ({ id, unit: false }))];
  }

  /** Goes to the next unit that can still act. */
  next(): void {
    const hexes = [...new Set(this.hand.ready.map((id) => this.hand.hexOf(id)!))];
    if (!hexes.length) return;
    const hex = hexes[(hexes.indexOf(this.#visited) + 1) % hexes.length]!;
    this.#visited = this.card = hex;
    this.show(hex);
  }

  /** Brings a hex into view. */
  show(hex: string): void {
    if (this.field && this.view) this.view.reveal(...this.field.centre(hex));
  }
}
