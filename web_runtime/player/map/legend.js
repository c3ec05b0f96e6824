// The key to colours and rings, with how many dots of each are shown. A category can be chosen to see it alone.
import { el, fill } from "../dom.js";
import { rateName } from "./state.js";

const said = (count) => count.toLocaleString("en");

export class Legend {
  /** `onChange(change, options)` gets a part of the state. */
  constructor(node, onChange) {
    Object.assign(this, { node, onChange, colour: null });
    this.keys = el("div", { class: "keys" });
    this.rings = el("div", { class: "keys rings" });
    this.ringed = el("button", { type: "button", class: "key only-ringed" }, "Show only ringed");
    this.ringed.addEventListener("click", () => onChange({ ringedOnly: !this.state.ringedOnly }, { history: "push" }));
    this.solid = ringKey("solid");
    this.open = ringKey("open");
    fill(this.rings, this.solid.node, this.open.node, this.ringed);
    fill(node, this.keys, this.rings);
  }

  update(colour, state, counts) {
    this.state = state;
    if (this.colour !== colour) this._build(colour);
    this.entries?.forEach(({ node, count, name }, i) => {
      count.textContent = said(counts.categories[i]);
      node.setAttribute("aria-pressed", String(state.only === name));
      node.classList.toggle("faded", state.only !== null && state.only !== name);
    });
    const rate = state.ring ? `solved ≤ ${rateName(state.ring)}` : "never solved";
    this.rings.title = `Rings need at least ${state.plays} plays without a hint`;
    this.solid.words.textContent = `${rate}, proved solvable (${said(counts.solid)})`;
    this.open.words.textContent = `same, unproved (${said(counts.open)})`;
    this.ringed.setAttribute("aria-pressed", String(state.ringedOnly));
  }

  _build(colour) {
    this.colour = colour;
    this.entries = colour.categories?.map(({ name, colour: paint }) => this._entry(name, paint)) ?? null;
    fill(this.keys, this.entries ? this.entries.map(({ node }) => node) : rampKey(colour.ramp));
  }

  _entry(name, paint) {
    const swatch = el("span", { class: "swatch" });
    swatch.style.background = paint;
    const count = el("span", { class: "number" });
    const node = el("button", { type: "button", class: "key" }, swatch, el("span", { class: "name" }, name), count);
    node.addEventListener("click", () => this.onChange({ only: this.state.only === name ? null : name }, { history: "push" }));
    return { node, count, name };
  }
}

function ringKey(mark) {
  const words = el("span", {});
  return { words, node: el("span", { class: "key" }, el("span", { class: "mark " + mark }), words) };
}

function rampKey({ colours, ends, unknown }) {
  const bar = el("span", { class: "ramp" });
  bar.style.background = `linear-gradient(to right, ${colours.join(",")})`;
  const none = el("span", { class: "swatch" });
  none.style.background = unknown;
  return [el("span", { class: "key" }, ends[0], bar, ends[1]), el("span", { class: "key" }, none, "not known")];
}
