// The player: mount(root, options) puts any environment on the page and returns {destroy()}.
//
// options.program   {source, title, summary, env_id, kind}
// options.seed      instance seed (default 0)
// options.meta      [[label, value], …] shown beside the title
// options.episodes  logged episodes: {arm, seed, outcome, return, steps, first_observation, play_id}
// options.assets    address of the directory that holds the runtime's manifest.json (default "/rt/")
// options.onEvent   called with {kind: "opened" | "moved" | "finished" | "stopped", …}
import { agentPanel } from "./agent_panel.js";
import { count, el, fill, useStyles } from "./dom.js";
import { findAssets, Game, Runtime, StoppedError } from "./game.js";
import { moveInput } from "./move_input.js";
import { resultCard } from "./result_card.js";
import { gameLink, remember, repliesFromHash } from "./links.js";
import { toolForms } from "./tool_form.js";
import { drawLog } from "./turn_log.js";

const STAGES = {
  snapshot: "Waking Python…",
  interpreter: "Starting Python (first visit takes a few seconds)…",
  respawn: "Starting a fresh Python…",
  ready: "Ready",
};

// One interpreter per page visit: the next environment opens in it without a new start.
let shared = null;

function sharedRuntime(root, onStage) {
  if (!shared || shared.root !== root) {
    const listeners = new Set();
    const promise = findAssets(root).then((assets) => {
      const runtime = new Runtime(assets, (stage) => listeners.forEach((listen) => listen(stage)));
      return runtime.ready.then(() => runtime);
    });
    promise.catch(() => (shared = null));
    shared = { root, promise, listeners };
  }
  shared.listeners.add(onStage);
  return { promise: shared.promise, leave: shared.listeners.delete.bind(shared.listeners, onStage) };
}

export function mount(root, options) {
  const player = new Player(root, options);
  player.start();
  return { destroy: () => player.destroy() };
}

class Player {
  constructor(root, options) {
    this.options = { seed: 0, meta: [], episodes: [], assets: "/rt/", onEvent: () => {}, ...options };
    this.root = root;
    this.busy = false;
    this.gaveUp = false;
    this.usedHint = false;
    useStyles(root, new URL("player.css", import.meta.url).href);
    this._build();
    this._onKey = (event) => this._key(event);
    document.addEventListener("keydown", this._onKey);
  }

  destroy() {
    document.removeEventListener("keydown", this._onKey);
    this.leave?.();
    fill(this.root);
  }

  async start() {
    const { promise, leave } = sharedRuntime(this.options.assets, (stage) => this._stage(stage));
    this.leave = leave;
    this._stage("interpreter");
    try {
      this.runtime = await promise;
      this.game = new Game(this.runtime, { source: this.options.program.source, seed: this.options.seed });
      await this._do(() => this.game.open(this.options.seed));
      this._stage("ready");
      this.options.onEvent({ kind: "opened" });
      this._offerLinkedGame();
    } catch (error) {
      this._say(error.message, true);
      this.status.textContent = "Not running";
    }
  }

