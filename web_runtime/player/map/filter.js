// Which dots pass, and how many of what are in any range of steps. Pure: no page, no network.
//
// Every filter is a table over one small code of a dot, so a dot is judged by a few look-ups. A table holds the
// bit of the filter a code fails; a dot passes when no bit is set, and a dot that fails exactly one filter still
// counts for that filter's own choices (what choosing them as well would add).

export const RANGES = { solved: [0, 1], regret: [-1, 1] };
const BITS = { kind: 1, skill: 2, quadrant: 4, solvable: 8, replay: 16, asked: 32, solved: 64, regret: 128, only: 256, ringed: 512 };

/** The facets a visitor may choose from: key, name, and the words of each code. */
export function facets(catalogue) {
  const tool = catalogue.skills.length - 1;
  const at = (codes, name) => codes.map((code, i) => ({ code: i, value: code, name: name[code] ?? code }));
  const unknown = (values, code, name) => [...values, { code, value: "unknown", name }];
  return [
    { key: "kind", name: "Kind", of: (dots, dot) => Number(dots.skill[dot] === tool), column: "skill", pick: (skill) => Number(skill === tool), values: at(["game", "tool_use"], { game: "Games", tool_use: "Tool use" }) },
    { key: "skill", name: "Skill", column: "skill", pick: (skill) => skill, values: at(catalogue.skills, {}) },
    { key: "quadrant", name: "Quadrant", column: "flags", pick: (flags) => (flags >> 2) & 3, values: unknown(at(catalogue.quadrants, { frontier: "Frontier", mastered: "Mastered", intractable: "Intractable" }), 3, "Not scored") },
    { key: "solvable", name: "Solvable", column: "flags", pick: (flags) => flags & 3, values: at(catalogue.solvable, { unknown: "Not proved", proved: "Proved", refuted: "Own solution fails" }) },
    { key: "replay", name: "In the browser", column: "flags", pick: (flags) => (flags >> 4) & 3, values: at(catalogue.replays, { unknown: "Not checked", exact: "Replays exactly", diverges: "Diverges", other: "Does not run" }) },
    { key: "asked", name: "Difficulty asked for", column: "flags", pick: (flags) => flags >> 6, values: unknown(at(catalogue.difficulties, { easy: "Easy", medium: "Medium", hard: "Hard" }), 3, "Not said") },
  ]; // prettier-ignore
}

/** Almost never solved without the hint, over enough plays to say so: the ring in the codes of the geometry. */
export function ringLimits(state) {
  return { solve: Math.floor(state.ring * 250 + 0.5), plays: Math.min(state.plays, 255) };
}

export class Filter {
  /** `colour` is a {@link colouring}; its categories are counted and its chosen one is a filter. */
  constructor(dots, state, colour, allFacets) {
    Object.assign(this, { dots, state, colour, facets: allFacets });
    this.tables = this._tables();
    this._pass();
  }

  /** Steps [from, to] -> the passing dots, in step order (a view, not a copy). */
  shown({ from, to }) {
    return this.passing.subarray(this.starts[from], this.starts[to + 1]);
  }

  /** Steps -> {shown, solid, open, categories: counts or null}. */
  counts({ from, to }) {
    const between = (sums) => sums[to + 1] - sums[from];
    const { width } = this;
    const categories = width ? Array.from({ length: width }, (_, k) => this.tally[(to + 1) * width + k] - this.tally[from * width + k]) : null;
    return { shown: between(this.starts), solid: between(this.solid), open: between(this.open), categories };
  }

  isHard(dot) {
    const { solve, plays } = this.limits;
    return this.dots.solve[dot] <= solve && this.dots.plays[dot] >= plays;
  }

  /** Bits of the filters a dot fails. */
  fails(dot) {
    const { dots, tables, state } = this;
    let bits = tables.skill[dots.skill[dot]] | tables.flags[dots.flags[dot]];
    bits |= tables.solve[dots.solve[dot]] | tables.regret[dots.regret[dot] + 128];
    if (this.only !== null && this.colour.categoryOf(dot) !== this.only) bits |= BITS.only;
    if (state.ringedOnly && !this.isHard(dot)) bits |= BITS.ringed;
    return bits;
  }

