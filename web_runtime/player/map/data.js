// Runs and their dots. Geometry arrives once per run as typed arrays; text and whole environments on demand.
import { readArrow } from "./arrow.js";

const SCALE = 32767;

async function get(url, kind) {
  const response = await fetch(url);
  if (!response.ok) {
    const said = await response.json().catch(() => null);
    throw new Error(said?.error ?? `${url} answered ${response.status}`);
  }
  return kind === "arrow" ? response.arrayBuffer() : response.json();
}

/** The list of runs, and a loader for each that is asked for. */
export class Catalogue {
  constructor(base, listing) {
    this.base = base;
    this.skills = listing.skills;
    this.quadrants = listing.quadrants;
    this.runs = listing.runs.filter((run) => run.dots > 0);
    this.byId = new Map(this.runs.map((run) => [run.run, run]));
    this.loaded = new Map();
    this.details = new Map();
  }

  static async open(base) {
    return new Catalogue(base, await get(base + "runs.json", "json"));
  }

  load(id) {
    if (!this.loaded.has(id)) this.loaded.set(id, Run.open(this.base, this.byId.get(id)));
    return this.loaded.get(id);
  }

  /** The run an environment belongs to: its id starts with the run's. Longest match wins. */
  runOf(envId) {
    const ids = this.runs.map((run) => run.run).filter((id) => envId.startsWith(id + "-"));
    return ids.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  environment(run, envId) {
    const key = run + "/" + envId;
    if (!this.details.has(key)) {
      const version = this.byId.get(run)?.version ?? "";
      const path = `${encodeURIComponent(run)}/env/${encodeURIComponent(envId)}.json?v=${version}`;
      const found = get(this.base + path, "json");
      found.catch(() => this.details.delete(key));
      this.details.set(key, found);
    }
    return this.details.get(key);
  }
}

class Run {
  static async open(base, entry) {
    const root = base + encodeURIComponent(entry.run) + "/";
    const query = "?v=" + entry.version;
    const [points, topics] = await Promise.all([
      get(root + "points.arrow" + query, "arrow"),
      get(root + "topics.json" + query, "json"),
    ]);
    return new Run(root, query, entry, readArrow(points), topics);
  }

  constructor(root, query, entry, points, topics) {
    Object.assign(this, { root, query, entry, topics, id: entry.run, rows: points.rows });
    this.columns = points.columns;
    this.chunks = new Map();
    this.texts = new Map();
    const coarse = new Map(topics.filter((t) => t.level === 0).map((t) => [t.topic, t.label]));
    this.fineLabel = new Map(topics.filter((t) => t.level === 1).map((t) => [t.topic, t.label]));
    this.coarseLabel = new Map(topics.filter((t) => t.level === 1).map((t) => [t.topic, coarse.get(t.parent)]));
  }

  /** Text of one row if it is already here, else null. */
  peek(row) {
    const chunk = this.texts.get(Math.floor(row / this.entry.chunk));
    const at = row % this.entry.chunk;
    return chunk ? { env_id: chunk.env_id[at], title: chunk.title[at], summary: chunk.summary[at] } : null;
  }

  async text(row) {
    await this.fetchText(Math.floor(row / this.entry.chunk));
    return this.peek(row);
  }

  fetchText(chunk) {
    if (!this.chunks.has(chunk)) {
      const found = get(`${this.root}text/${chunk}.arrow${this.query}`, "arrow").then((buffer) => {
        this.texts.set(chunk, readArrow(buffer).columns);
      });
      found.catch(() => this.chunks.delete(chunk));
      this.chunks.set(chunk, found);
    }
    return this.chunks.get(chunk);
  }

  /** Row of an environment id, or -1. Reads text chunks in order until it is found. */
  async find(envId) {
    for (let chunk = 0; chunk * this.entry.chunk < this.rows; chunk++) {
      await this.fetchText(chunk);
      const at = this.texts.get(chunk).env_id.indexOf(envId);
      if (at >= 0) return chunk * this.entry.chunk + at;
    }
    return -1;
  }
}

/** All dots of the chosen runs as one set of columns; `run` and `row` lead back to where a dot came from. */
export class Dots {
  constructor(runs) {
    this.runs = runs;
    this.size = runs.reduce((sum, run) => sum + run.rows, 0);
    this.run = new Uint8Array(this.size);
    this.row = new Uint32Array(this.size);
    this.x = new Float32Array(this.size);
    this.y = new Float32Array(this.size);
    for (const name of ["step", "topic", "skill", "solve", "solve_hint", "regret", "plays", "flags"]) {
      this[name] = new Int32Array(this.size);
    }
    this.start = [];
    let at = 0;
    runs.forEach((run, index) => {
      this.start.push(at);
      this._copy(run, index, at);
      at += run.rows;
    });
    this.lastStep = this.size ? this.step.reduce((a, b) => Math.max(a, b), 0) : 0;
  }

  _copy(run, index, at) {
    const { columns, rows } = run;
    for (let i = 0; i < rows; i++) {
      this.run[at + i] = index;
      this.row[at + i] = i;
      this.x[at + i] = columns.x[i] / SCALE;
      this.y[at + i] = columns.y[i] / SCALE;
    }
    for (const name of ["step", "topic", "skill", "solve", "solve_hint", "regret", "plays", "flags"]) {
      this[name].set(columns[name], at);
    }
  }

  of(dot) {
    return this.runs[this.run[dot]];
  }

  peek(dot) {
    return this.of(dot).peek(this.row[dot]);
  }

  text(dot) {
    return this.of(dot).text(this.row[dot]);
  }

  async find(runId, envId) {
    const index = this.runs.findIndex((run) => run.id === runId);
    if (index < 0) return -1;
    const row = await this.runs[index].find(envId);
    return row < 0 ? -1 : this.start[index] + row;
  }

  /** Rates in [0, 1] (or null), regret in [-1, 1] (or null). */
  solveRate(dot) {
    return this.solve[dot] === 255 ? null : this.solve[dot] / 250;
  }

  solveRateHint(dot) {
    return this.solve_hint[dot] === 255 ? null : this.solve_hint[dot] / 250;
  }

  regretOf(dot) {
    return this.regret[dot] === -128 ? null : this.regret[dot] / 100;
  }

  proved(dot) {
    return (this.flags[dot] & 3) === 1;
  }

  quadrant(dot) {
    return (this.flags[dot] >> 2) & 3;
  }
}
