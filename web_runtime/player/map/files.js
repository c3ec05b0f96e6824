// Run data of a site without a server (app/export.py): what the server's routes answer one by one lies in files that
// hold many answers each. The listing says so with `static`, and of each run with `shards`, the first environment id
// of each of its files; ids are in the order that JavaScript compares strings in.
import { get } from "./get.js";

const KEPT = 6; // files held in memory

/** The id in `ids` that begins `envId` and a dash: the run an environment belongs to. Longest match wins. */
export function homeOf(ids, envId) {
  const found = ids.filter((id) => envId.startsWith(id + "-"));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The last of the sorted `firsts` that is not after `envId`, or -1. */
export function shardOf(firsts, envId) {
  let [low, high] = [0, firsts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (firsts[middle] <= envId) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export class Files {
  constructor(base, listing) {
    this.base = base;
    this.runs = new Map(listing.runs.map((entry) => [entry.run, entry]));
    this.kept = new Map();
  }

  /** The run of an environment by its id, or null. */
  runOf(envId) {
    return homeOf([...this.runs.keys()], envId);
  }

  /** What the server answers for an environment, and `playable`: {program without its source, seed, meta}. */
  async environment(run, envId) {
    const shard = shardOf(this.runs.get(run)?.shards ?? [], envId);
    const found = shard < 0 ? {} : await this._read(run, `environments/${shard}.json.gz`);
    if (!Object.hasOwn(found, envId)) throw new Error(`run '${run}' holds no environment '${envId}' here`);
    return found[envId];
  }

  async passage(run, docId) {
    const found = await this._read(run, "passages.json.gz");
    if (!Object.hasOwn(found, docId)) throw new Error("it was not there when this site was written");
    return found[docId];
  }

  /** First observations and programs of the dots of one text file: {observation: […], code: […]}. */
  words(run, chunk) {
    return this._read(run, `words/${chunk}.json.gz`);
  }

  _read(run, path) {
    const address = `${this.base}${encodeURIComponent(run)}/${path}?v=${this.runs.get(run)?.version ?? ""}`;
    const known = this.kept.get(address) ?? get(address, "packed");
    this.kept.delete(address);
    this.kept.set(address, known); // the latest is last
    known.catch(() => this.kept.delete(address));
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return known;
  }
}