  /** Counts of every facet value among the dots of these steps that pass all other filters. */
  facetCounts({ from, to }) {
    const { dots } = this;
    const counts = this.facets.map((facet) => new Uint32Array(Math.max(...facet.values.map((v) => v.code), 3) + 1));
    for (let dot = 0; dot < dots.size; dot++) {
      if (dots.step[dot] < from || dots.step[dot] > to) continue;
      const bits = this.fails(dot);
      if (bits & (bits - 1)) continue;
      this.facets.forEach((facet, i) => {
        if (!bits || bits === BITS[facet.key]) counts[i][facet.pick(dots[facet.column][dot])]++;
      });
    }
    return counts;
  }

  _tables() {
    const { filters } = this.state;
    const tables = { skill: new Uint16Array(256), flags: new Uint16Array(256), solve: new Uint16Array(256), regret: new Uint16Array(256) };
    for (const facet of this.facets) {
      const wanted = filters[facet.key];
      if (!wanted) continue;
      const codes = new Set(facet.values.filter((v) => wanted.includes(v.value)).map((v) => v.code));
      const table = tables[facet.column];
      for (let code = 0; code < 256; code++) if (!codes.has(facet.pick(code))) table[code] |= BITS[facet.key];
    }
    const outside = (table, bit, range, value) => {
      if (!range) return;
      for (let code = 0; code < 256; code++) {
        const at = value(code);
        if (at === null || at < range[0] - 0.003 || at > range[1] + 0.003) table[code] |= bit;
      }
    };
    outside(tables.solve, BITS.solved, filters.solved, (code) => (code === 255 ? null : code / 250));
    outside(tables.regret, BITS.regret, filters.regret, (code) => (code === 0 ? null : (code - 128) / 100));
    return tables;
  }

  _pass() {
    const { dots, state, colour } = this;
    this.limits = ringLimits(state);
    this.only = state.only === null ? null : colour.categories?.findIndex(({ name }) => name === state.only) ?? null;
    const steps = dots.lastStep + 2;
    const width = (this.width = colour.categories?.length ?? 0);
    const passing = new Uint32Array(dots.size);
    this.starts = new Uint32Array(steps);
    this.solid = new Uint32Array(steps);
    this.open = new Uint32Array(steps);
    this.tally = new Uint32Array(steps * width);
    let size = 0;
    for (let dot = 0; dot < dots.size; dot++) {
      if (this.fails(dot)) continue;
      passing[size++] = dot;
      const after = dots.step[dot] + 1;
      this.starts[after]++;
      if (this.isHard(dot)) this[dots.proved(dot) ? "solid" : "open"][after]++;
      if (width) this.tally[after * width + colour.categoryOf(dot)]++;
    }
    for (const sums of [this.starts, this.solid, this.open]) for (let i = 1; i < steps; i++) sums[i] += sums[i - 1];
    for (let i = width; i < this.tally.length; i++) this.tally[i] += this.tally[i - width];
    this.passing = passing.subarray(0, size);
  }
}

/** The step the slider stands on. */
export function currentStep(state, dots) {
  return state.step === null ? dots.lastStep : Math.min(state.step, dots.lastStep);
}

/**
 * Steps shown: {from, to}, both included, and `stale`: the step asked for when it wrote nothing and the latest
 * earlier one is shown instead (null otherwise). Only the single-step view can be stale.
 */
export function stepRange(state, dots, counts) {
  const at = currentStep(state, dots);
  if (state.mode === "cumulative") return { from: 0, to: at, stale: null };
  if (state.mode === "window") return { from: Math.max(0, at - state.window + 1), to: at, stale: null };
  let shown = at;
  while (shown > 0 && !counts[shown]) shown--;
  return { from: shown, to: shown, stale: shown === at ? null : at };
}

/** Dots per step, over all steps 0..lastStep. */
export function countPerStep(dots) {
  const counts = new Uint32Array(dots.lastStep + 1);
  for (let dot = 0; dot < dots.size; dot++) counts[dots.step[dot]]++;
  return counts;
}
