// Several runs' columns as one, in step order. Pure functions of typed arrays.

const COLUMNS = { x: Int16Array, y: Int16Array, step: Uint16Array, skill: Uint8Array, solve: Uint8Array,
  solve_hint: Uint8Array, regret: Int8Array, plays: Uint8Array, flags: Uint8Array }; // prettier-ignore
const NO_TOPIC = "Other";

/**
 * The finest topics of a run: Map id -> {label, theme, path}. `theme` is the coarsest topic above it, `path` the
 * {@link topicKey} of every topic from the finest up.
 */
export function topicTree(topics) {
  const at = new Map(topics.map((row) => [row.level + "/" + row.topic, row]));
  const finest = topics.reduce((level, row) => Math.max(level, row.level), 0);
  const climb = (row) => {
    const parent = row.level > 0 && row.parent !== null ? at.get(row.level - 1 + "/" + row.parent) : null;
    return parent ? [row, ...climb(parent)] : [row];
  };
  const leaves = topics.filter((row) => row.level === finest);
  return new Map(
    leaves.map((row) => {
      const path = climb(row);
      return [row.topic, { label: row.label, theme: path.at(-1).label, path: path.map(topicKey) }];
    }),
  );
}

/** What a topic is known by across runs: its level and its name. */
export function topicKey({ level, label }) {
  return level + "/" + label;
}

/** Columns of all runs by step, then run, then row; see {@link Dots} for what comes back. */
export function mergeRuns(runs) {
  const size = runs.reduce((sum, run) => sum + run.rows, 0);
  const merged = { run: new Uint8Array(size), topic: new Uint16Array(size), rows: null, places: null };
  const names = new TopicNames();
  if (runs.length === 1) {
    for (const name of Object.keys(COLUMNS)) merged[name] = runs[0].columns[name];
    names.fill(merged.topic, runs[0], null);
  } else {
    const places = placesByStep(runs, size);
    for (const [name, kind] of Object.entries(COLUMNS)) {
      const column = (merged[name] = new kind(size));
      runs.forEach((run, i) => scatter(column, run.columns[name], places[i]));
    }
    merged.rows = new Uint32Array(size);
    runs.forEach((run, i) => {
      for (let row = 0; row < run.rows; row++) {
        merged.rows[places[i][row]] = row;
        merged.run[places[i][row]] = i;
      }
      names.fill(merged.topic, run, places[i]);
    });
    merged.places = places;
  }
  return { ...merged, topics: names.topics, themes: names.themes };
}

/** Where each row of each run goes: a counting sort by step, runs in order within a step. */
function placesByStep(runs, size) {
  const last = runs.reduce((step, run) => Math.max(step, run.rows ? run.columns.step[run.rows - 1] : 0), 0);
  const next = new Uint32Array(last + 2);
  for (const { columns, rows } of runs) for (let row = 0; row < rows; row++) next[columns.step[row] + 1]++;
  for (let step = 0; step <= last; step++) next[step + 1] += next[step];
  return runs.map(({ columns, rows }) => {
    const places = new Uint32Array(rows);
    for (let row = 0; row < rows; row++) places[row] = next[columns.step[row]]++;
    return places;
  });
}

function scatter(to, from, places) {
  for (let row = 0; row < places.length; row++) to[places[row]] = from[row];
}

/** Topics of all runs under one numbering: topic 0 is "in none". Same names of different runs meet. */
class TopicNames {
  constructor() {
    this.topics = [];
    this.themes = [];
    this.index = new Map();
    this.themeIndex = new Map();
    this._add({ label: NO_TOPIC, theme: NO_TOPIC, path: [] });
  }

  fill(column, run, places) {
    const ids = new Map([...run.tree].map(([id, topic]) => [id, this._add(topic)]));
    const dense = new Uint16Array(32769);
    for (const [id, index] of ids) if (id >= 0) dense[id] = index;
    const { topic } = run.columns;
    for (let row = 0; row < run.rows; row++) {
      column[places ? places[row] : row] = topic[row] < 0 ? 0 : dense[topic[row]];
    }
  }

  _add({ label, theme, path }) {
    const key = theme + "\n" + label;
    if (!this.index.has(key)) {
      if (!this.themeIndex.has(theme)) this.themeIndex.set(theme, this.themes.push(theme) - 1);
      this.index.set(key, this.topics.push({ label, path, theme: this.themeIndex.get(theme) }) - 1);
    }
    return this.index.get(key);
  }
}
