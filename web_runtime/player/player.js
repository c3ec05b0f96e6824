// The player: mount(root, options) puts any environment on the page and returns a handle:
// {destroy(), play(seed), showSource()}.
//
// The options are described in options.js.
import { agentPanel, agentVerbatim } from "./agent_panel.js";
import { BLANK_PROGRAM } from "./blank_program.js";
import { Board } from "./board.js";
import { el, fill, useStyles } from "./dom.js";
import { Editor } from "./editor.js";
import { Forks } from "./forks.js";
import { Game } from "./game.js";
import { historyPanel } from "./history_panel.js";
import { drawHud } from "./hud.js";
import { gameKey } from "./keys.js";
import { claimAddress, gameLink, leaveAddress, showSeed } from "./links.js";
import { boxed, MoveInput } from "./move_input.js";
import { keepForOffline, keepProgram } from "./offline_store.js";
import { withDefaults } from "./options.js";
import { Packages } from "./packages.js";
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
const SOLUTION_PACE_MS = 320;

export function mount(root, options) {
  const player = new Player(root, options);
  player.start();
  return {
    destroy: () => player.destroy(),
    play: (seed) => player.newSeed(seed),
    showSource: () => player.editor.reveal(),
  };
}

class Player {
  constructor(root, options) {
    this.options = withDefaults(options);
    this.root = root;
    this.path = location.pathname;
    if (this.options.address) claimAddress(this.options.address);
    this.program = this.options.program ?? BLANK_PROGRAM;
    this.fork = !this.options.program;
    this.busy = false;
    this.gaveUp = false;
    this.usedHint = false;
    this.hint = null;
    this.board = new Board((key) => this.input?.steer?.(key));
    this.forks = new Forks(this);
    this.packages = new Packages(this);
    useStyles(root, new URL("player.css", import.meta.url).href);
    this.view = buildView(root, {
      board: this.board,
      allow: this.options.allow,
      another: this.options.deal?.label ?? "New seed",
      undo: () => this._undo(),
      restart: () => this._restart(),
      hint: () => this._hint(),
      giveUp: () => this._giveUp(),
      newSeed: () => this._anotherSeed(),
      copyLink: () => this.forks.copyLink(),
    });
    this.view.seed.addEventListener("change", () => this.newSeed(Number(this.view.seed.value)));
    this.editor = new Editor(this.program.source, {
      editable: this.options.editable,
      name: () => this.game?.program?.class_name ?? "environment",
      run: (source) => this.forks.run(source),
      check: (source, tell) => this.forks.check(source, tell),
      link: (code) => gameLink(this.game?.seed ?? this.options.seed, [], code),
    });
    fill(this.view.source, this.editor.node);
    if (this.options.editable) this.editor.acceptDrops(this.view.player);
    if (this.fork) this.editor.edit(this.program.source);
    this.drawProgram();
    this._onKey = (event) => this._key(event);
    document.addEventListener("keydown", this._onKey);
  }

  destroy() {
    this.gone = true;
    if (this.options.address) leaveAddress(this.options.address, this.path);
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
    this.say("");
    try {
      this.runtime = await promise;
    } catch (error) {
      this.view.status.textContent = "Not running";
      this.setBusy(false);
      this.say(error.message, true);
      this.view.notice.append(" ", el("button", { type: "button", onclick: () => this.start() }, "Try again"));
      return;
    }
    if (this.gone) return;
    this.game = new Game(this.runtime, { source: this.program.source, seed: this.options.seed });
    this.setBusy(false);
    await this._do(() => this.game.open(this.options.seed));
    this._stage("ready");
    this.options.onEvent({ kind: "opened", seed: this.options.seed, game: this.game });
    if (!this.fork) keepProgram(this.program, this.options.seed);
    keepForOffline().then((kept) => this.view.player.toggleAttribute("data-offline", kept));
    await this.forks.offerLink();
  }

  _stage(stage) {
    const { status } = this.view;
    status.textContent = STAGES[stage] ?? STAGES.interpreter;
    status.classList.toggle("sp-live", stage === "ready");
    if (stage === "ready" && this.runtime && !this.runtime.stoppable) {
      status.textContent = "Ready (this page is not isolated, so a stuck program costs a restart of Python)";
    }
  }

