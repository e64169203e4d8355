/** What the server says; see docs/api.md. */

export interface Side { id: string; name: string }
export interface OptionInfo { id: string; title: string; rule: string; default: boolean }
export interface ScenarioInfo {
  id: string; title: string; summary: string; turns: number; learning: boolean;
  period: string; difficulty: string; length: string;
}
export interface GameInfo { id: string; title: string; sides: Side[]; scenarios: ScenarioInfo[]; options: OptionInfo[]; commanders: string[] }

export interface UnitInfo {
  side: string; type: string; type_name: string; sidc: string; size: string;
  text: string; colour: string; name: string;
  /** Attack, defence and, where it is printed, movement at every step. */
  track: number[][];
  organisation?: string;
  /** The set-up area of its formation. */
  area?: string;
  /** Games of formations and their headquarters: the formation, whose colour is a band on the counter. */
  formation?: string; nationality?: string; mobility?: string; ss?: boolean; quality?: number; red?: boolean;
  stars?: { yellow: number; white: number };
  /** Of a headquarters: command range, support level, and whose markers it uses. */
  range?: number; support?: number; uses?: string[];
  /** What `dressed` writes: the colours of the band and of the square of a nationality. */
  band?: string; mark?: string;
}
export interface Organisation {
  name: string; side: string; colour: string; air?: boolean;
  /** Of a formation: its short name and its headquarters. */
  text?: string; hq?: string;
}
export interface Effect { columns?: number; modifier?: number; star?: string; either?: Effect[] }
export interface MarkerInfo {
  kind: string; name: string;
  /** Of a support marker. */
  side?: string; nationality?: string; sidc?: string; effect?: Effect;
}
export interface GameData {
  id: string; title: string; sides: Side[];
  units: Record<string, UnitInfo>;
  markers: Record<string, MarkerInfo>;
  phases: { id: string; title: string }[];
  terms: Record<string, string>;
  scenarios: Record<string, {
    title: string; summary: string; turns: { turn: number; from: string; to: string; part?: string }[];
    area: string[]; bounds: [number, number, number, number];
    objectives: { hex: string; name: string; points: number }[];
    /** Units that belong to another formation here. */
    formations?: Record<string, string>;
  }>;
  grid: { scale: number; hexes: Record<string, [number, number]>; terrain: Record<string, string>; radius: number; orientation: "flat" | "pointy" };
  places: Record<string, string>;
  /** The hexes of these places, the largest first. */
  towns: string[];
  organisations?: Record<string, Organisation>;
  formations?: Record<string, Organisation>;
  nationalities?: Record<string, { name: string; side: string; mark: string | null }>;
  /** Colours of the counters, by side and for the Waffen-SS. */
  counters?: Record<string, { colour: string }>;
  /** What each kind of weather does. */
  weather?: { id: string; text: string; rule: string }[];
}

