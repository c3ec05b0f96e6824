// The game being played: program, seed, the replies so far, and the interpreter that runs them.
// Knows nothing of the page. Every move goes through spade_env.session, the host the agent trained with.
import { StoppedError } from "./runtime.js";

const OPEN_LIMIT_MS = 8000;
const TURN_LIMIT_MS = 2000;
const CHECK_LIMIT_MS = 20000;

/** Find the current runtime assets: {url, files, snapshot, host, version}. `root` is the address of manifest.json's directory. */
export async function findAssets(root) {
  const absolute = new URL(root, location.href).href;
  let response;
  try {
    response = await fetch(absolute + "manifest.json");
  } catch {
    throw new Error("The Python runtime could not be reached. Is the server running, and are you online?");
  }
  if (!response.ok) throw new Error("The Python runtime is not built here. Run: python -m web_runtime.build");
  const manifest = await response.json();
  const { base, snapshot, host, files, pyodide } = manifest;
  return { url: `${absolute}${base}/`, snapshot, host, files: Object.keys(files), version: pyodide };
}

export class Game {
  /** @param {{source: string, seed: number, maxTurns?: number}} program */
  constructor(runtime, { source, seed, maxTurns = 25 }) {
    this.runtime = runtime;
    this.source = source;
    this.seed = seed;
    this.maxTurns = maxTurns;
    this.replies = [];
    this.state = null;
    this.program = null;
    this.missing = null; // the module that the program imported in vain, in a method
  }

  /** Start an instance. After a program that had to be stopped, in a fresh interpreter. */
  async open(seed = this.seed) {
    this.seed = seed;
    this.replies = [];
    this.state = null;
    if (this.runtime.tainted) this.runtime.restart();
    const reply = await this._ask(this._opening(), OPEN_LIMIT_MS);
    this.program = reply.program;
    this.first = reply.observation;
    return this._settle(reply);
  }

  async act(text) {
    const reply = await this._guarded({ op: "act", reply: text });
    this.replies.push(text);
    return this._settle(reply);
  }

  /** Start over and play `replies`; undo is `goto(replies.slice(0, -1))`. */
  async goto(replies) {
    const reply = await this._guarded({ op: "goto", replies }, OPEN_LIMIT_MS);
    this.replies = replies.slice(0, reply.steps.length);
    return this._settle(reply);
  }

  undo() {
    return this.goto(this.replies.slice(0, -1));
  }

  async hint() {
    return (await this._guarded({ op: "hint" }, OPEN_LIMIT_MS)).hint;
  }

  /** Replies that win this instance, or null where the program offers none. */
  async solution() {
    return (await this._guarded({ op: "solution" }, OPEN_LIMIT_MS)).solution;
  }

  /** Turns of the program's own solution, if it wins this instance when played; else null. */
  async proved() {
    const replies = await this.solution();
    if (!replies) return null;
    const request = { op: "replay", source: this.source, seed: this.seed, replies, max_turns: this.maxTurns };
    const { transcript } = await this._guarded(request, OPEN_LIMIT_MS);
    return transcript.outcome === "won" ? transcript.steps.length : null;
  }

  async transcript() {
    return (await this._guarded({ op: "transcript" })).transcript;
  }

  /** Run a logged episode again and say where it first differs: {exact: true} or {exact: false, turn, what}. */
  async verify(episode) {
    const replies = episode.steps.map((step) => step.action);
    const request = { op: "replay", source: this.source, seed: episode.seed, replies, max_turns: this.maxTurns };
    const { transcript } = await this._guarded(request, OPEN_LIMIT_MS);
    return compare(episode, transcript);
  }

  /** Run the validator's browser-side checks on a source; `tell({name, status, sentence})` after each. */
  async check(source, tell) {
    const { names } = await this._guarded({ op: "checks" });
    for (const name of names) {
      try {
        tell(await this._guarded({ op: "check", name, source }, CHECK_LIMIT_MS));
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
        tell({ name, status: "stopped", sentence: "it did not finish in time and was stopped; what follows was not tried" });
        return; // every check loads the program, so each of the others would only wait as long again
      }
    }
  }

  // After a stop the interpreter may be new and empty: bring it back to the last good turn, then report.
  async _guarded(request, limit = TURN_LIMIT_MS) {
    try {
      return await this._ask(request, limit);
    } catch (error) {
      if (error instanceof StoppedError && this.state) await this.recover();
      throw error;
    }
  }

  /** Bring the game into an interpreter that does not know it, up to the last good turn. */
  async recover() {
    const { replies } = this;
    await this.open();
    if (replies.length) {
      this._settle(await this._ask({ op: "goto", replies }, OPEN_LIMIT_MS));
      this.replies = replies;
    }
  }

  _opening() {
    return { op: "open", source: this.source, seed: this.seed, max_turns: this.maxTurns };
  }

  async _ask(request, limit) {
    const reply = await this.runtime.call(request, limit);
    if (!reply.ok) throw new ProgramError(reply, this.source);
    return reply;
  }

  _settle(state) {
    this.state = { ...state, first: this.first };
    const fault = state.fault?.match(/ModuleNotFoundError@(\d+)/); // imported inside a method
    this.missing = fault ? importedAt(this.source, Number(fault[1])) : null;
    return this.state;
  }
}

/** The module that a line of a program imports ("numpy" of `import numpy.linalg as la`), or null. */
export function importedAt(source, line) {
  return source.split("\n")[line - 1]?.match(/^\s*(?:import|from)\s+([A-Za-z_][A-Za-z0-9_]*)/)?.[1] ?? null;
}

/** The program was refused or a request failed: `message`, `line` where one is known, and
 * `missing`, the module that it imports in vain. */
export class ProgramError extends Error {
  constructor({ error, line }, source) {
    const missing = /ModuleNotFoundError/.test(error);
    super((line ? `Line ${line}: ${error}` : error) + (missing ? " (the player carries Python's standard library only)" : ""));
    this.line = line ?? null;
    this.missing = missing ? importedAt(source, line) : null;
  }
}

function compare(episode, transcript) {
  if (episode.first_observation && episode.first_observation !== transcript.first_observation) {
    return { exact: false, turn: 0, what: "the first observation" };
  }
  for (let i = 0; i < episode.steps.length; i++) {
    const logged = episode.steps[i];
    const here = transcript.steps[i];
    if (!here) return { exact: false, turn: i + 1, what: "the length" };
    for (const key of ["observation", "reward", "terminated", "truncated"]) {
      if (logged[key] !== here[key]) return { exact: false, turn: i + 1, what: "the " + key };
    }
  }
  return { exact: true, turns: episode.steps.length };
}
