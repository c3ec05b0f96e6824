// A picture made of characters, drawn as a board: walls, floor and pieces instead of a block of text.
import { el, fill } from "./dom.js";

const MIN_SIDE = 3;
const MAX_SIDE = 24;
const MAX_CHARACTERS = 400; // of a row, before anything is counted
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
// What a reader sees as one character: an emoji is often several code points.
const signs = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);
const KINDS = {
  "#": "wall", "█": "wall", "■": "wall",
  ".": "floor", " ": "floor", "·": "floor", "_": "floor",
  "P": "player", "@": "player", "+": "player",
  "B": "box", "$": "box",
  "*": "done",
  "T": "goal", "G": "goal",
  "~": "water",
};

/** {before, rows, after} when the text holds a grid (rows of equally many one-character cells), else null. */
export function findGrid(text) {
  const lines = text.split("\n");
  const rows = lines.map(cells);
  let best = null;
  for (let start = 0; start < lines.length; start++) {
    let end = start;
    while (end < lines.length && rows[end] && rows[end].length === rows[start]?.length) end++;
    if (end - start >= MIN_SIDE && (!best || end - start > best.end - best.start)) best = { start, end };
    if (end > start) start = end - 1;
  }
  if (!best || best.end - best.start > MAX_SIDE) return null;
  const side = (from, to) => lines.slice(from, to).join("\n").trim();
  return { before: side(0, best.start), rows: rows.slice(best.start, best.end), after: side(best.end) };
}

// A line is a row of a grid when it is words of one character, or one word that is no word of a language.
function cells(line) {
  const trimmed = line.trimEnd();
  const parts = trimmed.trim().split(/\s+/);
  if (trimmed.length > MAX_CHARACTERS) return null;
  const found = parts.length === 1 ? signs(trimmed) : parts.every((part) => signs(part).length === 1) ? parts : null;
  if (!found || found.length < MIN_SIDE || found.length > MAX_SIDE) return null;
  return /[a-z]{3}/.test(parts.join("")) && parts.length === 1 ? null : found;
}

/** Draws pictures into one element; `steer(key)` is called with an arrow's name for a swipe over the board. */
export class Board {
  constructor(steer) {
    this.node = el("div", { class: "sp-picture", hidden: true });
    this._steer = steer;
    this._from = null;
    this.node.addEventListener("pointerdown", (event) => (this._from = [event.clientX, event.clientY]));
    this.node.addEventListener("pointerup", (event) => this._swiped(event));
    this.node.addEventListener("pointercancel", () => (this._from = null));
  }

  /** Show `picture` (what render() drew), else a grid found in the observation, else nothing. */
  draw(picture, observation, swipes) {
    const text = picture ?? observation;
    const grid = findGrid(text);
    this.node.hidden = !picture && !grid;
    this.node.classList.toggle("sp-swipes", swipes && Boolean(grid));
    if (this.node.hidden) return fill(this.node);
    if (!grid) return fill(this.node, el("pre", { class: "sp-drawing", role: "img", "aria-label": text }, text));
    const caption = picture ? [grid.before, grid.after].filter(Boolean).join(" ") : "";
    const drawn = drawGrid(grid.rows);
    fill(this.node, drawn, caption ? el("p", { class: "sp-muted" }, caption) : null);
    if (turnedClockwise(this._rows, grid.rows) && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      drawn.animate([{ transform: "rotate(-90deg)" }, { transform: "none" }], { duration: 380, easing: "ease-in-out" });
    }
    this._rows = grid.rows;
  }

  _swiped(event) {
    if (!this._from || !this.node.classList.contains("sp-swipes")) return;
    const [dx, dy] = [event.clientX - this._from[0], event.clientY - this._from[1]];
    this._from = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < 24) return;
    if (Math.abs(dx) > Math.abs(dy)) this._steer(dx > 0 ? "ArrowRight" : "ArrowLeft");
    else this._steer(dy > 0 ? "ArrowDown" : "ArrowUp");
  }
}

// Whether the walls of `after` are those of `before` turned by a quarter, and not the same as they were.
function turnedClockwise(before, after) {
  if (!before || before.length !== after.length || before.length !== before[0].length) return false;
  const walls = (rows) => rows.map((row) => row.map((cell) => (KINDS[cell] === "wall" ? "#" : ".")).join("")).join("/");
  const turned = before[0].map((_, column) => before.map((row) => row[column]).reverse());
  return walls(turned) === walls(after) && walls(before) !== walls(after);
}

function drawGrid(rows) {
  const label = `Board of ${rows.length} rows and ${rows[0].length} columns. ` + rows.map((row) => row.join(" ")).join("; ");
  const squares = rows.flat().map((cell) => el("span", { class: `sp-cell sp-is-${KINDS[cell] ?? "piece"}` }, KINDS[cell] === "floor" ? "" : cell));
  return el("div", { class: "sp-grid", role: "img", "aria-label": label, style: `--columns: ${rows[0].length}` }, squares);
}
