/** The player's hand: what can be done now, what is picked up, and what a click means. */

import type { ActionGroup, GameData, StackView } from "../lib/types";
import type { Live } from "../lib/live.svelte";
import { MEANT, MODES, ON_HEX, QUIET } from "./verbs";

export interface Choice { action: string; verb: string; target: string | null }

export interface Lit {
  hexes: Map<string, Choice[]>;
  units: Map<string, Choice[]>;
  /** Sides of hexes, by name. */
  sides: Map<string, Choice[]>;
  /** First arguments that have to be picked before a hex: units or markers. */
  picks: Map<string, ActionGroup>;
  /** Choices that are neither hexes nor units: buttons. */
  buttons: Choice[];
}

const choice = (group: ActionGroup, target: string | null): Choice => ({
  action: [group.verb, ...group.before, ...(target === null ? [] : [target])].join(" "),
  verb: group.verb,
  target,
});

const add = (map: Map<string, Choice[]>, key: string, value: Choice): void => {
  map.set(key, [...(map.get(key) ?? []), value]);
};

/** Verbs asked for that light the map for all the units that can do them. */
const OF_ALL = new Set(["bridge", "bridgehead"]);
const ENDING = new Set(["end", "commit", "done"]);
/** Verbs that name a unit or marker before the hex. */
const PICKED = new Set(["probe", "place", "deploy", "enter", "disengage", "bridgehead"]);

export class Hand {
  /** The hex under the pointer. */
  hex = $state<string | null>(null);
  /** The unit under the pointer, for overlays. */
  unit = $state<string | null>(null);
  #picked = $state<string | null>(null);
  #asked = $state<{ verb: string; state: number } | null>(null);
  #live: Live;
  #data: () => GameData;
  /** The position right after a unit was picked up: until it moves, letting go is taking back. */
  #fresh = -1;

  constructor(live: Live, data: () => GameData) {
    this.#live = live;
    this.#data = data;
  }

