// "Beat the Reasoning Agent": puzzles that the agent never won, with a number to beat before the first move.
//
// mount(root, {list, base, assets}): `list` is the address of puzzles.json; a puzzle lies at `base` + its id + ".json",
// or is what `puzzle(id)` resolves to, where that is given. The address of the page says what is open: ?mode=daily&day=, ?mode=streak, ?mode=all, ?mode=board,
// ?puzzle=.
import { boardPane, calendar, listPane, longDay, stars, streakPane } from "./beat_panes.js";
import { dayName, puzzleOfDay, standings, Streak } from "./beat_store.js";
import { count, el, fill, useStyles } from "./dom.js";
import { mount as mountPlayer } from "./player.js";
import { remember } from "./records.js";
import { format } from "./turn_log.js";

const MODES = { daily: "Today", streak: "Streak", all: "All puzzles", board: "Your board" };

export function mount(root, options) {
  const beat = new Beat(root, options);
  beat.start();
  return { destroy: () => beat.destroy() };
}

class Beat {
  constructor(root, options) {
    this.options = options;
    for (const name of ["player.css", "beat.css"]) useStyles(root, new URL(name, import.meta.url).href);
    this.nav = el("div", { class: "bt-nav", role: "group", "aria-label": "Mode" });
    this.pane = el("div", {});
    this.target = el("section", { class: "bt-target", "aria-label": "To beat" });
    this.stage = el("div", {});
    this.rule = el("details", { class: "bt-rule" });
    this.said = el("p", { role: "status" });
    fill(root, el("div", { class: "sp-player sp-beat" }, this.nav, this.said, this.pane, this.target), this.stage, el("div", { class: "sp-player" }, this.rule));
  }

  destroy() {
    this.gone = true;
    this.player?.destroy();
  }

  async start() {
    this.said.textContent = "Loading the puzzles…";
    try {
      this.book = await json(this.options.list);
    } catch (error) {
      this.said.textContent = error.message;
      return;
    }
    this.said.textContent = "";
    const { puzzles, daily } = this.book;
    if (!puzzles.length) {
      this.said.textContent = "No recorded run holds an environment that the agent never won and that was proved solvable.";
      return;
    }
    this.byId = new Map(puzzles.map((puzzle) => [puzzle.id, puzzle]));
    this.streak = new Streak(puzzles, daily);
    this._explain();
    const asked = new URLSearchParams(location.search);
    const day = asked.get("day");
    this.day = /^\d{4}-\d\d-\d\d$/.test(day ?? "") && day <= dayName() ? day : dayName();
    this.month = this.day.slice(0, 7);
    if (this.byId.has(asked.get("puzzle"))) this._openPuzzle(asked.get("puzzle"));
    else this._enter(Object.hasOwn(MODES, asked.get("mode") ?? "") ? asked.get("mode") : "daily");
  }

  _explain() {
    const { applied, asked, could_still_be, puzzles, readable, graded } = this.book;
    const lower = applied < asked ? ` (fewer than two environments have ${asked} plays, so ${applied} are asked for)` : "";
    fill(
      this.rule,
      el("summary", {}, `How these ${puzzles.length} puzzles were chosen`),
      el("p", {}, `Never won by the agent in at least ${applied} plays without the hint${lower}. No win in ${applied} plays still leaves a solve rate of up to ${Math.round(could_still_be * 100)} % possible.`),
      el("p", {}, "Proved solvable by execution: the program's own solution was played and won. It is played again in your browser to find the best known number of turns."),
      el("p", {}, `Pleasant to read: ${readable}.`),
      el("p", {}, `Graded by ${graded}.`),
    );
  }

  // ---- what is open

  _enter(mode) {
    this.mode = mode;
    if (mode === "daily") return this._openDay(this.day);
    if (mode === "streak") return this._openStreak();
    this._close();
    show({ mode });
    this._draw();
  }

  _openDay(day) {
    this.mode = "daily";
    this.day = day;
    show({ mode: "daily", day });
    return this._open(puzzleOfDay(day, this.book.daily), day === dayName() ? "Puzzle of the day" : `Puzzle of ${longDay(day)}`);
  }

  _openStreak() {
    show({ mode: "streak" });
    const puzzle = this.streak.current();
    if (puzzle) return this._open(puzzle.id, `Streak, puzzle ${this.streak.state.wins + 1}`);
    this._close();
    this.said.textContent = "You have seen every puzzle of this level in this streak.";
    return this._draw();
  }

  _openPuzzle(id) {
    this.mode = "puzzle";
    show({ puzzle: id });
    return this._open(id, "");
  }

  _close() {
    this.player?.destroy();
    this.player = this.puzzle = this.opening = null;
    fill(this.target);
    this.said.textContent = "";
  }

  async _open(id, heading) {
    this._close();
    const puzzle = this.byId.get(id);
    const opening = {}; // a second click on the same puzzle is another opening of it
    this.opening = opening;
    this.puzzle = puzzle;
    this.random = puzzle.random;
    this.heading = heading;
    this.ended = false;
    this.best = undefined;
    this._draw();
    let found;
    try {
      found = await this._fetch(id);
    } catch (error) {
      if (this.opening === opening) this.said.textContent = error.message;
      return;
    }
    if (this.gone || this.opening !== opening) return;
    this.random ??= found.random;
    this._drawTarget();
    const streak = this.mode === "streak";
    this.player = mountPlayer(this.stage, {
      program: { ...found.program, summary: "" }, // the designer's own line may be off; the task is in the first observation
      seed: puzzle.seed,
      episodes: found.episodes,
      assets: this.options.assets,
      wheels: this.options.wheels,
      cdn: this.options.cdn,
      aside: el("p", { class: "sp-muted" }, `${puzzle.skill}. Written ${puzzle.source}.`),
      editable: false,
      reveal: "after",
      allow: { another: false, seeds: false, history: false, hint: !streak },
      next: this._next(),
      share: (game) => this._shareText(game),
      onEvent: (event) => this._heard(event),
    });
  }

