// Above the map: which runs, how dots are coloured, what is ringed.
import { el, fill } from "../dom.js";
import { COLOUR_NAMES } from "./colours.js";
import { RING_RATES, rateName } from "./state.js";

const PUSH = { history: "push" };

/** `onChange(change, options)` gets a part of the state. */
export class Controls {
  constructor(chips, choices, catalogue, onChange) {
    this.catalogue = catalogue;
    this.onChange = onChange;
    this.chips = chips;
    this.colour = choice("Colour by", Object.entries(COLOUR_NAMES), (colour) => onChange({ colour, only: null }, PUSH));
    const rates = RING_RATES.map((rate) => [rateName(rate), rate ? "≤ " + rateName(rate) : "never"]);
    const wanted = (name) => RING_RATES.find((rate) => rateName(rate) === name);
    this.rings = choice("Ring if solved", rates, (name) => onChange({ ring: wanted(name) }, PUSH));
    this.plays = el("input", { type: "number", min: 1, max: 255, step: 1, class: "few", "aria-label": "Plays needed for a ring" });
    this.plays.addEventListener("change", () => {
      const plays = Math.round(Number(this.plays.value));
      if (plays >= 1 && plays <= 255) onChange({ plays }, PUSH);
      else this.plays.value = this.state.plays;
    });
    const plays = el("label", { class: "choice" }, el("span", {}, "over ≥"), this.plays, el("span", {}, "plays"));
    fill(choices, this.colour.node, this.rings.node, plays);
  }

  update(state) {
    this.state = state;
    this.colour.select.value = state.colour;
    this.rings.select.value = rateName(state.ring);
    this.plays.value = state.plays;
    const key = state.runs.join("|") + "#" + this.catalogue.runs.map((run) => run.version).join();
    if (this.chips.dataset.runs === key) return;
    this.chips.dataset.runs = key;
    fill(this.chips, ...this.catalogue.runs.map((run) => this._chip(run, state)));
  }

  _chip(run, state) {
    const on = state.runs.includes(run.run);
    const said = `${run.name}: ${run.dots} environments over ${run.counts.steps} steps (${run.status ?? "status unknown"})`;
    const chip = el(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(on), title: said },
      el("span", {}, run.title),
      run.directory === run.title ? null : el("span", { class: "directory" }, run.directory),
      el("span", { class: "count" }, run.dots.toLocaleString("en")),
    );
    chip.addEventListener("click", () => {
      const { runs } = this.state;
      const wanted = runs.includes(run.run) ? runs.filter((id) => id !== run.run) : [...runs, run.run];
      if (wanted.length) this.onChange({ runs: wanted, lasso: null }, PUSH);
    });
    return chip;
  }
}

function choice(name, options, onPick) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", { value }, text)));
  select.addEventListener("change", () => onPick(select.value));
  return { select, node: el("label", { class: "choice" }, name, select) };
}
