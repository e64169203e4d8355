/** The diary read back: what the last combat brought, and headings for the log. */

import type { EventView, LogEntry } from "../lib/types";

export interface Aftermath { n: number; hex: string; dice: number[]; text: string; rules: string[]; events: EventView[] }

/** The last combat whose die has fallen, unless another attack has begun since. */
export function aftermath(log: LogEntry[]): Aftermath | null {
  const events: { n: number; event: EventView }[] = [];
  for (let i = log.length - 1; i >= 0; i--) {
    for (const event of [...log[i]!.events].reverse()) {
      if (event.name === "order" || event.name === "turn") return null;
      events.unshift({ n: log[i]!.n, event });
      if (event.name === "attack") return fallen(events);
    }
  }
  return null;
}

function fallen(events: { n: number; event: EventView }[]): Aftermath | null {
  const at = events.findIndex(({ event }) => event.name === "result" || event.name === "automatic");
  const result = events[at];
  if (!result) return null;
  const { text, rules, dice = [] } = result.event;
  return {
    n: result.n,
    hex: events[0]!.event.hex ?? "",
    dice,
    text,
    rules,
    events: events.slice(at + 1).map(({ event }) => event),
  };
}

export interface Line { key: string; side: string; event: EventView; heading: "turn" | "order" | null }

/** The diary as lines, with the events that open a turn or a half-turn as headings. */
export function lines(log: LogEntry[]): Line[] {
  return log.flatMap((entry) =>
    entry.events.map((event, i) => ({
      key: `${entry.n}.${i}`,
      side: entry.side,
      event,
      heading: event.name === "turn" ? ("turn" as const) : event.name === "order" ? ("order" as const) : null,
    })),
  );
}

/** A sentence cut where its dice are named, so that they can be drawn there: after a word for dice, else the last place. */
export function aroundDice(text: string, dice: number[]): [string, string] {
  const named = dice.join(" ");
  const places = [...text.matchAll(new RegExp(`(?<!\\d)${named}(?!\\d)`, "g"))].map((found) => found.index);
  const at = places.find((i) => /(die|dice|dados?|tirada)[:\s]*$/i.test(text.slice(0, i))) ?? places.at(-1) ?? -1;
  return at < 0 || !dice.length ? [`${text} `, ""] : [text.slice(0, at), text.slice(at + named.length)];
}
