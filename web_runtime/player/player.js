// The player: mount(root, options) puts any environment on the page and returns {destroy()}.
//
// options.program   {source, title, summary, env_id, kind}; without it the editor opens with a blank one
// options.seed      instance seed (default 0)
// options.meta      [[label, value], …] shown beside the title
// options.episodes  logged episodes: {arm, seed, outcome, return, steps, first_observation, play_id}
// options.assets    address of the directory that holds the runtime's manifest.json (default "/rt/")
// options.editable  whether the source may be forked, changed and run (default true)
// options.onEvent   called with {kind: "opened" | "moved" | "finished" | "stopped", …}
import { agentPanel } from "./agent_panel.js";
import { BLANK_PROGRAM } from "./blank_program.js";
import { Board } from "./board.js";
import { count, el, fill, useStyles } from "./dom.js";
import { Editor } from "./editor.js";
import { Game } from "./game.js";
import { historyPanel } from "./history_panel.js";
import { gameKey } from "./keys.js";
import { linkCard, readLink } from "./link_card.js";
import { encodeProgram, gameLink, showSeed } from "./links.js";
import { MoveInput } from "./move_input.js";
import { remember } from "./records.js";
import { agentLine, resultCard } from "./result_card.js";
import { StoppedError } from "./runtime.js";
import { sharedRuntime } from "./shared_runtime.js";
import { ToolPanel } from "./tool_form.js";
import { drawLog } from "./turn_log.js";
import { buildView, drawHeader } from "./view.js";

const STAGES = {
  snapshot: "Waking Python…",
  interpreter: "Starting Python (the first visit takes a few seconds)…",
  respawn: "Starting a fresh Python…",
  ready: "Ready",
};

export function mount(root, options) {
  const player = new Player(root, options);
  player.start();
  return { destroy: () => player.destroy() };
}

class Player {
  constructor(root, options) {
    this.options = { seed: 0, meta: [], episodes: [], assets: "/rt/", editable: true, onEvent: () => {}, ...options };
    this.root = root;
    this.program = this.options.program ?? BLANK_PROGRAM;
    this.fork = !this.options.program;
    this.busy = false;
    this.gaveUp = false;
    this.usedHint = false;
    this.board = new Board((key) => this.input?.steer?.(key));
    useStyles(root, new URL("player.css", import.meta.url).href);
    this.view = buildView(root, {
      board: this.board,
      undo: () => this._undo(),
      restart: () => this._restart(),
      hint: () => this._hint(),
      giveUp: () => this._giveUp(),
      newSeed: () => this._anySeed(),
      copyLink: () => this._copyLink(),
    });
    this.view.seed.addEventListener("change", () => this._newSeed(Number(this.view.seed.value)));
    this.editor = new Editor(this.program.source, {
      editable: this.options.editable,
      name: () => this.game?.program?.class_name ?? "environment",
      run: (source) => this._runFork(source),
      check: (source, tell) => this._checked(source, tell),
      link: (code) => gameLink(this.game?.seed ?? this.options.seed, [], code),
    });
    fill(this.view.source, this.editor.node);
    if (this.fork) this.editor.edit(this.program.source);
    this._drawProgram();
    this._onKey = (event) => this._key(event);
    document.addEventListener("keydown", this._onKey);
  }

  destroy() {
    this.gone = true;
    document.removeEventListener("keydown", this._onKey);
    this.leave?.();
    fill(this.root);
  }

  get episodes() {
    return this.fork ? [] : this.options.episodes;
  }

  async start() {
    this.leave?.();
    const { promise, leave } = sharedRuntime(this.options.assets, (stage) => this._stage(stage));
    this.leave = leave;
    this._stage("interpreter");
    this._say("");
    try {
      this.runtime = await promise;
    } catch (error) {
      this.view.status.textContent = "Not running";
      this._busy(false);
      this._say(error.message, true);
      this.view.notice.append(" ", el("button", { type: "button", onclick: () => this.start() }, "Try again"));
      return;
    }
    if (this.gone) return;
    this.game = new Game(this.runtime, { source: this.program.source, seed: this.options.seed });
    this._busy(false);
    await this._do(() => this.game.open(this.options.seed));
    this._stage("ready");
    this.options.onEvent({ kind: "opened" });
    await this._offerLink();
  }

  _stage(stage) {
    const { status } = this.view;
    status.textContent = STAGES[stage] ?? STAGES.interpreter;
    status.classList.toggle("sp-live", stage === "ready");
    if (stage === "ready" && this.runtime && !this.runtime.stoppable) {
      status.textContent = "Ready (this page is not isolated, so a stuck program costs a restart of Python)";
    }
  }

