// Recorded episodes turn by turn: what the environment said, what the agent replied, what it got for it.
import { count, el, fill } from "../dom.js";
import { ARMS, bySeed, meanReturn, ofArm, OUTCOMES, short } from "./panel_outcomes.js";

/** An episode's short name for the address: its arm and its number in it, by seed ("hint.3"). */
export function nameOf(plays, play) {
  return play ? `${play.arm}.${ofArm(plays, play.arm).indexOf(play)}` : null;
}

/** The play of a {@link nameOf}, or null. */
export function byName(plays, name) {
  const [, arm, index] = /^(plain|hint)\.(\d{1,5})$/.exec(name ?? "") ?? [];
  return arm ? (ofArm(plays, arm)[Number(index)] ?? null) : null;
}

/** What of a place {play, turn} asked for is not there, as a sentence; null when all of it is. */
export function oddPlace(plays, { play, turn }) {
  const found = byName(plays, play);
  if (play && !found) {
    const arm = play.split(".")[0];
    return `In the address, play is '${play}', but this environment has ${count(ofArm(plays, arm).length, "episode")} of that arm, counted from 0; the first one is shown instead.`;
  }
  const turns = found?.steps?.length ?? 0;
  return found && turn > turns ? `In the address, turn is '${turn}', but that episode has ${count(turns, "turn")}; all are shown.` : null;
}

/** Pick arm and instance, then walk through the turns; `onMove()` after each move. Arrow keys, Home and End work. */
export class EpisodeViewer {
  constructor(plays, onMove = () => {}) {
    Object.assign(this, { plays, onMove, turn: 0 });
    this.pairs = bySeed(plays);
    this.play = ofArm(plays, "plain")[0] ?? ofArm(plays, "hint")[0] ?? null;
    this.node = el("div", { class: "episode" });
    if (!this.play) return void fill(this.node, el("p", { class: "quiet" }, "No episode was logged."));
    this._build();
    this.node.addEventListener("keydown", (event) => this._key(event));
    this.draw();
  }

  get length() {
    return this.play?.steps?.length ?? 0;
  }

  /** Show `play` after `turn` turns. */
  open(play, turn = 0) {
    this.play = play;
    this.go(turn);
  }

  go(turn) {
    if (!this.play) return;
    const before = this.turn;
    this.turn = Math.min(Math.max(turn, 0), this.length);
    this.draw();
    if (this.turn > before) this.log.lastElementChild?.scrollIntoView?.({ block: "nearest" });
    this.onMove();
  }

  move(by) {
    this.go(this.turn + by);
  }

  draw() {
    this._drawChoice();
    this.where.textContent = this.turn === 0 ? `Start of ${count(this.length, "turn")}` : `Turn ${this.turn} of ${this.length}`;
    this.slider.max = String(this.length);
    this.slider.value = String(this.turn);
    // aria-disabled rather than disabled: a button that loses the focus at the last turn would strand the keyboard
    for (const [button, off] of [[this.back, this.turn === 0], [this.next, this.turn === this.length], [this.all, this.turn === this.length]]) {
      button.setAttribute("aria-disabled", String(off));
    } // prettier-ignore
    this._drawLog();
    this._drawEnding();
  }

