// The panes above the puzzle: the calendar of days, the streak, the list by level, the visitor's own board.
import { dayName, puzzleOfDay } from "./beat_store.js";
import { count, el } from "./dom.js";
import { finished } from "./records.js";

const FIRST_DAY = "2026-01-01";
const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

const button = (text, onclick, more = {}) => el("button", { type: "button", onclick, ...more }, text);

export function stars(level) {
  return el("span", { class: "bt-level", role: "img", "aria-label": `level ${level} of 5` }, "●".repeat(level) + "○".repeat(5 - level));
}

function mark(row) {
  if (!row) return "";
  return row.won ? "✓" : "✗";
}

export function longDay(day) {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
}

/** A month of days; `open(day)` plays one, `turn(month)` shows another month ("2026-11"). */
export function calendar({ month, day, daily, table, open, turn }) {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const today = dayName();
  const cells = Array.from({ length: days }, (_, i) => {
    const name = `${month}-${String(i + 1).padStart(2, "0")}`;
    const row = table.get(puzzleOfDay(name, daily));
    const said = `${longDay(name)}${row ? (row.won ? ", won" : ", not won yet") : ""}`;
    const attributes = {
      class: row ? (row.won ? "bt-day bt-won" : "bt-day bt-open") : "bt-day",
      "aria-label": said,
      "aria-current": name === day ? "date" : null,
      disabled: name > today || name < FIRST_DAY,
    };
    return button([String(i + 1), el("small", { "aria-hidden": "true" }, mark(row))], () => open(name), attributes);
  });
  const blanks = Array.from({ length: (first.getUTCDay() + 6) % 7 }, () => el("span", {}));
  const shift = (by) => dayName(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1)).slice(0, 7);
  const title = first.toLocaleDateString("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
  return el(
    "details",
    { class: "bt-calendar" },
    el("summary", {}, "Past days"),
    el(
      "div",
      { class: "sp-row" },
      button("‹", () => turn(shift(-1)), { "aria-label": "Earlier month", disabled: shift(-1) < FIRST_DAY.slice(0, 7) }),
      el("strong", {}, title),
      button("›", () => turn(shift(1)), { "aria-label": "Later month", disabled: shift(1) > today.slice(0, 7) }),
    ),
    el("div", { class: "bt-month", role: "group", "aria-label": title }, WEEKDAYS.map((name) => el("span", { class: "bt-weekday", "aria-hidden": "true" }, name)), blanks, cells),
  );
}

export function streakPane(streak, { skip, again }) {
  const { wins, best, skipped, over } = streak.state;
  const line = over
    ? `This streak ended at ${count(wins, "win")}.`
    : `${count(wins, "win")} so far, now at level ${streak.level} of 5. Two puzzles a level; the first one you do not win ends it, and so do the hint and giving up.`;
  return el(
    "div",
    { class: "bt-pane" },
    el("p", {}, line, best ? ` Your best: ${best}.` : ""),
    el(
      "div",
      { class: "sp-row" },
      over ? button("Start a new streak", again, { class: "sp-primary" }) : button(skipped ? "Skip used" : "Skip this one (once)", skip, { disabled: skipped }),
    ),
  );
}

/** Puzzles of one level as cards. */
export function listPane({ puzzles, level, table, choose, open }) {
  const levels = [1, 2, 3, 4, 5].map((value) => {
    const won = puzzles.filter((puzzle) => puzzle.level === value && table.get(puzzle.id)?.won).length;
    const all = puzzles.filter((puzzle) => puzzle.level === value).length;
    return button(`Level ${value} (${won}/${all})`, () => choose(value), { class: "sp-chip", "aria-pressed": String(value === level) });
  });
  const cards = puzzles.filter((puzzle) => puzzle.level === level).map((puzzle) => {
    const row = table.get(puzzle.id);
    const state = row ? (row.won ? `✓ won in ${count(row.turns, "turn")}` : `✗ ${count(row.tries, "try").replace("trys", "tries")}`) : "";
    return el(
      "li",
      {},
      button([el("strong", {}, puzzle.title), el("span", { class: "sp-muted" }, puzzle.opening), el("span", { class: "bt-state" }, `${puzzle.skill} `, state)], () => open(puzzle.id), { class: "bt-card" }),
    );
  });
  return el("div", { class: "bt-pane" }, el("div", { class: "sp-row", role: "group", "aria-label": "Level" }, levels), el("ul", { class: "bt-cards" }, cards));
}

/** The local scoreboard, and the puzzles still to be won. */
export function boardPane({ puzzles, table, best, open }) {
  const tried = puzzles.filter((puzzle) => table.has(puzzle.id));
  const won = tried.filter((puzzle) => table.get(puzzle.id).won);
  const failed = tried.filter((puzzle) => !table.get(puzzle.id).won);
  if (!tried.length) return el("div", { class: "bt-pane" }, el("p", {}, "Nothing played yet. Everything you finish is counted here, in this browser only."));
  const rows = [1, 2, 3, 4, 5].map((level) => {
    const at = (list) => list.filter((puzzle) => puzzle.level === level).length;
    return el("tr", {}, el("th", { scope: "row" }, String(level)), el("td", {}, String(at(won))), el("td", {}, String(at(tried))), el("td", {}, String(at(puzzles))), el("td", {}, "0"));
  });
  const head = ["level", "won by you", "tried", "puzzles", "won by the agent"].map((name) => el("th", { scope: "col" }, name));
  const games = finished().filter((game) => table.has(game.env)).length;
  return el(
    "div",
    { class: "bt-pane" },
    el("p", {}, el("strong", {}, `${won.length} of ${tried.length}`), ` puzzles won in ${count(games, "game")}; the agent won none of them. Longest streak: ${best}.`),
    el("table", { class: "bt-table" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)),
    failed.length ? el("h2", { class: "bt-title" }, "Not won yet") : null,
    el("ul", { class: "bt-redo" }, failed.map((puzzle) => el("li", {}, button(`Redo ${puzzle.title}`, () => open(puzzle.id)), " ", stars(puzzle.level)))),
  );
}