export interface UnitView {
  id: string; steps: number; attack: number; defence: number; movement?: number; marks?: string[];
  /** Quality and the action points left. */
  quality?: number; points?: number;
}
export interface StackView {
  hex: string; side: string; height: number; top: string; supplied: boolean; units: UnitView[];
}
export interface Chit { organisation: string; value: number }
export interface Pool { side: string; ready: number; values: number[]; spent: number[]; open: boolean; active: number }
export interface CombatView {
  target: string; side: string; units: string[]; committed: boolean;
  /** Support fire: chits drawn, the opportunity at hand (from 0), how many there are, and those at which one was drawn. */
  bombardment?: boolean; engineer?: string | null; named?: string[];
  attack_chits?: Chit[]; defence_chits?: Chit[]; opportunity?: number; opportunities?: number; taken?: number[];
  /** Support markers and air missions of attacker and defender, the units picked for quality and for armour. */
  prepared?: boolean; defenders?: string[];
  attack_support?: Used[]; defence_support?: Used[]; air?: boolean[];
  quality?: (string | null)[]; armour?: (string | null)[]; stars?: (number | null)[]; stage?: number; result?: string;
}
export interface Used { marker: string; use: string }
export interface Box { level: number; ready: string[]; used: string[] }
/** Support markers: in the boxes of the headquarters, free to be allotted, coming back in a turn, out of the game. */
export interface SupportView { boxes: Record<string, Box>; pool: string[]; track: Record<string, number>; gone: string[] }
/** What an activation by a headquarters would bring: units not yet activated, for a second time, out of command. */
export interface FormationView { hq: string; fresh: string[]; again: string[]; lost: string[]; spent: string[] }
export interface Bridgehead { unit: string; hex: string; mother: string | null; from: string }
export interface Score {
  total: number | null; lines: { text: string; points: number; rule: string }[];
  /** Games with levels of victory: what else is counted, how, and what it would mean now. */
  others?: number; measure?: string; level?: string; winner?: string | null; rules?: string[]; text?: string;
  levels?: { level: string; from: number | null; to: number | null }[];
  /** The points before they are rounded. */
  points?: number;
  /** Units that count for the score. */
  linked?: string[];
}
/** Every game has what stands first; the rest is there if the game knows of it. */
export interface View {
  turn: number; last_turn: number; phase: string; segment: string; weather?: string;
  stacks: StackView[];
  off_map: { dead: string[]; exited?: string[]; returning?: Record<string, number>; arriving?: Record<string, number>; waiting?: string[] };
  score: Score;
  combat: CombatView | null;
  moving: {
    units: string[]; hex: string; points: Record<string, number>;
    /** Action points left, and the hexes where the units must attack. */
    actions?: number; duty?: string[];
  } | null;
  outcome: { winner: string | null; text: string; rules: string[]; score: number } | null;
  air?: Record<string, number>;
  korpsgruppen?: Record<string, string>;
  control?: string[] | Record<string, string[]>; fallen?: string[];
  bridges?: { unit: string; hexside: [string, string] }[];
  pools?: Record<string, Pool>;
  air_supply?: { left: number; unit: string | null };
  airfield?: { hex: string; side: string } | null;
  bombarded?: string[];
  support?: SupportView; alarms?: string[]; bridgeheads?: Bridgehead[]; breakthrough?: string[];
  activation?: { side: string; units: string[]; hidden: number; owing: string[]; begun: boolean } | null;
  formations?: FormationView[];
  /** The other side has just passed; passes in succession of each; whether the turn is near an early end. */
  alternation?: { passed: boolean; idle: Record<string, number>; runs: Record<string, number> } | null;
  way?: { kind: "retreat" | "advance"; units: string[]; path: string[]; left: number } | null;
}
export interface ActionGroup { verb: string; before: string[]; choices: string[] | null }
export interface DecisionView { side: string; name: string; prompt: string; rules: string[]; mine: boolean }
export interface EventView {
  name: string; text: string; rules: string[];
  side?: string; hex?: string; path?: string[]; dice?: number[]; units?: string[]; organisation?: string; value?: number; result?: string;
}
/** What a commander is about, in words: tasks of formations, and the attacks he foresees. */
export interface PlanView {
  side: string;
  main_effort: { hex: string; text: string };
  tasks: { formation: string; units: string[]; script: string; hex: string; objective: string }[];
  attacks: { hex: string; units: string[]; odds: string; value: number; text: string }[];
  expected: number;
}
export interface LogEntry {
  n: number; side: string; events: EventView[];
  /** Why a computer decided so, and the plan it made then; only where it may be told. */
  why?: string; plan?: PlanView;
}
/** How fast the computer goes on. */
export type Pace = "pause" | "slow" | "normal" | "fast";
export interface Snapshot {
  match: string; state: number; seat: { sides: string[] }; side: string | null;
  players: Record<string, string>;
  game: string; scenario: string; title: string;
  view: View; actions: ActionGroup[]; decision: DecisionView | null;
  can_undo: boolean; can_redo: boolean; opening: EventView[]; log: LogEntry[]; entries: number;
  finished: boolean; commitment: string; seed: string; pace: Pace;
}
export interface Update extends Snapshot { type: "snapshot" | "update"; since?: number; reset?: boolean }
export interface OddsItem { text: string; value: number; rule: string }
export interface ArmourDie { columns: number; loser: "attacker" | "defender" | null }
export interface Odds {
  target: string; side: string; terrain: string; attackers: string[]; defenders: string[]; hidden: number;
  attack: OddsItem[]; defence: OddsItem[]; attack_total: number; defence_total: number;
  prepared?: boolean; modifiers?: OddsItem[];
  /** Stars of the attacker less those of the defender, and what each armour die does. */
  armour?: { difference: number; stars: number[]; dice: ArmourDie[] } | null;
  ratio: string; ratio_rule: string; rounded?: "nearest"; shifts: { text: string; columns: number; rule: string }[];
  column: string; automatic: string | boolean | null;
  /** Chances, and all results in their order, the best for the attacker first. */
  results: Record<string, number>; order: string[]; result_names: Record<string, string>;
  support?: Support | null;
  /** The chances of the differentials over the chits still to be drawn. */
  differentials?: Record<string, number>;
  /** The part of the combat results table that is used: a row of columns, and the results by die. */
  chart?: Chart;
}
export interface Chart { row: string; columns: string[]; at: number; dice: string[][]; bonus: number }
/** What support fire can still do to a combat. */
export interface Support {
  attack: Record<string, number[]>; defence: Record<string, number[]>; attack_left: number; defence_left: number;
  differentials: Record<string, number>; results: Record<string, number>;
}
/** What the side's own staff would do now, why, the hexes it is about, and the plan behind it. */
export interface Hint { action: string; text: string; hexes: string[]; plan: PlanView | null }
export interface Clause { id: string; kind: string; title: string; text: string; see: string[] }
export interface Rulebook {
  title: string; chapters: { id: string; title: string }[]; clauses: Clause[];
  rulings: { id: string; clauses: string[]; problem: string; ruling: string }[];
}
export interface Created { match: string; seats: { token: string; sides: string[] }[]; spectator: string }

export interface Reach {
  unit: string | null; costs: Record<string, number>; before: Record<string, string>;
  /** Action points that it takes. */
  actions?: Record<string, number>;
}
/** The hexes in supply stand under the name of each side. */
export interface Supply {
  trace: string[]; cut: { hex: string; by: string[] }[]; supplied: boolean | null; roads?: Record<string, string[]>;
  [side: string]: unknown;
}
/** `chance`: how likely the defender is driven off or destroyed. */
export interface Threat { hex: string; odds: string; chance: number; attackers: number; hidden: number }
export interface Objective { hex: string; name: string; points: number; side: string | null }
