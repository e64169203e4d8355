/** How sides look: the Red Army and its allies in one way, the Germans and theirs in another. */

export type Camp = "soviet" | "german";

export const campOf = (side: string): Camp => (side === "soviet" || side === "allied" ? "soviet" : "german");
