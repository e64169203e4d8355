/** What results of combat mean to the attacker, told from how the games write them: by letters (D hits the defender, E
 *  both, A the attacker) or as a pair of numbers, the attacker's before the defender's. */

export type Kind = "good" | "even" | "none" | "bad";

const NOTHING = new Set([".", "AS"]);

export function kindOf(result: string): Kind {
  if (result.includes("/")) {
    const [mine = 0, his = 0] = result.split("/").map((part) => parseInt(part, 10) || 0);
    return mine === his ? "even" : mine < his ? "good" : "bad";
  }
  if (NOTHING.has(result)) return "none";
  if (result.startsWith("D")) return "good";
  return result.startsWith("E") ? "even" : "bad";
}
