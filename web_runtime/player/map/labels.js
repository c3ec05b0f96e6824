// Topic names over the dots: coarse ones first, fine ones when zoomed in. Larger topics win where two collide.
import { el } from "../dom.js";

const FINE_FROM = 2; // zoom level at which fine topics replace coarse ones
const MAX_SHOWN = 40;
const RAISE = 7; // pixels between a topic's upper dots and its name

export class TopicLabels {
  constructor(layer) {
    this.layer = layer;
    this.nodes = new Map();
  }

  /** Draw the labels of `topics` (rows of the topics table) that have visible dots. */
  update(topics, plot, width, height) {
    const level = plot.zoomLevel() >= FINE_FROM ? 1 : 0;
    const wanted = topics.filter((topic) => topic.level === level).sort((a, b) => b.size - a.size);
    const taken = [];
    const keep = new Set();
    for (const topic of wanted) {
      const [x, y] = plot.project(topic.x, topic.top);
      if (x < 0 || y < 0 || x > width || y > height || keep.size >= MAX_SHOWN) continue;
      const node = this._node(topic);
      const box = place(x, y, node.offsetWidth, node.offsetHeight, width);
      if (taken.some((other) => overlaps(box, other))) {
        node.style.visibility = "hidden";
        continue;
      }
      taken.push(box);
      keep.add(node);
      node.style.visibility = "visible";
      node.style.transform = `translate(${box.left}px, ${box.top}px)`;
    }
    for (const node of this.nodes.values()) if (!keep.has(node)) node.style.visibility = "hidden";
  }

  clear() {
    this.layer.replaceChildren();
    this.nodes.clear();
  }

  _node(topic) {
    const key = topic.level + "/" + topic.label;
    if (!this.nodes.has(key)) {
      const node = el("span", { class: "label level" + topic.level }, topic.label);
      this.layer.append(node);
      this.nodes.set(key, node);
    }
    return this.nodes.get(key);
  }
}

function place(x, y, width, height, limit) {
  const left = Math.min(Math.max(x - width / 2, 4), Math.max(limit - width - 4, 4));
  const top = Math.max(y - height - RAISE, 2);
  return { left, top, right: left + width, bottom: top + height };
}

function overlaps(a, b) {
  return a.left < b.right + 6 && b.left < a.right + 6 && a.top < b.bottom + 3 && b.top < a.bottom + 3;
}
