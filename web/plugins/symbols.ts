/** Unit symbols, drawn by milsymbol when the client is built: the codes that the games use are a few kilobytes,
 *  the library that can draw every symbol of APP-6 is two hundred. */

import { readdirSync, readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import ms from "milsymbol";
import type { Plugin } from "vite";

const NAME = "virtual:symbols";
const FRAME = "M25,50 l150,0 0,100 -150,0 z";

/** The files of a game that name symbols. */
const NAMING = ["units.yaml", join("tables", "support.yaml")];

/** The function codes in the rosters and tables of all games. */
function codes(games: string): string[] {
  const found = new Set<string>();
  for (const game of readdirSync(games)) {
    for (const file of NAMING.map((name) => join(games, game, name)).filter(existsSync))
      for (const [, code] of readFileSync(file, "utf8").matchAll(/\bsidc: "([A-Z-]{6})"/g)) found.add(code!);
  }
  return [...found].sort();
}

/** The icon inside the frame, in ink that the counter chooses; the frame is the counter's own. */
function icon(code: string): string {
  const symbol = new ms.Symbol(`SFGP${code}-----`, { size: 100, monoColor: "INK", fill: false });
  if (!symbol.isValid()) throw new Error(`milsymbol knows no ${code}`);
  return symbol
    .asSVG()
    .replace(/^<svg[^>]*>|<\/svg>$/g, "")
    .replace(new RegExp(`<path d="${FRAME}"[^>]*></path>`), "")
    .replaceAll("INK", "currentColor")
    .replaceAll('stroke-width="3"', 'stroke-width="6"')
    .replaceAll('font-family="Arial"', 'font-family="inherit"');
}

/** Serves `import symbols from "virtual:symbols"`: function code -> SVG in the box 25 50 150 100. */
export function symbols(games: string): Plugin {
  return {
    name: "symbols",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => {
      if (id !== `\0${NAME}`) return undefined;
      return `export default ${JSON.stringify(Object.fromEntries(codes(games).map((c) => [c, icon(c)])))}`;
    },
  };
}
