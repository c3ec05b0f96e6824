// Topic names over the dots, coarse ones first and finer ones on zooming in. A level shows as soon as its own
// topics stand far enough apart on the screen: how dense the map is decides, not a fixed zoom. Larger topics win
// where two names collide.
import { el } from "../dom.js";
import { topicKey } from "./merge.js";

const APART = 130; // pixels between neighbouring topics of a level before its names are shown
const MAX_SHOWN = 60;
const RAISE = 7; // pixels between a topic's upper dots and its name

/** For each level of `topics` (rows of the topics table), the middling distance to the next topic, map units. */
export function spacings(topics) {
  const levels = new Map();
  for (const topic of topics) levels.set(topic.level, [...(levels.get(topic.level) ?? []), topic]);
  return [...levels].sort(([a], [b]) => a - b).map(([level, rows]) => ({ level, rows, apart: spacing(rows) }));
}

function spacing(rows) {
  const nearest = rows.map((row) => {
    return rows.reduce((least, other) => (other === row ? least : Math.min(least, Math.hypot(row.x - other.x, row.y - other.y))), 2);
  });
  return nearest.sort((a, b) => a - b)[nearest.length >> 1] ?? 2;
}

/** The finest level whose topics stand `APART` pixels from each other at `scale` pixels per map unit. */
export function levelAt(levels, scale) {
  const fitting = levels.filter(({ apart }, i) => i === 0 || apart * scale >= APART);
  return fitting.at(-1) ?? null;
}

export class TopicLabels {
  constructor(layer) {
    this.layer = layer;
    this.nodes = new Map();
    this.levels = [];
  }

  /** Names of these topics from now on; equal names of different runs on one plane are shown once. */
  use(topics) {
    this.clear();
    const seen = new Set();
    const once = topics.filter((topic) => !seen.has(topicKey(topic)) && seen.add(topicKey(topic)));
    this.levels = spacings(once);
  }

  /** Place the names on a view of `width` x `height` pixels. `present` holds the
   * keys of the topics that have dots to see. */
  update(plot, width, height, present) {
    const [left] = plot.project(-1, 0);
    const [right] = plot.project(1, 0);
    const level = levelAt(this.levels, (right - left) / 2);
    const wanted = (level?.rows ?? []).filter((topic) => present.has(topicKey(topic))).sort((a, b) => b.size - a.size);
    this.layer.dataset.level = level?.level ?? "";
    const taken = [];
    const keep = new Set();
    for (const topic of wanted) {
      const [x, y] = plot.project(topic.x, topic.top ?? topic.y);
      if (x < 0 || y < 0 || x > width || y > height || keep.size >= MAX_SHOWN) continue;
      const node = this._node(topic);
      const box = place(x, y, node.offsetWidth, node.offsetHeight, width);
      if (taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      keep.add(node);
      node.style.transform = `translate(${box.left}px, ${box.top}px)`;
    }
    for (const node of this.nodes.values()) node.style.visibility = keep.has(node) ? "visible" : "hidden";
  }

  clear() {
    this.layer.replaceChildren();
    this.nodes.clear();
  }

  _node(topic) {
    const key = topicKey(topic);
    if (!this.nodes.has(key)) {
      const node = el("span", { class: "label level" + Math.min(topic.level, 1) }, topic.label);
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