  _say(text, bad = false) {
    fill(this.view.notice, text);
    this.view.notice.classList.toggle("sp-error", bad);
  }

  _busy(busy) {
    this.busy = busy;
    this.view.player.setAttribute("aria-busy", String(busy));
  }

  // One thing at a time: double clicks and key storms while a move is running are ignored.
  async _do(action) {
    if (this.busy || !this.game) return;
    this._busy(true);
    this._say("");
    try {
      await action();
    } catch (error) {
      this._failed(error);
    } finally {
      this._busy(false);
      if (!this.gone) this._draw();
    }
  }

  _failed(error) {
    const stopped = error instanceof StoppedError;
    if (stopped) this.options.onEvent({ kind: "stopped" });
    if (!stopped) return this._say(error.message, true);
    const next = this.game.state ? "Your game is back at the last good turn." : "It never gave a first observation: try a new seed.";
    this._say(`${error.message} ${next}`, true);
  }

  // ---- drawing

  _drawProgram() {
    const playSeed = (seed) => this._newSeed(seed);
    const panel = agentPanel(this.episodes, { verify: (episode) => this.game.verify(episode), playSeed });
    const own = el("p", { class: "sp-muted" }, "Your own program: the agent has never seen it.");
    drawHeader(this.view, this.program, this.fork ? [] : this.options.meta);
    this.history = el("div", {});
    fill(this.view.side, this.fork ? own : panel, this.history);
    this._drawHistory();
    this.input = null;
  }

  _drawHistory() {
    fill(this.history, historyPanel(this.envKey, (seed) => this._newSeed(seed)));
  }

  get envKey() {
    return this.fork ? `fork-${this.game?.program?.sha256 ?? ""}` : this.program.env_id;
  }

  _draw() {
    const { view, game } = this;
    const { state, replies, seed } = game;
    view.seed.value = String(seed);
    view.tools.classList.toggle("sp-nogame", !state);
    view.result.hidden = !state?.done;
    if (!state) {
      view.turns.textContent = `seed ${seed}`;
      fill(view.log);
      fill(view.controls);
      this.board.draw(null, "", false);
      this.input = null;
      return;
    }
    this._drawTurns(state, seed);
    this._drawControls(state);
    const swipes = Boolean(this.input?.steers);
    this.board.draw(state.picture, state.observation, swipes);
    view.main.classList.toggle("sp-pictured", !view.board.hidden);
    fill(view.result, state.done ? this._result() : null);
    view.latest.textContent = replies.length ? state.observation.slice(0, 600) : "";
    this._place(state);
  }

  _drawTurns(state, seed) {
    const { view } = this;
    const agent = this.episodes.find((e) => e.arm === "plain" && e.seed === seed);
    const who = this.gaveUp ? "Solution" : "You";
    drawLog(view.log, state.first, state.steps, who, (i) => agent?.steps[i]?.action ?? null);
    view.turns.textContent = `turn ${state.turn} of ${state.turn_limit}`;
    view.beat.textContent = this.episodes.length ? agentLine(this.episodes) : "";
  }

  _drawControls(state) {
    if (state.done) {
      fill(this.view.controls);
      this.input = null;
      return;
    }
    if (!this.input) {
      const send = (text, via) => this._move(text, via);
      this.input = state.tools.length ? new ToolPanel(send) : new MoveInput(send, { raw: false });
      fill(this.view.controls, this.input.node);
    }
    this.input.update(state);
  }

  // Keep the newest turn in sight, and the keyboard where it was being used.
  _place(state) {
    const { log, result } = this.view;
    const newest = log.lastElementChild;
    log.scrollTop = newest ? newest.offsetTop - log.offsetTop : 0;
    if (this.via === "input" && state.done) result.querySelector("h3").focus({ preventScroll: true });
    else if (this.via === "input") this.input?.input?.focus({ preventScroll: true });
    if (this.via) (state.done ? result : newest)?.scrollIntoView({ block: "nearest" });
    this.via = null;
  }

  _result() {
    const { state, seed } = this.game;
    const { gaveUp, usedHint, episodes, program } = this;
    return resultCard(
      { state, seed, gaveUp, usedHint, episodes, program },
      {
        again: () => this._restart(),
        next: () => this._anySeed(),
        link: () => this._link(),
        transcript: () => this.game.transcript(),
      },
    );
  }