  _build() {
    const { program, meta } = this.options;
    const button = (text, title, onclick) => el("button", { type: "button", title, onclick }, text);
    this.status = el("span", { class: "sp-status", role: "status" });
    this.notice = el("p", { class: "sp-notice", role: "alert" });
    this.log = el("ol", { class: "sp-log", "aria-live": "polite", "aria-label": "Turns" });
    this.picture = el("pre", { class: "sp-picture", "aria-label": "Picture" });
    this.controls = el("div", { class: "sp-controls" });
    this.turns = el("span", { class: "sp-turns" });
    this.hintBox = el("div", { class: "sp-hint" });
    this.result = el("div", {});
    this.linked = el("div", {});
    this.seedInput = el("input", { type: "number", min: "0", class: "sp-seed", value: String(this.options.seed), "aria-label": "Seed" });
    this.seedInput.addEventListener("change", () => this._newSeed(Number(this.seedInput.value)));
    this.tools = el(
      "div",
      { class: "sp-toolbar" },
      button("Undo", "Take the last move back (z)", () => this._undo()),
      button("Restart", "Same instance from the start", () => this._restart()),
      button("New seed", "Another instance", () => this._newSeed(Math.floor(Math.random() * 1e6))),
      el("label", { class: "sp-seedlabel" }, "seed ", this.seedInput),
      button("Hint", "Privileged help for this instance", () => this._hint()),
      button("Give up", "Plays the proved solution", () => this._giveUp()),
      button("Copy link", "A link that holds this game", () => this._copyLink()),
    );
    this.side = agentPanel(this.options.episodes, (episode) => this.game.verify(episode));
    fill(
      this.root,
      el(
        "section",
        { class: "sp-player", "aria-label": "Player" },
        el(
          "header",
          { class: "sp-head" },
          el("div", {}, el("h2", {}, program.title), program.summary ? el("p", { class: "sp-muted" }, program.summary) : null),
          el("dl", { class: "sp-meta" }, meta.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, value)))),
        ),
        el("div", { class: "sp-bar" }, this.status, this.turns),
        this.notice,
        this.linked,
        el(
          "div",
          { class: "sp-columns" },
          el("div", { class: "sp-main" }, this.picture, this.log, this.result, this.controls, this.hintBox, this.tools),
          el("aside", { class: "sp-side" }, this.side.node),
        ),
      ),
    );
  }

  _stage(stage) {
    this.status.textContent = STAGES[stage] ?? stage;
    this.status.classList.toggle("sp-live", stage === "ready");
    if (stage === "ready" && this.runtime && !this.runtime.stoppable) {
      this.status.textContent = "Ready (this page is not isolated, so a stuck program costs a restart of Python)";
    }
  }

  _say(text, bad = false) {
    this.notice.textContent = text;
    this.notice.classList.toggle("sp-error", bad);
  }

  // One thing at a time: double clicks and key storms while a move is running are ignored.
  async _do(action) {
    if (this.busy) return;
    this.busy = true;
    this.root.querySelector(".sp-player").setAttribute("aria-busy", "true");
    this._say("");
    try {
      await action();
    } catch (error) {
      const stopped = error instanceof StoppedError;
      this._say(stopped ? error.message + " Your game is back at the last good turn." : error.message, true);
      if (stopped) this.options.onEvent({ kind: "stopped" });
    } finally {
      this.busy = false;
      this.root.querySelector(".sp-player")?.setAttribute("aria-busy", "false");
      if (this.game?.state) this._draw();
    }
  }

  _draw() {
    const { state, replies, seed } = this.game;
    const agent = this.options.episodes.find((e) => e.arm === "plain" && e.seed === seed);
    const first = this.firstObservation ?? state.observation;
    if (!replies.length) this.firstObservation = state.observation;
    drawLog(this.log, replies.length ? first : state.observation, state.steps, "You", (i) => agent?.steps[i]?.action ?? null);
    this.picture.textContent = state.picture ?? "";
    this.picture.hidden = !state.picture || state.picture === state.observation;
    this.turns.textContent = `turn ${state.turn} of ${state.turn_limit} · seed ${seed}`;
    this.seedInput.value = String(seed);
    const send = (text) => this._move(text);
    if (state.done) fill(this.controls);
    else if (state.tools.length) fill(this.controls, toolForms(state.tools, send), moveInput(state, send, { raw: true }));
    else fill(this.controls, moveInput(state, send, { raw: false }));
    fill(this.result, state.done ? this._result() : null);
    if (replies.length && !state.done) this.controls.querySelector("input[name=move]")?.focus({ preventScroll: true });
  }

  _result() {
    const { state, seed, replies } = this.game;
    return resultCard({
      state,
      gaveUp: this.gaveUp,
      usedHint: this.usedHint,
      episodes: this.options.episodes,
      again: () => this._restart(),
      next: () => this._newSeed(Math.floor(Math.random() * 1e6)),
      link: gameLink(seed, replies),
      download: () => this.game.transcript(),
      program: this.options.program,
    });
  }

  _move(text) {
    return this._do(async () => {
      await this.game.act(text);
      const { state, seed } = this.game;
      this.options.onEvent({ kind: "moved", turn: state.turn });
      if (!state.done) return;
      const entry = { env: this.options.program.env_id, title: this.options.program.title, seed };
      remember({ ...entry, outcome: state.outcome, turns: state.turn, hint: this.usedHint, when: new Date().toISOString() });
      this.options.onEvent({ kind: "finished", outcome: state.outcome, turns: state.turn });
    });
  }

  _undo() {
    if (!this.game?.replies.length) return;
    this._do(() => this.game.undo());
  }

  _restart() {
    this.gaveUp = false;
    this._do(() => this.game.open());
  }

  _newSeed(seed) {
    if (!Number.isSafeInteger(seed) || seed < 0) return this._say("A seed is a whole number of 0 or more.", true);
    this.gaveUp = this.usedHint = false;
    fill(this.hintBox);
    const url = new URL(location.href);
    url.searchParams.set("seed", String(seed));
    url.hash = "";
    history.replaceState(history.state, "", url);
    return this._do(() => this.game.open(seed));
  }

  _hint() {
    this._do(async () => {
      const hint = await this.game.hint();
      this.usedHint ||= Boolean(hint);
      const text = hint ? el("p", {}, hint) : el("p", { class: "sp-muted" }, "This program offers no hint.");
      fill(this.hintBox, el("strong", {}, "Hint"), text);
    });
  }

  _giveUp() {
    this._do(async () => {
      const replies = await this.game.solution();
      if (!replies) return this._say("No solution is known for this one: nobody proved that it can be won.");
      this.gaveUp = true;
      await this.game.goto(replies);
    });
  }

  async _copyLink() {
    const link = gameLink(this.game.seed, this.game.replies);
    try {
      await navigator.clipboard.writeText(link);
      this._say(`Link copied: it holds seed ${this.game.seed} and ${count(this.game.replies.length, "move")}.`);
    } catch {
      this._say(link);
    }
  }

  _offerLinkedGame() {
    const replies = repliesFromHash(location.hash);
    if (!replies?.length) return;
    const play = () => {
      fill(this.linked);
      this._do(() => this.game.goto(replies));
    };
    fill(
      this.linked,
      el(
        "div",
        { class: "sp-card sp-row" },
        `This link holds a game of ${count(replies.length, "move")}.`,
        el("button", { type: "button", onclick: play }, "Replay it here"),
        el("button", { type: "button", onclick: () => fill(this.linked) }, "Play afresh"),
      ),
    );
  }

  _key(event) {
    const typing = event.composedPath().some((node) => /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName ?? ""));
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "z") this._undo();
    const arrow = this.controls.querySelector(`[data-key="${event.key}"]`);
    if (arrow) {
      event.preventDefault();
      arrow.click();
    }
  }
}
