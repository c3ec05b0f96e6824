// The map as a table: the same visible environments, sortable, reachable without a mouse or colour vision.
import { el, fill } from "../dom.js";

const PAGE = 12;

const percent = (rate) => (rate === null ? "–" : Math.round(rate * 100) + " %");
const signed = (value) => (value === null ? "–" : (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2));

export class Table {
  /** `onOpen(dot)` when a row is chosen. */
  constructor(node, catalogue, onOpen) {
    this.onOpen = onOpen;
    this.sort = { key: "step", down: true };
    this.page = 0;
    this.columns = [
      { key: "title", name: "Environment", text: (dots, dot) => dots.peek(dot)?.title || dots.peek(dot)?.env_id || "…" },
      { key: "step", name: "Step", value: (dots, dot) => dots.step[dot], text: (dots, dot) => String(dots.step[dot]) },
      { key: "skill", name: "Skill", value: (dots, dot) => dots.skill[dot], text: (dots, dot) => catalogue.skills[dots.skill[dot]] ?? "–" },
      { key: "topic", name: "Topic", value: (dots, dot) => dots.topic[dot], text: (dots, dot) => dots.of(dot).fineLabel.get(dots.topic[dot]) ?? "–" },
      { key: "solve", name: "Solved", value: (dots, dot) => dots.solveRate(dot) ?? 2, text: (dots, dot) => percent(dots.solveRate(dot)) },
      { key: "hint", name: "With hint", value: (dots, dot) => dots.solveRateHint(dot) ?? 2, text: (dots, dot) => percent(dots.solveRateHint(dot)) },
      { key: "regret", name: "Regret", value: (dots, dot) => dots.regretOf(dot) ?? -2, text: (dots, dot) => signed(dots.regretOf(dot)) },
      { key: "ring", name: "Ring", value: (dots, dot) => this.rings.get(dot) ?? 0, text: (dots, dot) => ["", "not proved", "hard"][this.rings.get(dot) ?? 0] },
    ];
    this.caption = el("h2", {});
    this.body = el("tbody", {});
    this.head = el("tr", {});
    this.pager = el("div", { class: "pager" });
    const grid = el("table", {}, el("thead", {}, this.head), this.body);
    fill(node, this.caption, el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Environments on the map" }, grid), this.pager);
  }

  update(dots, { shown, solid, open }, selected) {
    Object.assign(this, { dots, selected, shown });
    this.rings = new Map([...open.map((dot) => [dot, 1]), ...solid.map((dot) => [dot, 2])]);
    this.caption.textContent = `${shown.length.toLocaleString()} environments in view`;
    this._order();
    this.page = 0;
    this.draw();
  }

  select(dot) {
    this.selected = dot;
    const at = this.order.indexOf(dot);
    if (at >= 0) this.page = Math.floor(at / PAGE);
    this.draw();
  }

  /** The dot `by` rows after the selected one in the table's order (-1: before). */
  neighbour(by) {
    const at = this.order.indexOf(this.selected);
    return this.order[Math.min(Math.max(at + by, 0), this.order.length - 1)];
  }

  draw() {
    fill(this.head, ...this.columns.map((column) => this._heading(column)));
    const rows = this.order.slice(this.page * PAGE, (this.page + 1) * PAGE);
    fill(this.body, ...rows.map((dot) => this._row(dot)));
    this._drawPager();
    const missing = rows.filter((dot) => !this.dots.peek(dot));
    if (missing.length) Promise.all(missing.map((dot) => this.dots.text(dot))).then(() => this.draw(), () => {});
  }

  _order() {
    const { key, down } = this.sort;
    const column = this.columns.find((other) => other.key === key);
    const value = column.value ?? ((dots, dot) => column.text(dots, dot));
    const { dots } = this;
    const ranked = this.shown.map((dot) => [value(dots, dot), dot]);
    ranked.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1]));
    this.order = ranked.map(([, dot]) => dot);
    if (down) this.order.reverse();
  }

  _heading(column) {
    const sorted = this.sort.key === column.key;
    const arrow = sorted ? (this.sort.down ? " ↓" : " ↑") : "";
    const button = el("button", { type: "button" }, column.name + arrow);
    button.addEventListener("click", () => {
      this.sort = { key: column.key, down: sorted ? !this.sort.down : false };
      this._order();
      this.page = 0;
      this.draw();
    });
    return el("th", { scope: "col", "aria-sort": sorted ? (this.sort.down ? "descending" : "ascending") : "none" }, button);
  }

  _row(dot) {
    const cells = this.columns.map((column, i) => {
      const text = column.text(this.dots, dot);
      if (i) return el("td", { class: column.key }, text);
      const open = el("button", { type: "button", class: "link" }, text);
      open.addEventListener("click", () => this.onOpen(dot));
      return el("th", { scope: "row" }, open);
    });
    return el("tr", { "aria-current": dot === this.selected ? "true" : null }, ...cells);
  }

  _drawPager() {
    const pages = Math.max(1, Math.ceil(this.order.length / PAGE));
    const turn = (by, name) => {
      const button = el("button", { type: "button", class: "small" }, name);
      button.disabled = this.page + by < 0 || this.page + by >= pages;
      button.addEventListener("click", () => {
        this.page += by;
        this.draw();
      });
      return button;
    };
    fill(this.pager, turn(-1, "‹ Previous"), el("span", {}, `Page ${this.page + 1} of ${pages}`), turn(1, "Next ›"));
  }
}
