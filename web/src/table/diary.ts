/** The diary read back: what the last combat brought, and headings for the log. */

import type { EventView, LogEntry, PlanView } from "../lib/types";

/** Events that open a turn, a half-turn or a phase, and those that open a combat. */
const OPENS = new Set(["turn", "order", "phase"]);
const FIGHTS = new Set(["attack", "prepared attack", "bombardment"]);
/** Events with which an activation goes on after a combat. */
const GOES_ON = new Set(["moved", "entered", "dug in", "recovered", "disengaged", "disengaged badly", "bridgehead", "bridgehead grows"]);

export interface Aftermath { n: number; hex: string; dice: number[]; text: string; result?: string; rules: string[]; events: EventView[] }

/** The last combat whose die has fallen, unless something else has been done since. */
export function aftermath(log: LogEntry[]): Aftermath | null {
  const events: { n: number; event: EventView }[] = [];
  for (let i = log.length - 1; i >= 0; i--) {
    for (const event of [...log[i]!.events].reverse()) {
      if (OPENS.has(event.name) || GOES_ON.has(event.name)) return null;
      events.unshift({ n: log[i]!.n, event });
      if (FIGHTS.has(event.name)) return fallen(events);
    }
  }
  return null;
}

function fallen(events: { n: number; event: EventView }[]): Aftermath | null {
  const at = events.findIndex(({ event }) => event.name === "result" || event.name === "automatic");
  const result = events[at];
  if (!result) return null;
  const { text, rules, dice = [], result: outcome } = result.event;
  return {
    n: result.n,
    hex: events[0]!.event.hex ?? "",
    dice,
    text,
    result: outcome,
    rules,
    events: events.slice(at + 1).map(({ event }) => event),
  };
}

export interface Line {
  key: string; side: string; event: EventView; more: number; heading: "turn" | "part" | null;
  /** What a commander thought when it began, and the plan he made. */
  why?: string; plan?: PlanView;
}

/** The diary as lines, with the events that open a turn, a half-turn or a phase as headings. A phase in which nothing
 *  happened leaves no heading, and of many events of one kind at once the first few stand for all. */
export function lines(opening: EventView[], log: LogEntry[]): Line[] {
  const first: LogEntry = { n: 0, side: "", events: opening };
  const all = [first, ...log].flatMap((entry) =>
    few(entry.events).map(({ event, more }, i) => ({
      key: `${entry.n}.${i}`,
      side: event.side ?? entry.side,
      event,
      more,
      ...(i === 0 && entry.plan ? { plan: entry.plan } : {}),
      ...(i === 0 && entry.why ? { why: entry.why } : {}),
      heading: event.name === "turn" ? ("turn" as const) : OPENS.has(event.name) ? ("part" as const) : null,
    })),
  );
  return all.filter((line, i) => line.heading !== "part" || !all[i + 1]?.heading);
}

const FEW = 4;
const MANY = 12;

function few(events: EventView[]): { event: EventView; more: number }[] {
  const found: { event: EventView; more: number }[] = [];
  for (let i = 0; i < events.length; ) {
    let end = i;
    while (events[end]?.name === events[i]!.name) end++;
    const shown = end - i > MANY ? FEW : end - i;
    for (let k = 0; k < shown; k++) found.push({ event: events[i + k]!, more: k === shown - 1 ? end - i - shown : 0 });
    i = end;
  }
  return found;
}

/** A sentence cut where its dice are named, so that they can be drawn there: after a word for dice, else the last place. */
export function aroundDice(text: string, dice: number[]): [string, string] {
  const named = dice.join(" ");
  const places = [...text.matchAll(new RegExp(`(?<!\\d)${named}(?!\\d)`, "g"))].map((found) => found.index);
  const at = places.find((i) => /(die|dice|dados?|tirada)[:\s]*$/i.test(text.slice(0, i))) ?? places.at(-1) ?? -1;
  return at < 0 || !dice.length ? [`${text} `, ""] : [text.slice(0, at), text.slice(at + named.length)];
}
