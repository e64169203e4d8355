/** The address after #: "", "new/breakout/campaign", "table/TOKEN", "replay/TOKEN", "rules/breakout/7.2-c". */

export const route = $state({ path: location.hash.slice(1) });

addEventListener("hashchange", () => (route.path = location.hash.slice(1)));

export const go = (path: string): void => {
  location.hash = path;
};
