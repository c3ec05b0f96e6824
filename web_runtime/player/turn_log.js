// The visible course of an episode: first observation, then each move with what came back.
import { el, fill } from "./dom.js";

const FOLD_CHARACTERS = 4000;
const FOLD_LINES = 60;
const GHOST_CHARACTERS = 200;

/** Text as it is, with line breaks and its own direction; very long text is folded so the page stays usable. */
export function verbatim(text) {
  const head = folded(text);
  const pre = el("pre", { class: "sp-text", dir: "auto" }, head);
  if (head.length === text.length) return pre;
  const open = () => {
    pre.textContent = text;
    pre.classList.add("sp-tall");
    pre.tabIndex = 0;
    more.remove();
  };
  const size = `${text.split("\n").length.toLocaleString()} lines, ${text.length.toLocaleString()} characters`;
  const more = el("button", { type: "button", class: "sp-link", onclick: open }, `… show all (${size})`);
  return el("div", {}, pre, more);
}

function folded(text) {
  const head = text.length > FOLD_CHARACTERS ? text.slice(0, FOLD_CHARACTERS) : text;
  const lines = head.split("\n");
  return lines.length > FOLD_LINES ? lines.slice(0, FOLD_LINES).join("\n") : head;
}

function turnItem(step, index, who, other) {
  const reward = step.reward ? `reward ${format(step.reward)}` : "";
  return el(
    "li",
    { class: "sp-turn" },
    el(
      "div",
      { class: "sp-move" },
      el("span", { class: "sp-who" }, `${who} ${index + 1}`),
      el("code", { dir: "auto" }, shorten(step.action, FOLD_CHARACTERS)),
      other ? el("span", { class: "sp-ghost", title: other }, "agent: ", el("code", { dir: "auto" }, shorten(other, GHOST_CHARACTERS))) : null,
    ),
    verbatim(step.observation),
    reward ? el("div", { class: "sp-reward" }, reward) : null,
  );
}

function shorten(action, most) {
  return action.length > most ? action.slice(0, most - 1) + "…" : action;
}

export function format(number) {
  return Number.isInteger(number) ? number.toFixed(0) : number.toFixed(2);
}

/** Draw a whole episode: `ghost(i)` may return the agent's move to show beside turn i. */
export function drawLog(list, first, steps, who, ghost = () => null) {
  const start = el("li", { class: "sp-turn sp-first" }, el("span", { class: "sp-who" }, "Start"), verbatim(first));
  fill(list, start, ...steps.map((step, i) => turnItem(step, i, who, ghost(i))));
}

/** A logged episode to step through, from its first turn or, `whole`, with all of it shown. */
export function replayView(episode, whole = false) {
  const list = el("ol", { class: "sp-log" });
  const label = el("span", { class: "sp-muted", role: "status" });
  const total = episode.steps.length;
  let shown = whole ? total : Math.min(1, total);
  const button = (text, name, to) => el("button", { type: "button", "aria-label": name, onclick: () => show(to()) }, text);
  const show = (turn) => {
    shown = Math.max(0, Math.min(total, turn));
    drawLog(list, episode.first_observation ?? "", episode.steps.slice(0, shown), "Agent");
    label.textContent = `turn ${shown} of ${total}`;
  };
  show(shown);
  return el(
    "div",
    { class: "sp-replay" },
    el(
      "div",
      { class: "sp-row" },
      button("←", "Previous turn", () => shown - 1),
      button("→", "Next turn", () => shown + 1),
      button("All", "All turns", () => total),
      label,
    ),
    list,
  );
}
