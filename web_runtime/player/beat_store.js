// What "Beat the Reasoning Agent" remembers in this browser, and the rules of the day and of the streak.
import { finished } from "./records.js";

const STREAK_KEY = "spade.streak";
const DAY_MS = 86400000;
const WINS_PER_LEVEL = 2;
const LEVELS = 5;

/** "2026-11-29" of a time, in UTC. */
export function dayName(time = Date.now()) {
  return new Date(time).toISOString().slice(0, 10);
}

/** The puzzle of a UTC day, the same for everyone with the same list. */
export function puzzleOfDay(day, daily) {
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  return daily[((number % daily.length) + daily.length) % daily.length];
}

/** id -> {won, turns (fewest of a win without the hint), tries} over every finished game. */
export function standings() {
  const table = new Map();
  for (const game of finished()) {
    const row = table.get(game.env) ?? { won: false, turns: null, tries: 0 };
    row.tries += 1;
    if (game.outcome === "won" && !game.hint) {
      row.won = true;
      row.turns = row.turns === null ? game.turns : Math.min(row.turns, game.turns);
    }
    table.set(game.env, row);
  }
  return table;
}

const fresh = () => ({ wins: 0, seen: [], skipped: false, over: false, current: null });

/** A run of wins at rising difficulty: two puzzles a level, one skip, over at the first that is not won. */
export class Streak {
  constructor(puzzles, daily) {
    this.puzzles = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
    this.daily = daily;
    this.state = { ...fresh(), best: 0 };
    this._sync();
  }

  // Another tab may have played on since, so what is stored goes before what is remembered here.
  _sync() {
    Object.assign(this.state, read());
    if (!this.puzzles.has(this.state.current)) this.state.current = null;
    return this.state;
  }

  get level() {
    return Math.min(LEVELS, 1 + Math.floor(this.state.wins / WINS_PER_LEVEL));
  }

  /** The puzzle to play now; null when every one of the level was seen. */
  current() {
    const state = this._sync();
    if (!state.current) {
      const left = this.daily.filter((id) => this.puzzles.get(id)?.level === this.level && !state.seen.includes(id));
      state.current = left[Math.floor(Math.random() * left.length)] ?? null;
      write(state);
    }
    return this.puzzles.get(state.current) ?? null;
  }

  /** Record how puzzle `id` ended; one that is no longer the streak's own does not count. */
  ended(id, won) {
    const state = this._sync();
    if (state.over || state.current !== id) return;
    state.seen.push(state.current);
    if (won) {
      state.wins += 1;
      state.best = Math.max(state.best, state.wins);
      state.current = null;
    } else state.over = true;
    write(state);
  }

  skip() {
    const state = this._sync();
    if (state.skipped || state.over || !state.current) return false;
    state.seen.push(state.current);
    Object.assign(state, { skipped: true, current: null });
    write(state);
    return true;
  }

  again() {
    this.state = { ...fresh(), best: this._sync().best };
    write(this.state);
  }
}

function read() {
  try {
    const value = JSON.parse(localStorage.getItem(STREAK_KEY) ?? "{}");
    return value && Array.isArray(value.seen) && Number.isInteger(value.wins) ? value : {};
  } catch {
    return {};
  }
}

function write(state) {
  try {
    localStorage.setItem(STREAK_KEY, JSON.stringify(state));
  } catch {
    // A browser that refuses storage forgets the streak when the page is left.
  }
}
