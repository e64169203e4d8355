/** What a player chose for this browser: language, theme, and the seats held here. */

export interface Kept { token: string; game: string; scenario: string; title: string; sides: string[]; at: number }

interface Stored { language: string; theme: string; seats: Kept[]; guided: boolean }

const KEY = "kessel";
const read = (): Partial<Stored> => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
};
const stored = read();

export const settings: Stored = $state({
  language: stored.language ?? (navigator.language.startsWith("es") ? "es" : "en"),
  theme: stored.theme ?? "dark",
  seats: stored.seats ?? [],
  guided: stored.guided ?? false,
});

export function save(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}

export function keepSeat(seat: Kept): void {
  settings.seats = [seat, ...settings.seats.filter((s) => s.token !== seat.token)].slice(0, 50);
  save();
}
