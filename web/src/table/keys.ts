/** The keys of the table. */

import { toolsOf } from "./overlays.svelte";
import { MODES } from "./verbs";
import type { Table } from "./table.svelte";

const STEP = 110;

/** Acts on a key; true if it meant something. Keys typed into a field, or with a modifier, are not for the table. */
export function press(table: Table, event: KeyboardEvent): boolean {
  const at = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) return false;
  if (table.live.handover || table.leaving || table.helped) return false;
  const tool = toolsOf(table.data!).find((found) => found.key === event.key.toLowerCase());
  if (tool && !event.shiftKey) table.overlays.toggle(tool.id);
  else if (!moveMap(table, event) && !command(table, event)) return false;
  return true;
}

function moveMap(table: Table, event: KeyboardEvent): boolean {
  const view = table.view!;
  const log = (event.target as HTMLElement).closest("[role=log], [role=dialog], [role=toolbar]");
  const arrows: Record<string, [number, number]> = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] };
  const way = arrows[event.key];
  if (way && !log) view.pan(...way);
  else if (event.key === "+" || event.key === "=") view.zoom(1.25);
  else if (event.key === "-") view.zoom(0.8);
  else if (event.key === "0") view.fit();
  else return false;
  return true;
}

function command(table: Table, event: KeyboardEvent): boolean {
  const { snapshot, live } = table;
  const at = event.target as HTMLElement;
  if (event.key === "u" && snapshot.can_undo) void live.undo();
  else if (event.key === "U" && snapshot.can_redo) void live.redo();
  else if (event.key === "n") table.next();
  else if (event.key === "?") table.helped = true;
  else if (event.key === "i") void table.advise();
  else if (event.key === " " && table.watching && !at.closest("button, a, summary")) table.hold();
  else if (event.key === "." && table.watching) table.step();
  else if (event.key === "e" && table.hand.lit.buttons.some((c) => c.action === "end")) void table.press("end");
  else if (event.key === "Escape") close(table);
  else if (snapshot.decision?.mine && ask(table, event.key)) return true;
  else return false;
  return true;
}

/** The key of a verb that lights the map only when it is asked for. */
function ask(table: Table, key: string): boolean {
  const verb = table.hand.modes.find((found) => MODES[found]!.key === key);
  if (verb) table.ask(verb);
  return verb !== undefined;
}

/** Escape closes what is open on top, then lets go of what is in hand. */
function close(table: Table): void {
  if (document.querySelector(":popover-open")) return;
  if (table.card) table.card = null;
  else if (table.hint) table.forget();
  else void table.hand.drop();
}
