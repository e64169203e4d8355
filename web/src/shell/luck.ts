/** The luck ledger: every combat roll, and what it meant for the side that rolled. */

export interface Roll {
  n: number; side: string; name: string; dice: number[]; expected: number; rolled: number; favours: string;
}

export interface Total { side: string; rolls: number; expected: number; rolled: number; luck: number }

/** How much better (or worse) than average the roll was for the side that rolled, in pips. */
export const gain = (roll: Roll): number =>
  Math.abs(roll.rolled - roll.expected) * (roll.favours === roll.side ? 1 : -1);

export function totals(rolls: Roll[], sides: string[]): Total[] {
  return sides.map((side) => {
    const own = rolls.filter((roll) => roll.side === side);
    const sum = (value: (roll: Roll) => number): number => own.reduce((all, roll) => all + value(roll), 0);
    return { side, rolls: own.length, expected: sum((r) => r.expected), rolled: sum((r) => r.rolled), luck: sum(gain) };
  });
}

/** The luck of a side after each roll of the game, from zero on. */
export function course(rolls: Roll[], side: string): number[] {
  const found = [0];
  for (const roll of rolls) found.push(found.at(-1)! + (roll.side === side ? gain(roll) : 0));
  return found;
}

/** With its sign, and a true minus. */
export const signed = (value: number): string =>
  value === 0 ? "0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toLocaleString(undefined, { maximumFractionDigits: 1 })}`;