  say(text, bad = false) {
    fill(this.view.notice, text);
    this.view.notice.classList.toggle("sp-error", bad);
  }

  setBusy(busy) {
    this.busy = busy;
    this.view.player.setAttribute("aria-busy", String(busy));
  }

  // One thing at a time: double clicks and key storms while a move is running are ignored.
  async _do(action) {
    if (this.busy || !this.game) return;
    this.setBusy(true);
    this.say("");
    try {
      await action();
      this.offerMissing(this.game.missing);
    } catch (error) {
      this.failed(error);
    } finally {
      this.setBusy(false);
      if (!this.gone) this.draw();
    }
  }

  failed(error) {
    const stopped = error instanceof StoppedError;
    if (stopped) this.options.onEvent({ kind: "stopped" });
    if (!stopped) {
      this.say(error.message, true);
      this.offerMissing(error.missing);
      return;
    }
    const next = this.game.state ? "Your game is back at the last good turn." : "It never gave a first observation: try a new seed.";
    this.say(`${error.message} ${next}`, true);
  }

  // `again` is what to do once the package is there.
  offerMissing(module, again = () => this._restart()) {
    if (module) this.packages.offer(module, again);
  }

  // ---- drawing

  drawProgram() {
    const { options } = this;
    drawHeader(this.view, this.program, this.fork ? [] : options.meta);
    this.view.title.classList.toggle("sp-unseen", !options.heading && !this.fork);
    this.agentNode = el("div", {});
    this.history = el("div", {});
    const aside = this.fork ? el("p", { class: "sp-muted" }, "Your own program: the agent has never seen it.") : options.aside;
    fill(this.view.side, aside, this.agentNode, this.history);
    this.revealed = null;
    this._drawAgent(options.reveal === "always");
    this._drawHistory();
    this.input = null;
  }

  _drawAgent(revealed) {
    if (!this.episodes.length || this.revealed === revealed) return;
    this.revealed = revealed;
    const acts = { verify: (episode) => this.game.verify(episode), playSeed: this.options.allow.seeds === false ? null : (seed) => this.newSeed(seed) };
    const { verbatim } = this.options;
    const panel = verbatim ? agentVerbatim(this.episodes, verbatim, acts) : agentPanel(this.episodes, acts);
    this.view.source.hidden = !revealed; // it holds the solution
    fill(this.agentNode, revealed ? panel : el("p", { class: "sp-muted" }, "What the agent tried is shown here once your game is over."));
  }

  _drawHistory() {
    const kept = this.options.allow.history !== false;
    fill(this.history, kept ? historyPanel(this.envKey, (seed) => this.newSeed(seed)) : null);
  }

  get envKey() {
    return this.fork ? `fork-${this.game?.program?.sha256 ?? ""}` : this.program.env_id;
  }

  draw() {
    const { view, game } = this;
    const { state, replies, seed } = game;
    view.seed.value = String(seed);
    view.tools.classList.toggle("sp-nogame", !state);
    view.result.hidden = !state?.done;
    if (!state) {
      view.turns.textContent = `seed ${seed}`;
      fill(view.log);
      fill(view.controls);
      fill(view.hud);
      this.board.draw(null, "", false);
      this.input = null;
      return;
    }
    this._drawTurns(state, seed);
    view.logTitle.hidden = !state.tools.length;
    view.main.classList.toggle("sp-tooling", state.tools.length > 0);
    view.player.classList.toggle("sp-verbatim", this.options.verbatim > 0 && this.episodes.length > 0);
    this._drawControls(state);
    const swipes = Boolean(this.input?.steers);
    this.board.draw(state.picture, state.observation, swipes);
    drawHud(view.hud, this.options.gauges, state);
    view.player.classList.toggle("sp-gauged", view.hud.childElementCount > 0);
    view.main.classList.toggle("sp-pictured", !view.board.hidden);
    if (state.done) this._drawAgent(true);
    fill(view.result, state.done ? this._result() : null);
    view.latest.textContent = replies.length ? state.observation.slice(0, 600) : "";
    this._place(state);
  }