  // ---- what the visitor does

  _move(text, via) {
    return this._do(async () => {
      await this.game.act(text);
      this.via = via;
      this.input?.clear();
      const { state, seed } = this.game;
      this.options.onEvent({ kind: "moved", turn: state.turn });
      if (!state.done) return;
      const { outcome, turn } = state;
      const entry = { env: this.envKey, title: this.program.title, seed, outcome, turns: turn, hint: this.usedHint };
      if (outcome !== "void") remember({ ...entry, when: new Date().toISOString() });
      this._drawHistory();
      this.options.onEvent({ kind: "finished", outcome, turns: turn });
    });
  }

  _undo() {
    if (this.game?.replies.length) this._do(() => this._afresh(() => this.game.undo()));
  }

  _restart() {
    this._do(() => this._afresh(() => this.game.open()));
  }

  _anySeed() {
    return this._newSeed(Math.floor(Math.random() * 1e6));
  }

  _newSeed(seed) {
    if (!Number.isSafeInteger(seed) || seed < 0) return this._say("A seed is a whole number of 0 or more.", true);
    if (this.busy || !this.game) return undefined;
    this.usedHint = false;
    fill(this.view.hint);
    showSeed(seed);
    return this._do(() => this._afresh(() => this.game.open(seed)));
  }

  _afresh(action) {
    this.gaveUp = false;
    return action();
  }

  _hint() {
    if (!this.game?.state) return;
    this._do(async () => {
      const hint = await this.game.hint();
      this.usedHint ||= Boolean(hint);
      const text = hint ? el("p", { dir: "auto" }, hint) : el("p", { class: "sp-muted" }, "This program offers no hint.");
      fill(this.view.hint, el("strong", {}, "Hint"), text);
    });
  }

  _giveUp() {
    if (!this.game?.state) return;
    this._do(async () => {
      const replies = await this.game.solution();
      if (!replies) return this._say("No solution is known for this one: nobody proved that it can be won.");
      this.gaveUp = true;
      this.via = "button";
      await this.game.goto(replies);
    });
  }

  async _link() {
    const program = this.fork ? await encodeProgram(this.program.source) : null;
    return gameLink(this.game.seed, this.game.replies, program);
  }

  async _copyLink() {
    if (!this.game?.state) return;
    try {
      const link = await this._link();
      const copied = await navigator.clipboard.writeText(link).then(() => true, () => false);
      this._say(copied ? `Link copied: it holds seed ${this.game.seed} and ${count(this.game.replies.length, "move")}.` : link);
    } catch (error) {
      this._say(error.message, true);
    }
  }

  // ---- forks and links

  async _runFork(source) {
    if (this.busy || !this.game) throw new Error("Python is still busy.");
    const game = new Game(this.runtime, { source, seed: this.game.seed });
    this._busy(true);
    try {
      await game.open();
      this._adopt(game);
    } catch (error) {
      if (error instanceof StoppedError) this._adopt(game);
      throw error;
    } finally {
      this._busy(false);
      this._draw();
    }
  }

  _adopt(game) {
    const { source, program } = game;
    this.game = game;
    this.fork = source !== this.options.program?.source;
    const own = { source, title: program?.title ?? "Your program", summary: program?.summary ?? "", env_id: null };
    this.program = this.fork ? own : this.options.program;
    this.gaveUp = this.usedHint = false;
    fill(this.view.hint);
    this._say("");
    this._drawProgram();
  }

  async _checked(source, tell) {
    if (this.busy || !this.game) throw new Error("Python is still busy.");
    this._busy(true);
    try {
      await this.game.check(source, tell);
    } finally {
      this._busy(false);
    }
  }

  async _offerLink() {
    const link = await readLink(this.options.editable);
    if (!link) return;
    if (link.source !== null) this.editor.edit(link.source);
    const close = () => fill(this.view.linked);
    const accept = () => {
      close();
      this._accept(link.source, link.replies);
    };
    fill(this.view.linked, linkCard(link, accept, close));
  }

  async _accept(source, replies) {
    if (source !== null) {
      try {
        await this._runFork(source);
      } catch (error) {
        if (error.line) this.editor.mark(error.line);
        return this._failed(error);
      }
    }
    if (replies.length) await this._do(() => this._afresh(() => this.game.goto(replies)));
  }

  _key(event) {
    const key = gameKey(event);
    if (!key) return;
    if (key === "undo") this._undo();
    else if (!this.input?.steer?.(key)) return;
    event.preventDefault();
  }
}
