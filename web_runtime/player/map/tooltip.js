// What a dot says when pointed at. Text nodes only; titles come from environments.
import { el, fill } from "../dom.js";

const percent = (rate) => Math.round(rate * 100) + " %";

export class Tooltip {
  constructor(map, catalogue) {
    this.map = map;
    this.catalogue = catalogue;
    this.node = el("div", { class: "tooltip", role: "presentation", hidden: true });
    map.append(this.node);
  }

  async show(dots, dot, x, y) {
    this.dot = dot;
    this.map.classList.toggle("pointing", dot >= 0);
    this.node.hidden = dot < 0;
    if (dot < 0) return;
    this._fill(dots, dot, dots.peek(dot));
    this._place(x, y);
    const text = await dots.text(dot);
    if (this.dot !== dot) return;
    this._fill(dots, dot, text);
    this._place(x, y);
  }

  _fill(dots, dot, text) {
    const plain = dots.solveRate(dot);
    const hint = dots.solveRateHint(dot);
    const solved = plain === null ? "never played" : `solved ${percent(plain)}` + (hint === null ? "" : `, ${percent(hint)} with hint`);
    const skill = this.catalogue.skills[dots.skill[dot]] ?? "";
    fill(
      this.node,
      el("strong", {}, text ? text.title || text.env_id : "…"),
      text?.summary ? el("span", { class: "summary" }, text.summary) : null,
      el("span", { class: "quiet" }, [`step ${dots.step[dot]}`, skill, solved].filter(Boolean).join(" · ")),
    );
  }

  _place(x, y) {
    const area = this.map.getBoundingClientRect();
    const left = Math.min(Math.max(x - area.left + 14, 8), Math.max(area.width - this.node.offsetWidth - 8, 8));
    const above = y - area.top - this.node.offsetHeight - 14;
    this.node.style.transform = `translate(${left}px, ${above > 4 ? above : y - area.top + 18}px)`;
  }
}
