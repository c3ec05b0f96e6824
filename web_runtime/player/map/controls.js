// The row above the map: runs, colour, rings; and the legend that goes with the colour.
import { el, fill } from "../dom.js";
import { COLOUR_NAMES } from "./colours.js";
import { RING_PLAYS, RING_RATES, rateName } from "./state.js";

/** `onChange(change)` gets a part of the state. */
export class Controls {
  constructor(node, catalogue, onChange) {
    this.catalogue = catalogue;
    this.onChange = onChange;
    this.chips = el("div", { class: "chips", role: "group", "aria-label": "Runs" });
    this.colour = choice("Colour by", Object.entries(COLOUR_NAMES), (colour) => onChange({ colour, only: null }));
    const rates = RING_RATES.map((rate) => [rateName(rate), rate ? "solved ≤ " + rateName(rate) : "never solved"]);
    this.rings = choice("Ring", rates, (name) => onChange({ ring: RING_RATES.find((rate) => rateName(rate) === name) }));
    this.ringed = el("input", { type: "checkbox" });
    this.ringed.addEventListener("change", () => onChange({ ringedOnly: this.ringed.checked }));
    const only = el("label", { class: "check" }, this.ringed, "Only ringed");
    fill(node, this.chips, el("div", { class: "choices" }, this.colour.node, this.rings.node, only));
  }

  update(state) {
    this.colour.select.value = state.colour;
    this.rings.select.value = rateName(state.ring);
    this.ringed.checked = state.ringedOnly;
    const key = state.runs.join("|");
    if (this.chips.dataset.runs === key) return;
    this.chips.dataset.runs = key;
    fill(this.chips, ...this.catalogue.runs.map((run) => this._chip(run, state)));
  }

  _chip(run, state) {
    const on = state.runs.includes(run.run);
    const said = `${run.title}: ${run.dots} environments over ${run.counts.steps} steps (${run.status ?? "status unknown"})`;
    const chip = el(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(on), title: said },
      el("span", {}, run.title),
      el("span", { class: "count" }, run.dots.toLocaleString()),
    );
    chip.addEventListener("click", () => {
      const runs = on ? state.runs.filter((id) => id !== run.run) : [...state.runs, run.run];
      if (runs.length) this.onChange({ runs });
    });
    return chip;
  }
}

function choice(name, options, onPick) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", { value }, text)));
  select.addEventListener("change", () => onPick(select.value));
  return { select, node: el("label", { class: "choice" }, name, select) };
}

/** The key to colours and rings. A category can be clicked to see it alone. */
export function drawLegend(node, legend, state, counts, onChange) {
  const parts = legend.kind === "ramp" ? [rampKey(legend)] : legend.items.map((item) => categoryKey(item, state, onChange));
  fill(node, el("div", { class: "keys" }, ...parts), ringKey(state, counts));
}

function categoryKey({ name, colour }, state, onChange) {
  const chosen = state.only === name;
  const swatch = el("span", { class: "swatch" });
  swatch.style.background = colour;
  const key = el("button", { type: "button", class: "key", "aria-pressed": String(chosen) }, swatch, name);
  key.classList.toggle("faded", state.only !== null && !chosen);
  key.addEventListener("click", () => onChange({ only: chosen ? null : name }));
  return key;
}

function rampKey({ colours, ends }) {
  const bar = el("span", { class: "ramp" });
  bar.style.background = `linear-gradient(to right, ${colours.join(",")})`;
  return el("span", { class: "key" }, ends[0], bar, ends[1]);
}

function ringKey(state, { solid, open }) {
  const rate = state.ring ? `solved at most ${rateName(state.ring)} of the time` : "never solved";
  const key = (mark, words, count) => el("span", { class: "key" }, el("span", { class: "mark " + mark }), `${words} (${count})`);
  return el(
    "div",
    { class: "keys rings", title: `Rings need at least ${RING_PLAYS} plays without a hint` },
    key("solid", `${rate}, proved solvable`, solid),
    key("open", "same, not proved", open),
  );
}
