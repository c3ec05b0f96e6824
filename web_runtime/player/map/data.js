// Runs and their dots. Geometry arrives once per run as typed arrays; text and whole environments on demand.
import { readArrow } from "./arrow.js";
import { Files, homeOf } from "./files.js";
import { get } from "./get.js";
import { mergeRuns, topicTree } from "./merge.js";

const SCALE = 32767;
export const UNKNOWN = 255;

/** The list of runs, and a loader for each that is asked for. `files` where no server answers, else null. */
export class Catalogue {
  constructor(base, listing) {
    this.base = base;
    this.loaded = new Map();
    this.details = new Map();
    this._list(listing);
  }

  static async open(base) {
    return new Catalogue(base, await get(base + "runs.json", "json"));
  }

  /** Read the list again. Ids of runs that have grown or were mapped again since; those load afresh. */
  async refresh() {
    const before = this.byId;
    this._list(await get(this.base + "runs.json", "json"));
    const changed = this.runs.filter(({ run, version }) => before.get(run)?.version !== version).map(({ run }) => run);
    changed.forEach((run) => this.loaded.delete(run));
    if (changed.length) this.details.clear();
    return changed;
  }

  load(id) {
    if (!this.loaded.has(id)) {
      const run = Run.open(this.base, this.byId.get(id), this.files);
      run.catch(() => this.loaded.delete(id));
      this.loaded.set(id, run);
    }
    return this.loaded.get(id);
  }

  /** Those of the runs that can be read, and a sentence for each that cannot. */
  async loadAll(ids) {
    const asked = await Promise.allSettled(ids.map((id) => this.load(id)));
    return {
      runs: asked.filter(({ status }) => status === "fulfilled").map(({ value }) => value),
      failed: asked.filter(({ status }) => status === "rejected").map(({ reason }) => reason.message),
    };
  }

  /** The run an environment belongs to: its id starts with the run's. Longest match wins. */
  runOf(envId) {
    return homeOf([...this.byId.keys()], envId);
  }

  environment(run, envId) {
    const key = run + "/" + envId;
    if (!this.details.has(key)) {
      const found = this.files ? this.files.environment(run, envId) : this._ask(run, envId);
      found.catch(() => this.details.delete(key));
      this.details.set(key, found);
    }
    return this.details.get(key);
  }

  _ask(run, envId) {
    const version = this.byId.get(run)?.version ?? "";
    const path = `${encodeURIComponent(run)}/env/${encodeURIComponent(envId)}.json?v=${version}`;
    return get(this.base + path, "json");
  }

  /** The passage a design was grounded in: {id, text, source, subject}. */
  passage(run, docId) {
    if (this.files) return this.files.passage(run, docId);
    return get(`${this.base}${encodeURIComponent(run)}/passage/${encodeURIComponent(docId)}.json`, "json");
  }

  _list(listing) {
    this.files = listing.static ? new Files(this.base, listing) : null;
    this.skills = listing.skills;
    this.quadrants = listing.quadrants;
    this.solvable = listing.solvable;
    this.replays = listing.replays ?? [];
    this.difficulties = listing.difficulties ?? [];
    this.runs = listing.runs.filter((run) => run.dots > 0);
    this.byId = new Map(this.runs.map((run) => [run.run, run]));
  }
}

class Run {
  static async open(base, entry, files) {
    const root = base + encodeURIComponent(entry.run) + "/";
    const query = "?v=" + entry.version;
    const [points, topics] = await Promise.all([
      get(root + "points.arrow" + query, "arrow"),
      get(root + "topics.json" + query, "json"),
    ]);
    return new Run(root, query, entry, readArrow(points), topics, files);
  }

  constructor(root, query, entry, points, topics, files) {
    Object.assign(this, { root, query, entry, topics, files, id: entry.run, rows: points.rows });
    this.columns = points.columns;
    this.chunks = new Map();
    this.texts = new Map();
    this.tree = topicTree(topics);
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

  async titles(chunk) {
    await this.fetchText(chunk);
    return this.texts.get(chunk).title;
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

  /** Row of an environment id, or -1. Asks the server; without one, text is read in order. */
  async find(envId) {
    if (this.files) return this._scan(envId);
    try {
      return (await get(`${this.root}row.json${this.query}&env=${encodeURIComponent(envId)}`, "json")).row;
    } catch {
      return this._scan(envId);
    }
  }

  async _scan(envId) {
    for (let chunk = 0; chunk * this.entry.chunk < this.rows; chunk++) {
      await this.fetchText(chunk);
      const at = this.texts.get(chunk).env_id.indexOf(envId);
      if (at >= 0) return chunk * this.entry.chunk + at;
    }
    return -1;
  }
}

/**
 * All dots of the chosen runs as one set of typed arrays, in step order, so that a range of steps is a range of
 * dots. `run` and `row` lead back to where a dot came from. `topic` indexes `topics` ({label, theme}); `theme`
 * indexes `themes`, the names of the coarsest topics, shared between runs by name.
 */
export class Dots {
  constructor(runs) {
    this.runs = runs;
    Object.assign(this, mergeRuns(runs));
    this.size = this.step.length;
    this.lastStep = this.size ? this.step[this.size - 1] : 0;
  }

  of(dot) {
    return this.runs[this.run[dot]];
  }

  /** Place on the map, each axis in [-1, 1]. */
  at(dot) {
    return [this.x[dot] / SCALE, this.y[dot] / SCALE];
  }

  /** The dot of a run's row. */
  dot(runIndex, row) {
    return this.places ? this.places[runIndex][row] : row;
  }

  peek(dot) {
    return this.of(dot).peek(this.row(dot));
  }

  text(dot) {
    return this.of(dot).text(this.row(dot));
  }

  row(dot) {
    return this.rows ? this.rows[dot] : dot;
  }

  async find(runId, envId) {
    const index = this.runs.findIndex((run) => run.id === runId);
    if (index < 0) return -1;
    const row = await this.runs[index].find(envId);
    return row < 0 ? -1 : this.dot(index, row);
  }

  topicName(dot) {
    return this.topics[this.topic[dot]].label;
  }

  /** Rates in [0, 1] (or null), regret in [-1, 1] (or null). */
  solveRate(dot) {
    return this.solve[dot] === UNKNOWN ? null : this.solve[dot] / 250;
  }

  solveRateHint(dot) {
    return this.solve_hint[dot] === UNKNOWN ? null : this.solve_hint[dot] / 250;
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

  replay(dot) {
    return (this.flags[dot] >> 4) & 3;
  }

  difficulty(dot) {
    return this.flags[dot] >> 6;
  }
}
