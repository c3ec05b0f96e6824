// What happened when the agent played: outcomes of both arms as paired dots, and one episode turn by turn.
import { count, el, fill } from "../dom.js";

const ARMS = [
  ["plain", "Without hint"],
  ["hint", "With hint"],
];
const OUTCOMES = { won: "won", lost: "lost", truncated: "ran out of turns or tokens", void: "void: the environment failed" };

/** Plays of both arms side by side: column i holds the i-th play of each arm, paired by seed. */
export function paired(plays) {
  const by = { plain: [], hint: [] };
  for (const play of plays) (by[play.arm] ?? []).push(play);
  const order = (a, b) => a.seed - b.seed || (a.play_id < b.play_id ? -1 : 1);
  return { plain: by.plain.sort(order), hint: by.hint.sort(order) };
}

/** The dots. `onOpen(play)` when one is chosen. */
export function outcomeDots(plays, onOpen) {
  const arms = paired(plays);
  const rows = ARMS.filter(([arm]) => arms[arm].length).map(([arm, name]) => {
    const won = arms[arm].filter((play) => play.outcome === "won").length;
    const dots = arms[arm].map((play) => {
      const said = `${name}, seed ${play.seed}: ${OUTCOMES[play.outcome] ?? play.outcome}, ${count(play.turns, "turn")}`;
      const mark = el("button", { type: "button", class: `outcome ${play.outcome}`, title: said, "aria-label": said });
      mark.addEventListener("click", () => onOpen(play));
      return mark;
    });
    const score = el("span", { class: "score" }, `${won} of ${arms[arm].length} won`);
    return el("div", { class: "arm" }, el("span", { class: "name" }, name), el("span", { class: "dots" }, ...dots), score);
  });
  if (!rows.length) return el("p", { class: "quiet" }, "The agent never played this environment.");
  return el("div", { class: "arms" }, ...rows);
}

/** A viewer for one episode: pick arm and play, then walk through its turns. */
export class EpisodeViewer {
  constructor(plays) {
    this.plays = [...paired(plays).plain, ...paired(plays).hint];
    this.play = this.plays[0] ?? null;
    this.turn = 0;
    this.node = el("div", { class: "episode" });
    this.draw();
  }

  open(play) {
    this.play = play;
    this.turn = 0;
    this.draw();
  }

  draw() {
    if (!this.play) return void fill(this.node, el("p", { class: "quiet" }, "No episode was logged."));
    const steps = this.play.steps ?? [];
    fill(this.node, this._chooser(), this._walk(steps.length), this._log(steps), this._ending(steps.length));
  }

  _chooser() {
    const options = this.plays.map((play, i) => {
      const arm = play.arm === "hint" ? "with hint" : "without hint";
      return el("option", { value: String(i) }, `${arm} · seed ${play.seed} · ${play.outcome} · ${count(play.turns, "turn")}`);
    });
    const select = el("select", { "aria-label": "Episode" }, ...options);
    select.value = String(this.plays.indexOf(this.play));
    select.addEventListener("change", () => this.open(this.plays[Number(select.value)]));
    return el("label", { class: "chooser" }, "Episode", select);
  }

  _walk(total) {
    const go = (turn, name, text) => {
      const button = el("button", { type: "button", class: "small", "aria-label": name }, text);
      button.disabled = turn < 0 || turn > total;
      button.addEventListener("click", () => {
        this.turn = turn;
        this.draw();
      });
      return button;
    };
    const where = this.turn === 0 ? "start" : `turn ${this.turn} of ${total}`;
    return el(
      "div",
      { class: "walk" },
      go(this.turn - 1, "Previous turn", "‹ Back"),
      el("span", { "aria-live": "polite" }, where),
      go(this.turn + 1, "Next turn", "Next ›"),
      go(this.turn === total ? -1 : total, "Show the whole episode", "All"),
    );
  }

  _log(steps) {
    const said = (who, text, more) => {
      return el("div", { class: "said " + who }, el("span", { class: "who" }, who), el("pre", {}, text ?? ""), more);
    };
    const lines = [said("environment", this.play.first_observation)];
    if (this.play.hint) lines.push(said("hint", this.play.hint));
    for (const step of steps.slice(0, this.turn)) {
      const reward = el("span", { class: "reward" }, `reward ${step.reward ?? "none"}`);
      lines.push(said("agent", step.action), said("environment", step.observation, reward));
    }
    return el("div", { class: "log" }, ...lines);
  }

  _ending(total) {
    if (this.turn < total || !total) return null;
    const fault = this.play.fault ? ` (${this.play.fault})` : "";
    const result = this.play.return === null ? "no return" : `return ${this.play.return}`;
    return el("p", { class: "ending" }, `${OUTCOMES[this.play.outcome] ?? this.play.outcome}${fault}; ${result}.`);
  }
}
