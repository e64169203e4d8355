/** Links to seats, and the clipboard. */

export const seatLink = (token: string): string => `${location.origin}${location.pathname}#table/${token}`;

/** The token in a pasted link, or in the bare token itself; empty if there is none. */
export function tokenIn(text: string): string {
  const found = /(?:#(?:table|replay)\/|^)([\w-]{16,100})(?:$|[?/])/.exec(text.trim());
  return found?.[1] ?? "";
}

/** Copies a text; where the page may not use the clipboard (plain http), through a selection. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    // Inside an open dialog everything outside it is inert and cannot be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
