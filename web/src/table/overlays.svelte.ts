/** What can be laid over the map, one key each; fetched when it is shown and the position has changed. */

import { api } from "../lib/api";
import type { GameData, Objective, Reach, Supply, Threat } from "../lib/types";

export const TOOLS = [
  { id: "reach", key: "r", label: "Reach" },
  { id: "zoc", key: "z", label: "Zones of control" },
  { id: "supply", key: "s", label: "Supply" },
  { id: "command", key: "c", label: "Command ranges" },
  { id: "threats", key: "t", label: "Threats and odds" },
  { id: "control", key: "v", label: "Front and objectives" },
] as const;

/** The layers that a game has: only games of formations know command ranges. */
export const toolsOf = (data: GameData): (typeof TOOLS)[number][] => TOOLS.filter((tool) => tool.id !== "command" || data.formations);

export type Tool = (typeof TOOLS)[number]["id"];

interface Shown {
  reach: Reach | null; zoc: Record<string, string[]> | null; supply: Supply | null;
  command: Record<string, string[]> | null;
  threats: Threat[] | null; control: Record<string, string[]> | null; objectives: Objective[] | null;
}

export class Overlays {
  on = $state<Record<Tool, boolean>>({ reach: false, zoc: false, supply: false, command: false, threats: false, control: false });
  shown = $state.raw<Shown>({ reach: null, zoc: null, supply: null, command: null, threats: null, control: null, objectives: null });
  #token: string;
  #asked: Partial<Record<keyof Shown, string>> = {};

  constructor(token: string) {
    this.#token = token;
  }

  toggle(tool: Tool): void {
    this.on[tool] = !this.on[tool];
  }

  /** Fetches what is switched on and not here yet. Reach is needed for costs whenever a unit is on the move. */
  update(state: number, side: string | null, unit: string | null, onTheMove: boolean, commanding: boolean): void {
    const at = `${state}/${side}`;
    this.#fetch("reach", (this.on.reach || onTheMove) && unit !== null, `${at}/${unit}`, side, unit);
    this.#fetch("zoc", this.on.zoc, at, side);
    this.#fetch("supply", this.on.supply, `${at}/${unit}`, side, unit);
    this.#fetch("command", this.on.command || commanding, at, side);
    this.#fetch("threats", this.on.threats, at, side);
    this.#fetch("control", this.on.control, at, side);
    this.#fetch("objectives", this.on.control, at, side);
  }

  #fetch(name: keyof Shown, wanted: boolean, key: string, side: string | null, unit: string | null = null): void {
    if (!wanted) {
      delete this.#asked[name];
      if (this.shown[name]) this.shown = { ...this.shown, [name]: null };
      return;
    }
    if (this.#asked[name] === key) return;
    this.#asked[name] = key;
    const query = { ...(side ? { side } : {}), ...(unit ? { unit } : {}) };
    api.overlay<never>(this.#token, name, query).then(
      (found) => {
        if (this.#asked[name] === key) this.shown = { ...this.shown, [name]: found };
      },
      () => delete this.#asked[name],
    );
  }

  /** The way to a hex, as far as the reach shown knows it. */
  path(hex: string): string[] {
    const reach = this.shown.reach;
    if (!reach || !(hex in reach.before)) return [];
    const way = [hex];
    for (let at = reach.before[hex]; at !== undefined; at = reach.before[at]) way.unshift(at);
    return way;
  }
}