  _fetch(id) {
    const { base, puzzle } = this.options;
    return puzzle ? puzzle(id) : json(base + id.split("/").map(encodeURIComponent).join("/") + ".json");
  }

  _next() {
    if (this.mode === "streak") return { label: "Go on", go: () => this._openStreak() };
    const place = this.book.puzzles.indexOf(this.puzzle);
    const table = standings();
    const { puzzles } = this.book;
    const rest = [...puzzles.slice(place + 1), ...puzzles.slice(0, place)];
    const following = rest.find((puzzle) => !table.get(puzzle.id)?.won) ?? rest[0] ?? this.puzzle;
    return { label: "Next puzzle", go: () => this._openPuzzle(following.id) };
  }

  async _heard(event) {
    const { puzzle } = this;
    if (event.kind === "opened") {
      this.best = await event.game.proved().catch(() => null);
      if (this.puzzle === puzzle) this._drawTarget();
      return;
    }
    if (event.kind === "gaveUp" || event.kind === "finished") {
      if (!this.ended && this.mode === "streak" && event.outcome !== "void") this.streak.ended(puzzle.id, event.outcome === "won" && !event.hint);
      if (event.kind === "gaveUp" && !this.ended) remember({ env: puzzle.id, title: puzzle.title, seed: puzzle.seed, outcome: "given up", turns: 0, hint: true, when: new Date().toISOString() });
      this.ended = true;
      this._draw();
    }
  }

  // ---- drawing

  _draw() {
    const { book, mode } = this;
    const buttons = Object.entries(MODES).map(([name, text]) =>
      el("button", { type: "button", "aria-pressed": String(name === mode), onclick: () => this._enter(name) }, text),
    );
    fill(this.nav, buttons);
    const open = (id) => this._openPuzzle(id);
    const table = standings();
    const kept = this.pane.querySelector(".bt-calendar")?.open ?? false;
    if (mode === "daily") {
      const turn = (month) => {
        this.month = month;
        this._draw();
      };
      fill(this.pane, calendar({ month: this.month, day: this.day, daily: book.daily, table, open: (day) => this._openDay(day), turn }));
      this.pane.querySelector(".bt-calendar").open = kept;
    } else if (mode === "streak") {
      const skip = () => this.streak.skip() && this._openStreak();
      const again = () => {
        this.streak.again();
        this._openStreak();
      };
      fill(this.pane, streakPane(this.streak, { skip, again }));
    } else if (mode === "all") {
      const choose = (level) => {
        this.level = level;
        this._draw();
      };
      fill(this.pane, listPane({ puzzles: book.puzzles, level: this.level ?? 1, table, choose, open }));
    } else if (mode === "board") fill(this.pane, boardPane({ puzzles: book.puzzles, table, best: this.streak.state.best, open }));
    else fill(this.pane);
    this._drawTarget();
  }

  // The number to beat, before the first move.
  _drawTarget() {
    const { puzzle } = this;
    if (!puzzle) return fill(this.target);
    const gauge = (value, label) => el("div", { class: "bt-gauge" }, el("strong", {}, value), el("span", {}, label));
    const turns = puzzle.turns === null ? "" : `, ${format(puzzle.turns)} turns`;
    const best = this.best === undefined ? "…" : this.best === null ? "none" : count(this.best, "turn");
    return fill(
      this.target,
      el("h2", { class: "bt-title" }, this.heading || "To beat", " ", stars(puzzle.level)),
      el(
        "div",
        { class: "bt-gauges" },
        gauge(`${puzzle.wins} of ${puzzle.plays}`, `the agent won (return ${format(puzzle.reward ?? 0)}${turns})`),
        puzzle.hint_plays ? gauge(`${puzzle.hint_wins} of ${puzzle.hint_plays}`, "it won with the hint") : gauge("–", "it never played with the hint"),
        gauge(percent(this.random), "random play wins"),
        gauge(best, "best known, proved here"),
      ),
    );
  }

  _shareText({ state, usedHint }) {
    const { puzzle } = this;
    const did = { won: "won", lost: "not won", truncated: "out of turns" }[state.outcome] ?? "broke it";
    const name = this.mode === "daily" ? `Beat the Reasoning Agent, ${longDay(this.day)}` : "Beat the Reasoning Agent";
    const turns = `${did} in ${state.turn} of ${count(state.turn_limit, "turn")}${usedHint ? ", with the hint" : ""}`;
    const agent = `The agent: ${puzzle.wins} of ${puzzle.plays}.`;
    return `${name}\n${puzzle.title}, level ${puzzle.level} of 5: ${turns}. ${agent}\n${location.href.split("#")[0]}`;
  }
}

function percent(share) {
  return typeof share === "number" ? `${Number((share * 100).toFixed(1))} %` : "–";
}

async function json(address) {
  const response = await fetch(address).catch(() => null);
  if (!response) throw new Error("The puzzles could not be reached. Is the server running, and are you online?");
  const value = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(value.error ?? `The puzzles could not be loaded (HTTP ${response.status}).`);
  return value;
}

// Everything open is in the address, without a navigation.
function show(parts) {
  const url = new URL(location.href);
  const carried = url.searchParams.get("puzzle") === parts.puzzle ? url.hash : "";
  url.search = new URLSearchParams(parts).toString();
  url.hash = carried;
  history.replaceState(history.state, "", url);
}