  get #groups(): ActionGroup[] {
    return this.#live.snapshot?.actions ?? [];
  }

  /** Verbs that can be asked for now, and the one that is. */
  modes = $derived.by((): string[] => [...new Set(this.#groups.filter((g) => g.verb in MODES && g.choices?.length).map((g) => g.verb))]);
  mode = $derived.by((): string | null => {
    const { verb = "", state = -1 } = this.#asked ?? {};
    return this.modes.includes(verb) && this.#live.snapshot?.state === state ? verb : this.#only;
  });

  /** A decision that is about such a verb alone needs no asking. */
  get #only(): string | null {
    const others = this.#groups.some((g) => !(g.verb in MODES) && (g.choices?.length || ENDING.has(g.verb)));
    return this.modes.length === 1 && !others ? this.modes[0]! : null;
  }

  /** The groups that light something now. */
  get #shown(): ActionGroup[] {
    return this.#groups.filter((g) => (this.mode ? g.verb === this.mode || g.choices === null : !(g.verb in MODES)));
  }

  /** What was picked up here and not told yet; if only one thing can be picked up, it is. */
  pick = $derived.by((): string | null => {
    const groups = this.#shown;
    const first = [...new Set(groups.filter((g) => g.before.length).map((g) => g.before[0]!))];
    if (this.#picked && first.includes(this.#picked)) return this.#picked;
    const alone = first.length === 1 && !groups.some((g) => !g.before.length && g.choices?.length);
    return alone ? first[0]! : null;
  });

  lit = $derived.by((): Lit => {
    const lit: Lit = { hexes: new Map(), units: new Map(), sides: new Map(), picks: new Map(), buttons: [] };
    const { grid, units } = this.#data();
    for (const group of this.#shown) {
      const [first] = group.before;
      const all = OF_ALL.has(this.mode ?? "");
      if (first && !all) lit.picks.set(first, group);
      if (first && first !== this.pick && (!all || this.pick)) continue;
      if (group.choices === null) lit.buttons.push(choice(group, null));
      for (const target of group.choices ?? []) {
        if (target in grid.hexes) add(lit.hexes, target, choice(group, target));
        else if (target in units) add(lit.units, target, choice(group, target));
        else if (target.includes("/")) add(lit.sides, target, choice(group, target));
        else lit.buttons.push(choice(group, target));
      }
    }
    return lit;
  });

  /** Units that the player has in hand: on the move, in the attack, or picked. */
  held = $derived.by((): Set<string> => {
    const view = this.#live.snapshot?.view;
    const chosen = view?.activation && !view.activation.begun ? view.activation.units : [];
    return new Set([...chosen, ...(view?.moving?.units ?? []), ...(view?.combat?.result ? [] : (view?.combat?.units ?? [])), ...(view?.way?.kind === "retreat" ? view.way.units : []), ...(this.pick ? [this.pick] : [])]);
  });

  /** The unit that reach and supply are shown for. */
  get subject(): string | null {
    return this.#live.snapshot?.view.moving?.units[0] ?? this.pick ?? this.unit;
  }

  /** What the picked unit does on a lit hex. */
  deed = $derived.by((): string | null => (this.pick && this.lit.picks.get(this.pick)?.verb) || null);

  /** Asks for a verb that lights the map only then, or lets it go; `unit` is the one that shall do it. */
  ask(verb: string | null, unit: string | null = null): void {
    this.#asked = verb && (verb !== this.mode || unit) ? { verb, state: this.#live.snapshot?.state ?? -1 } : null;
    this.#picked = unit;
  }

  /** What a unit could do that its click does not mean: verbs that have to be asked for. */
  extras(unit: string): { verb: string; action: string | null }[] {
    if (this.mode) return [];
    const found = this.#groups.filter((g) => g.verb in MODES && (g.before[0] === unit || (!g.before.length && g.choices?.includes(unit))));
    return found.map((g) => ({ verb: g.verb, action: g.before.length ? null : `${g.verb} ${unit}` }));
  }

  /** What can be done with a unit by a click on it. */
  choices(unit: string): Choice[] {
    return (this.lit.units.get(unit) ?? []).filter((c) => !QUIET.has(c.verb));
  }

  /** Whether a click on the unit does something. */
  able(unit: string): boolean {
    return this.choices(unit).length > 0 || (this.lit.picks.has(unit) && unit in this.#data().units);
  }

  /** Units that can still act, in the order of the position. */
  ready = $derived.by((): string[] => {
    const stacks = this.#live.snapshot?.view.stacks ?? [];
    return stacks.flatMap((s) => s.units.map((u) => u.id)).filter((id) => this.able(id));
  });

  stack(hex: string | null): StackView | undefined {
    return this.#live.snapshot?.view.stacks.find((s) => s.hex === hex);
  }

  hexOf(unit: string): string | null {
    return this.#live.snapshot?.view.stacks.find((s) => s.units.some((u) => u.id === unit))?.hex ?? null;
  }

  take(name: string | null): void {
    this.#picked = this.#picked === name ? null : name;
  }

  /** Does what a click on a unit means; false if it means nothing. */
  async act(unit: string): Promise<boolean> {
    const [first] = this.choices(unit);
    if (first) {
      const done = await this.#live.play(first.action);
      if (done && first.action.split(" ")[1] === this.#picked) this.#picked = null;
      if (done && first.verb === "select") this.#fresh = this.#live.snapshot?.state ?? -1;
      return true;
    }
    if (this.lit.picks.has(unit)) {
      this.take(unit);
      return true;
    }
    return false;
  }

  /** Puts down the unit on the move and takes up another. */
  async change(unit: string): Promise<boolean> {
    if (!(await this.release())) return false;
    return this.act(unit);
  }

  /** Puts down what is in hand: takes back a fresh choice, else ends the movement of the unit. */
  async release(): Promise<boolean> {
    const state = this.#live.snapshot?.state;
    if (this.#live.snapshot?.can_undo && state === this.#fresh) return this.#live.undo();
    return this.lit.buttons.some((c) => c.verb === "done") ? this.#live.play("done") : false;
  }

  /** Lets go without ending anything: the pick, or a unit just taken up, or a target just named. */
  async drop(): Promise<void> {
    const view = this.#live.snapshot?.view;
    if (this.#picked || this.#asked) this.#picked = this.#asked = null;
    else if (!this.#live.snapshot?.can_undo) return;
    else if (this.#live.snapshot.state === this.#fresh || (view?.combat && !view.combat.committed) || (view?.activation && !view.activation.begun)) await this.#live.undo();
  }

  /** The action that a click which is not possible stands for, to be asked why. */
  meant(hex: string, unit: string | null): string | null {
    const { snapshot } = this.#live;
    const words = MEANT[snapshot?.decision?.name ?? ""];
    if (!words || snapshot!.view.moving?.hex === hex) return null;
    const enemy = this.stack(hex) && this.stack(hex)!.side !== snapshot!.side;
    const verb = (enemy && words.enemy) || (unit && words.unit) || words.hex;
    if (!verb) return null;
    const groups = this.#groups.filter((g) => g.verb === verb);
    const plain = groups.some((g) => !g.before.length);
    if ((PICKED.has(verb) && !plain) || groups.some((g) => g.before.length)) return this.pick ? `${verb} ${this.pick} ${hex}` : null;
    if (verb === "retreat" && !groups.length) return null;
    const target = ON_HEX.has(verb) && verb !== "advance" ? hex : unit;
    return target ? `${verb} ${target}` : null;
  }
}
