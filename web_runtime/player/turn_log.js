// The visible course of an episode: first observation, then each move with what came back.
import { el, fill } from "./dom.js";

/** Text as it is, with line breaks kept; very long text is folded so that the page stays usable. */
export function verbatim(text, className = "sp-text") {
  const LIMIT = 6000;
  if (text.length <= LIMIT) return el("pre", { class: className }, text);
  const pre = el("pre", { class: className }, text.slice(0, LIMIT));
  const more = el(
    "button",
    {
      type: "button",
      class: "sp-link",
      onclick: () => {
        pre.textContent = text;
        more.remove();
      },
    },
    `Show all ${text.length.toLocaleString()} characters`,
  );
  return el("div", {}, pre, more);
}

/** One turn as a list item; `who` is "You", "Agent", … */
export function turnItem(step, index, who) {
  const reward = step.reward === null || step.reward === undefined ? "" : `reward ${format(step.reward)}`;
  return el(
    "li",
    { class: "sp-turn" },
    el("div", { class: "sp-move" }, el("span", { class: "sp-who" }, `${who} ${index + 1}`), el("code", {}, step.action)),
    verbatim(step.observation),
    el("div", { class: "sp-reward" }, reward),
  );
}

export function format(number) {
  return Number.isInteger(number) ? number.toFixed(0) : number.toFixed(2);
}

/** Draw a whole episode: `ghost(i)` may return the agent's move to show beside turn i. */
export function drawLog(list, first, steps, who, ghost = () => null) {
  const items = [el("li", { class: "sp-turn sp-first" }, el("span", { class: "sp-who" }, "Start"), verbatim(first))];
  steps.forEach((step, i) => {
    const item = turnItem(step, i, who);
    const other = ghost(i);
    if (other) {
      item
        .querySelector(".sp-move")
        .append(el("span", { class: "sp-ghost", title: "The agent's move at this turn" }, "agent: ", el("code", {}, other)));
    }
    items.push(item);
  });
  fill(list, items);
}

/** A logged episode to step through. */
export function replayView(episode) {
  const list = el("ol", { class: "sp-log" });
  const label = el("span", { class: "sp-muted" });
  let shown = Math.min(1, episode.steps.length);
  const draw = () => {
    drawLog(list, episode.first_observation ?? "", episode.steps.slice(0, shown), "Agent");
    label.textContent = `turn ${shown} of ${episode.steps.length}`;
  };
  const move = (by) => {
    shown = Math.max(0, Math.min(episode.steps.length, shown + by));
    draw();
  };
  draw();
  return el(
    "div",
    { class: "sp-replay" },
    el(
      "div",
      { class: "sp-row" },
      el("button", { type: "button", onclick: () => move(-1), "aria-label": "Previous turn" }, "←"),
      el("button", { type: "button", onclick: () => move(1), "aria-label": "Next turn" }, "→"),
      el("button", { type: "button", onclick: () => move(episode.steps.length) }, "All"),
      label,
    ),
    list,
  );
}
