// Everything that follows from the state: colours, passing dots, the steps shown, the dots to draw. Each part is
// made again only when what it is made from has changed, so that a slider tick costs a few look-ups.
import { colouring } from "./colours.js";
import { countPerStep, Filter, ringLimits, stepRange } from "./filter.js";
import { drawList, drawnIn, LIMIT, priorities } from "./sample.js";

const ROOM = 0.12; // of the view's size, drawn beyond its edges so that a short pan shows no gap
const SCALE = 32767;

export class Scene {
  constructor(catalogue, facets) {
    Object.assign(this, { catalogue, facets, made: new Map(), box: null, settled: true });
  }

  /** Derive everything. `dark` is the theme, `focus` a byte per dot or null. */
  update(state, dots, dark, focus) {
    Object.assign(this, { state, dots, focus });
    const { colour: by, filters, only, ring, plays, ringedOnly, all } = state;
    this.stepCounts = this._once("steps", [dots], () => countPerStep(dots));
    this.range = stepRange(state, dots, this.stepCounts);
    this.colour = this._once("colour", [by, dots, dark], () => colouring(by, dots, this.catalogue, dark));
    const judged = [this.colour, filters, only, ring, plays, ringedOnly];
    this.filter = this._once("filter", judged, () => new Filter(dots, state, this.colour, this.facets));
    this.ring = this._once("ring", [ring, plays], () => ringLimits(state));
    this.counts = this.filter.counts(this.range);
    const whole = this._once("list", [this.filter, focus, all, this.box], () => this._list(this.filter.passing, all));
    this.list = whole;
    if (whole.sampled && this.settled) {
      const { from, to } = this.range;
      const parts = [whole, from, to];
      this.list = this._once("exact", parts, () => this._list(this.filter.shown(this.range), all));
    }
  }

  /** Passing dots of the steps shown, in step order; with a search or a lasso only those in focus. */
  get shown() {
    const { filter, focus, range } = this;
    return this._once("shown", [filter, focus, range.from, range.to], () => {
      const shown = filter.shown(range);
      return focus ? shown.filter((dot) => focus[dot]) : shown;
    });
  }

  /** Keys of the topics that have dots among those shown. */
  get topics() {
    return this._once("topics", [this.filter, this.range.from, this.range.to], () => {
      const seen = new Uint8Array(this.dots.topics.length);
      for (const dot of this.filter.shown(this.range)) seen[this.dots.topic[dot]] = 1;
      return new Set(this.dots.topics.flatMap(({ path }, i) => (seen[i] ? path : [])));
    });
  }

  get drawn() {
    return drawnIn(this.list, this.range);
  }

  /** Whether the drawn dots depend on what is in view. */
  get crowded() {
    return this.filter && !this.state.all && this.filter.passing.length > LIMIT;
  }

  /** What a sample is taken of: the view, or null when everything is in it. Returns whether it changed. */
  lookThrough(bounds, zoomLevel) {
    const { x, y } = bounds;
    const room = ([low, high]) => [(low - (high - low) * ROOM) * SCALE, (high + (high - low) * ROOM) * SCALE];
    const box = this.crowded && zoomLevel > 1.05 ? { x: room(x), y: room(y) } : null;
    if (JSON.stringify(box) === JSON.stringify(this.box)) return false;
    this.box = box;
    return true;
  }

  _list(candidates, all) {
    const { dots, focus, filter, box } = this;
    const limit = all ? Infinity : LIMIT;
    const inView = box && ((dot) => dots.x[dot] >= box.x[0] && dots.x[dot] <= box.x[1] && dots.y[dot] >= box.y[0] && dots.y[dot] <= box.y[1]);
    const rank = candidates.length > limit ? this._once("rank", [dots], () => priorities(dots)) : null;
    const first = focus && ((dot) => focus[dot]);
    const strong = focus ? (dot) => focus[dot] === 1 : (dot) => filter.isHard(dot);
    return drawList(dots, candidates, { rank, limit, inView, first, strong });
  }

  _once(name, parts, make) {
    const known = this.made.get(name);
    if (known && known.parts.length === parts.length && known.parts.every((part, i) => part === parts[i])) return known.value;
    const value = make();
    this.made.set(name, { parts, value });
    return value;
  }
}
