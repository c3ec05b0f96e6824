// Topic names over the dots, coarse ones first and finer ones on zooming in. A level shows as soon as its own
// topics stand far enough apart on the screen: how dense the map is decides, not a fixed zoom. Larger topics win
// where two names collide.
import { el } from "../dom.js";
import { placeNames } from "./label_layout.js";
import { topicKey } from "./merge.js";

const APART = 130; // pixels between neighbouring topics of a level before its names are shown
const MAX_SHOWN = 60;
const PADDING = 4; // pixels kept free beside a name

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
    this.range = document.createRange();
  }

  /** Names of these topics from now on; equal names of different runs on one plane are shown once. */
  use(topics) {
    this.clear();
    const seen = new Set();
    const once = topics.filter((topic) => !seen.has(topicKey(topic)) && seen.add(topicKey(topic)));
    this.levels = spacings(once);
  }

  /** Place the names on a view of `width` x `height` pixels. `present` holds the keys of the topics that have dots
   * to see, `blocked` the boxes of what lies over the map, in its pixels. */
  update(plot, width, height, present, blocked = []) {
    const [left] = plot.project(-1, 0);
    const [right] = plot.project(1, 0);
    const level = levelAt(this.levels, (right - left) / 2);
    this.layer.dataset.level = level?.level ?? "";
    const wanted = (level?.rows ?? []).filter((topic) => present.has(topicKey(topic)));
    const names = wanted.flatMap((topic) => {
      const [x, middle] = plot.project(topic.x, topic.y);
      const top = plot.project(topic.x, topic.top ?? topic.y)[1];
      if (x < 0 || x > width || top < 0 || top > height) return []; // not worth measuring
      return { key: topicKey(topic), size: topic.size, x, top, middle, ...this._size(this._node(topic)) };
    });
    const placed = placeNames(names, { width, height }, blocked, MAX_SHOWN);
    for (const [key, node] of this.nodes) node.style.visibility = placed.has(key) ? "visible" : "hidden";
    for (const { key, spare } of names) {
      const box = placed.get(key);
      if (box) this.nodes.get(key).style.transform = `translate(${box.left - spare / 2}px, ${box.top}px)`;
    }
  }

  /** What a name covers in pixels, and how much wider its node is: a name of several lines is narrower than that. */
  _size(node) {
    this.range.selectNodeContents(node);
    const width = Math.min(node.offsetWidth, Math.ceil(this.range.getBoundingClientRect().width) + 2 * PADDING);
    return { width, height: node.offsetHeight, spare: node.offsetWidth - width };
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
