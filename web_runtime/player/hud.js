// Numbers a game keeps telling, taken out of its text and shown large: moves left, turns until something happens.
import { el, fill } from "./dom.js";

/**
 * `gauges`: [{label, pattern, last}] where `pattern` (a regular expression as text) captures a number in the
 * picture or the observation, and `last` is said in place of the label when that number is 1.
 */
export function drawHud(node, gauges, state) {
  const text = `${state.picture ?? ""}\n${state.observation}`;
  const shown = gauges.map((gauge) => {
    const found = text.match(new RegExp(gauge.pattern));
    if (!found) return null;
    const urgent = found[1] === "1" && gauge.last;
    return el(
      "div",
      { class: urgent ? "sp-gauge sp-urgent" : "sp-gauge" },
      el("strong", {}, found[1]),
      el("span", {}, urgent ? gauge.last : gauge.label),
    );
  });
  fill(node, shown);
}
