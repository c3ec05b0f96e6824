// The filters: values to tick with how many dots each would show, and two ranges.
import { el, fill } from "../dom.js";
import { RANGES } from "./filter.js";

const RANGE_NAMES = { solved: ["Solved without a hint", 0.05], regret: ["Regret", 0.1] };

export class FacetPanel {
  /** `onChange(change, options)` gets a part of the state; `button` opens and closes the panel. */
  constructor(node, button, facets, onChange) {
    Object.assign(this, { node, button, facets, onChange, boxes: new Map(), ranges: new Map() });
    const close = el("button", { type: "button", class: "close", "aria-label": "Close filters" }, "×");
    close.addEventListener("click", () => this.toggle(false));
    this.reset = el("button", { type: "button", class: "small" }, "Clear all filters");
    this.reset.addEventListener("click", () => onChange({ filters: {} }, { history: "push" }));
    const head = el("div", { class: "bar" }, el("h2", {}, "Filters"), this.reset, close);
    fill(node, head, ...facets.map((facet) => this._facet(facet)), ...Object.keys(RANGES).map((key) => this._range(key)));
    button.addEventListener("click", () => this.toggle());
  }

  get open() {
    return !this.node.hidden;
  }

  toggle(open = this.node.hidden) {
    this.node.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (open) {
      this.onOpen?.();
      this.node.querySelector("button.close").focus();
    } else this.button.focus();
  }

  /** `counts[i][code]`: dots of each value of facet i, or null to leave the numbers as they are. */
  update(state, counts) {
    this.state = state;
    const active = Object.keys(state.filters).length;
    this.button.textContent = active ? `Filters (${active})` : "Filters";
    this.reset.disabled = !active;
    if (!this.open) return;
    this.facets.forEach((facet, i) => {
      const wanted = state.filters[facet.key];
      for (const { code, value } of facet.values) {
        const { box, count, row } = this.boxes.get(facet.key + "/" + value);
        box.checked = !wanted || wanted.includes(value);
        if (!counts) continue;
        count.textContent = counts[i][code].toLocaleString("en");
        row.hidden = counts[i][code] === 0 && !wanted;
      }
    });
    for (const [key, { low, high, said }] of this.ranges) {
      const [from, to] = state.filters[key] ?? RANGES[key];
      low.value = from;
      high.value = to;
      said.textContent = `${from} to ${to}`;
    }
  }

  _facet(facet) {
    const rows = facet.values.map(({ value, name }) => {
      const box = el("input", { type: "checkbox" });
      const count = el("span", { class: "number" });
      const row = el("label", { class: "tick" }, box, el("span", { class: "name" }, name), count);
      box.addEventListener("change", () => this._tick(facet));
      this.boxes.set(facet.key + "/" + value, { box, count, row });
      return row;
    });
    return el("fieldset", {}, el("legend", {}, facet.name), ...rows);
  }

  _tick(facet) {
    const ticked = facet.values.filter(({ value }) => this.boxes.get(facet.key + "/" + value).box.checked);
    const all = ticked.length === facet.values.length || ticked.length === 0;
    this._set(facet.key, all ? null : ticked.map(({ value }) => value), "push");
  }

  _range(key) {
    const [name, step] = RANGE_NAMES[key];
    const [min, max] = RANGES[key];
    const slider = (which) => el("input", { type: "range", min, max, step, "aria-label": `${name}: ${which}` });
    const low = slider("at least");
    const high = slider("at most");
    const said = el("span", { class: "number" });
    const read = (how) => {
      const range = [Number(low.value), Number(high.value)].sort((a, b) => a - b);
      this._set(key, range[0] <= min && range[1] >= max ? null : range, how);
    };
    for (const input of [low, high]) {
      input.addEventListener("input", () => read("replace"));
      input.addEventListener("change", () => read("push"));
    }
    this.ranges.set(key, { low, high, said });
    const ends = [el("label", {}, "from", low), el("label", {}, "to", high)];
    return el("fieldset", { class: "range" }, el("legend", {}, name, " ", said), ...ends);
  }

  _set(key, value, history) {
    const filters = { ...this.state.filters };
    if (value) filters[key] = value;
    else delete filters[key];
    this.onChange({ filters }, { history });
  }
}