  _drawTurns(state, seed) {
    const { view } = this;
    const agent = this.episodes.find((e) => e.arm === "plain" && e.seed === seed);
    const who = this.gaveUp ? "Solution" : "You";
    drawLog(view.log, state.first, state.steps, who, (i) => (agent ? (agent.steps[i]?.action ?? "(it had stopped)") : null));
    view.turns.textContent = `turn ${state.turn} of ${state.turn_limit}`;
    view.beat.textContent = this.episodes.length && this.options.reveal === "always" ? agentLine(this.episodes) : "";
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

  // Keep the newest turn in sight, and the keyboard where it was being used. A board or a form is what one
  // looks at, so with those the page stays where it is.
  _place(state) {
    const { log, result, main } = this.view;
    const newest = log.lastElementChild;
    log.scrollTop = newest ? newest.offsetTop - log.offsetTop : 0;
    if (this.via === "input" && state.done) result.querySelector("h3").focus({ preventScroll: true });
    else if (this.via === "input") this.input?.input?.focus({ preventScroll: true });
    const stays = main.classList.contains("sp-pictured") || main.classList.contains("sp-tooling");
    if (this.via && (state.done || !stays)) (state.done ? result : newest)?.scrollIntoView({ block: "nearest" });
    this.via = null;
  }

  _result() {
    const { state, seed } = this.game;
    const { gaveUp, usedHint, hint, episodes, program } = this;
    return resultCard(
      { state, seed, gaveUp, usedHint, hint, episodes, program },
      {
        again: () => this._restart(),
        next: this.options.next ?? (this.options.allow.another === false ? null : { label: "Another instance", go: () => this._anotherSeed() }),
        link: () => this.forks.link(),
        share: this.options.share,
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
      this.options.onEvent({ kind: "finished", ...entry, return: state.return });
    });
  }

  _undo() {
    if (this.game?.replies.length) this._afresh(() => this.game.undo());
  }

  _restart() {
    this._afresh(() => this.game.open());
  }

  goto(replies) {
    return this._afresh(() => this.game.goto(replies));
  }

  _anySeed() {
    return this.newSeed(Math.floor(Math.random() * 1e6));
  }

  _anotherSeed() {
    return this.options.deal ? this.newSeed(this.options.deal.next(this.game?.seed)) : this._anySeed();
  }

  newSeed(seed) {
    if (!Number.isSafeInteger(seed) || seed < 0) return this.say("A seed is a whole number of 0 or more.", true);
    if (this.busy || !this.game) return undefined;
    this.usedHint = false;
    this.hint = null;
    fill(this.view.hint);
    showSeed(seed);
    this.options.onEvent({ kind: "seed", seed });
    return this._afresh(() => this.game.open(seed));
  }

  _afresh(action) {
    return this._do(() => {
      this.gaveUp = false;
      return action();
    });
  }

  _hint() {
    if (!this.game?.state) return;
    this._do(async () => {
      const hint = await this.game.hint();
      this.usedHint ||= Boolean(hint);
      this.hint = hint;
      const text = hint ? el("p", { dir: "auto" }, hint) : el("p", { class: "sp-muted" }, "This program offers no hint.");
      fill(this.view.hint, el("strong", {}, "Hint"), text);
    });
  }

  _giveUp() {
    if (!this.game?.state) return;
    this._do(async () => {
      const known = this.options.lines[this.game.seed]?.map((reply) => boxed(reply, true));
      const replies = known ?? (await this.game.solution());
      if (!replies) return this.say("No solution is known for this one: nobody proved that it can be won.");
      this.gaveUp = true;
      this.via = "button";
      this.options.onEvent({ kind: "gaveUp", seed: this.game.seed });
      await this._show(replies);
    });
  }

  // Play a line from the start, at a pace one can follow where there is a board to watch.
  async _show(replies) {
    const watched = !this.view.board.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!watched) return this.game.goto(replies);
    await this.game.goto([]);
    for (const reply of replies) {
      this.draw();
      await new Promise((resolve) => setTimeout(resolve, SOLUTION_PACE_MS));
      if (this.gone || this.game.state.done) return;
      await this.game.act(reply);
    }
    this.via = "button";
  }

  _key(event) {
    const key = gameKey(event);
    if (!key) return;
    if (key === "undo") this._undo();
    else if (!this.input?.steer?.(key)) return;
    event.preventDefault();
  }
}
