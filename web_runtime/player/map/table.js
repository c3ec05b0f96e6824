// The map as a table: the same visible environments, sortable, reachable without a mouse or colour vision.
import { el, fill } from "../dom.js";

const PAGE = 12;
const MOST_TEXT = 40; // text files read so that titles can be sorted

const percent = (rate) => (rate === null ? "–" : Math.round(rate * 100) + " %");
const signed = (value) => (value === null ? "–" : (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2));
const RINGS = ["", "not proved", "hard"];

export class Table {
  /** `onOpen(dot)` when a row is chosen. `tools` is shown beside the heading. */
  constructor(node, catalogue, onOpen, tools) {
    Object.assign(this, { onOpen, catalogue, page: 0, sort: { key: "step", down: true }, shown: [], ranked: null });
    const skill = (dots, dot) => catalogue.skills[dots.skill[dot]] ?? "–";
    this.columns = [
      { key: "title", name: "Environment", text: (dots, dot) => dots.peek(dot)?.title || dots.peek(dot)?.env_id || "…" },
      { key: "match", name: "Alike", value: (_, dot) => this.ranked.get(dot) ?? 0, text: (_, dot) => percent(this.ranked.get(dot) ?? null) },
      { key: "step", name: "Step", value: (dots, dot) => dots.step[dot], text: (dots, dot) => String(dots.step[dot]) },
      { key: "skill", name: "Skill", text: skill },
      { key: "topic", name: "Topic", text: (dots, dot) => dots.topicName(dot) },
      { key: "solve", name: "Solved", value: (dots, dot) => dots.solveRate(dot) ?? 2, text: (dots, dot) => percent(dots.solveRate(dot)) },
      { key: "hint", name: "With hint", value: (dots, dot) => dots.solveRateHint(dot) ?? 2, text: (dots, dot) => percent(dots.solveRateHint(dot)) },
      { key: "regret", name: "Regret", value: (dots, dot) => dots.regretOf(dot) ?? -2, text: (dots, dot) => signed(dots.regretOf(dot)) },
      { key: "ring", name: "Ring", value: (dots, dot) => this._ring(dot), text: (dots, dot) => RINGS[this._ring(dot)] },
    ]; // prettier-ignore
    this.order = new Uint32Array(0); // keys may be pressed before the first dots are here
    this.caption = el("h2", {});
    this.body = el("tbody", {});
    this.head = el("tr", {});
    this.pager = el("div", { class: "pager" });
    const grid = el("table", {}, el("thead", {}, this.head), this.body);
    const region = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Environments on the map" }, grid);
    fill(node, el("div", { class: "over-table" }, this.caption, tools), region, this.pager);
  }

  /**
   * `shown` are dots in step order; `isHard(dot)` tells which are ringed; `ranked` is a Map dot -> likeness when a
   * search ranks them, else null; `heading` names them.
   */
  update(dots, { shown, isHard, ranked, heading }, selected) {
    if (ranked !== this.ranked) this.sort = ranked ? { key: "match", down: true } : { key: "step", down: true };
    const same = shown === this.shown && ranked === this.ranked;
    Object.assign(this, { dots, selected, shown, isHard, ranked });
    this.caption.textContent = heading;
    if (!same) {
      this._order();
      this.page = 0;
    }
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
    const refocus = this._focused();
    fill(this.head, ...this._visible().map((column) => this._heading(column)));
    const rows = [...this.order.subarray(this.page * PAGE, (this.page + 1) * PAGE)];
    fill(this.body, ...rows.map((dot) => this._row(dot)));
    this._drawPager();
    refocus();
    const missing = rows.filter((dot) => !this.dots.peek(dot));
    if (missing.length) Promise.all(missing.map((dot) => this.dots.text(dot))).then(() => this.draw(), () => {});
  }

  /** A function that gives the focus to the button that stands where the focused one stood. */
  _focused() {
    const { activeElement } = this.body.getRootNode();
    const part = [this.head, this.body, this.pager].find((node) => node.contains(activeElement));
    const at = part ? [...part.querySelectorAll("button")].indexOf(activeElement) : -1;
    return () => at >= 0 && part.querySelectorAll("button")[at]?.focus({ preventScroll: true });
  }

  _visible() {
    return this.columns.filter(({ key }) => key !== "match" || this.ranked);
  }

  _ring(dot) {
    return this.isHard(dot) ? (this.dots.proved(dot) ? 2 : 1) : 0;
  }

  /** Dots arrive in step order, so that only other keys need sorting; equal keys stay in step order. */
  _order() {
    const { key, down } = this.sort;
    const { dots } = this;
    const column = this.columns.find((other) => other.key === key);
    this.order = Uint32Array.from(this.shown);
    if (key !== "step") {
      const keys = new Map();
      const value = column.value ?? column.text;
      for (const dot of this.order) keys.set(dot, value(dots, dot));
      this.order.sort((a, b) => {
        const [x, y] = [keys.get(a), keys.get(b)];
        return x < y ? -1 : x > y ? 1 : a - b;
      });
    }
    if (down) this.order.reverse();
  }

  _heading(column) {
    const sorted = this.sort.key === column.key;
    const arrow = sorted ? (this.sort.down ? " ↓" : " ↑") : "";
    const button = el("button", { type: "button" }, column.name + arrow);
    if (column.key === "title" && this._chunks().size > MOST_TEXT) {
      button.disabled = true;
      button.title = "Too many to sort by title; narrow the view first";
    }
    button.addEventListener("click", () => this._sortBy(column.key, sorted ? !this.sort.down : false));
    return el("th", { scope: "col", "aria-sort": sorted ? (this.sort.down ? "descending" : "ascending") : "none" }, button);
  }

  async _sortBy(key, down) {
    if (key === "title") await Promise.all([...this._chunks().values()].map((dot) => this.dots.text(dot)));
    this.sort = { key, down };
    this._order();
    this.page = 0;
    this.draw();
  }

  /** One dot of every text file that the shown dots are named in, at most one more than may be read. */
  _chunks() {
    const { dots } = this;
    if (this.chunksOf === this.shown) return this.chunks;
    const chunks = new Map();
    for (const dot of this.shown) {
      const key = dots.run[dot] * 65536 + Math.floor(dots.row(dot) / dots.of(dot).entry.chunk);
      if (!chunks.has(key)) chunks.set(key, dot);
      if (chunks.size > MOST_TEXT) break;
    }
    this.chunksOf = this.shown;
    return (this.chunks = chunks);
  }

  _row(dot) {
    const cells = this._visible().map((column, i) => {
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
      const off = this.page + by < 0 || this.page + by >= pages;
      button.setAttribute("aria-disabled", String(off)); // not disabled: that would lose the focus on the last page
      button.addEventListener("click", () => {
        if (off) return;
        this.page += by;
        this.draw();
      });
      return button;
    };
    fill(this.pager, turn(-1, "‹ Previous"), el("span", {}, `Page ${this.page + 1} of ${pages.toLocaleString("en")}`), turn(1, "Next ›"));
  }
}