  _build() {
    const button = (name, text, act) => {
      return el("button", { type: "button", class: "small", "aria-label": name, onclick: act }, text);
    };
    this.arms = ARMS.map(([arm, name]) => {
      return el("button", { type: "button", class: "segment", "data-arm": arm, onclick: () => this._switch(arm) }, name);
    });
    this.choice = el("select", { "aria-label": "Episode" });
    this.choice.addEventListener("change", () => this.open(ofArm(this.plays, this.play.arm)[Number(this.choice.value)]));
    this.back = button("Previous turn", "‹", () => this.move(-1));
    this.next = button("Next turn", "›", () => this.move(1));
    this.all = button("All: show the whole episode", "All", () => this.go(this.length));
    this.where = el("span", { class: "where", "aria-live": "polite" });
    this.slider = el("input", { type: "range", min: 0, step: 1, "aria-label": "Turn" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.log = el("ol", { class: "log" });
    this.ending = el("p", { class: "ending" });
    fill(
      this.node,
      el("div", { class: "chooser" }, el("div", { class: "modes", role: "group", "aria-label": "Arm" }, ...this.arms), this.choice),
      el("div", { class: "walk" }, this.back, this.where, this.next, this.all),
      this.slider,
      this.log,
      this.ending,
    );
  }

  /** The same instance in the other arm, at the same place in its row. */
  _switch(arm) {
    if (arm === this.play.arm) return;
    const pair = this.pairs.find(({ seed }) => seed === this.play.seed);
    const place = pair[this.play.arm].indexOf(this.play);
    const other = pair[arm][Math.min(place, pair[arm].length - 1)] ?? ofArm(this.plays, arm)[0];
    if (other) this.open(other, this.turn);
  }

  _drawChoice() {
    for (const button of this.arms) {
      button.setAttribute("aria-pressed", String(button.dataset.arm === this.play.arm));
      button.disabled = !ofArm(this.plays, button.dataset.arm).length;
    }
    const own = ofArm(this.plays, this.play.arm);
    if (this.choice.dataset.arm !== this.play.arm) {
      this.choice.dataset.arm = this.play.arm;
      const options = own.map((play, i) => {
        const said = `seed ${play.seed} · ${play.outcome} · ${count(play.turns, "turn")} · return ${short(play.return)}`;
        return el("option", { value: String(i) }, said);
      });
      fill(this.choice, ...options);
    }
    this.choice.value = String(own.indexOf(this.play));
  }

  _drawLog() {
    const steps = this.play.steps ?? [];
    let sum = 0;
    const lines = [line("environment", this.play.first_observation)];
    if (this.play.hint) lines.push(line("hint", this.play.hint));
    steps.slice(0, this.turn).forEach((step, i) => {
      sum += step.reward ?? 0;
      lines.push(line("agent", step.action, `turn ${i + 1}`), line("environment", step.observation, reward(step, sum)));
    });
    if (this.shown !== this.play) {
      this.shown = this.play;
      return void fill(this.log, ...lines);
    }
    // Turns already on the page stay: nothing flickers, and a selection in them survives.
    while (this.log.children.length > lines.length) this.log.lastElementChild.remove();
    this.log.append(...lines.slice(this.log.children.length));
  }

  _drawEnding() {
    this.ending.hidden = this.turn < this.length || !this.length;
    if (this.ending.hidden) return;
    const fault = this.play.fault ? ` (${this.play.fault})` : "";
    const mean = meanReturn(ofArm(this.plays, this.play.arm));
    const arm = mean === null ? "" : ` The mean of this arm is ${short(mean)}.`;
    const outcome = OUTCOMES[this.play.outcome] ?? this.play.outcome;
    this.ending.textContent = `${outcome[0].toUpperCase()}${outcome.slice(1)}${fault}; return ${short(this.play.return)}.${arm}`;
  }

  _key(event) {
    if (/^(select|input)$/i.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: this.turn - 1, ArrowRight: this.turn + 1, Home: 0, End: this.length };
    if (!(event.key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(moves[event.key]);
  }
}

function line(who, text, more) {
  const name = el("span", { class: "who" }, who, more ? el("span", { class: "reward" }, more) : null);
  return el("li", { class: "said " + who }, name, el("pre", {}, text ?? ""));
}

function reward(step, sum) {
  const ended = step.terminated ? " · the episode ended" : step.truncated ? " · cut short" : "";
  const total = sum === (step.reward ?? 0) ? "" : ` · ${short(sum)} in all`;
  return `reward ${short(step.reward)}${total}${ended}`;
}
