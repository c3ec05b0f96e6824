// Games finished in this browser. Nothing leaves it; a browser that refuses storage still plays, it only forgets.

const KEY = "spade.history";
const MOST = 300;

/** Finished games, newest first: {env, title, seed, outcome, turns, hint, when}. */
export function finished() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

export function remember(entry) {
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...finished()].slice(0, MOST)));
  } catch {
    // Storage is full or refused.
  }
}

/** Games of one environment, newest first, the latest of each seed only. */
export function gamesOf(env) {
  const seen = new Set();
  return finished().filter((game) => game.env === env && !seen.has(game.seed) && seen.add(game.seed));
}

/** How many of the latest games were won in a row, without the hint. */
export function streak() {
  const games = finished();
  const end = games.findIndex((game) => game.outcome !== "won" || game.hint);
  return end === -1 ? games.length : end;
}
