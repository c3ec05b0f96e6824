// A Python interpreter for one page: `const runtime = new Runtime(assets); await runtime.ready;`
//
// assets: {url, files, snapshot, host}: `url` is the absolute address of the immutable asset directory, `files`
// the names in it. The page fetches them, so its cache and service worker apply, and hands them over as blobs:
// the interpreter lives in a worker inside an iframe with an opaque origin, so environment code has no page,
// no cookies, no storage, and by the frame's content security policy no network at all.
// Requests are answered one at a time and in order; each carries its own time limit.

const WATCHDOG_MS = 45000;

/** A request that the environment, not the page, is to blame for. `reason`: "limit" or "broken". */
export class StoppedError extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

const POLICY = "default-src 'none'; script-src 'nonce-NONCE' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'";

function frameDocument(frameSource, workerSource) {
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const literal = JSON.stringify(workerSource).replaceAll("<", "\\u003c");
  return `<!doctype html><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY.replace("NONCE", nonce)}">
<script nonce="${nonce}">const WORKER_SOURCE=${literal};
${frameSource}</script>`;
}

async function download(address) {
  const response = await fetch(address).catch(() => null);
  if (response?.ok) return response.blob();
  const why = response ? `HTTP ${response.status}` : "no answer: are you online?";
  throw new Error(`${new URL(address).pathname} could not be loaded (${why}).`);
}

export class Runtime {
  /**
   * @param {{url: string, files: string[], snapshot: string|null, host: string}} assets
   * @param {(stage: string) => void} [onProgress] called with "snapshot", "interpreter", "respawn", …
   * @param {string} [here] directory of this module's siblings, ending in "/"
   */
  constructor(assets, onProgress = () => {}, here = new URL("./", import.meta.url).href) {
    this.onProgress = onProgress;
    this.stoppable = false;
    this.tainted = false; // a program was stopped in it: sound, but better not reused for another
    this.how = null;
    this._pending = new Map();
    this._queue = Promise.resolve();
    this._nextId = 1;
    this._resetReady();
    this._open(assets, here).catch((error) => this._fail(error));
  }

  _resetReady() {
    this.ready = new Promise((resolve, reject) => {
      this._resolveReady = resolve;
      this._rejectReady = reject;
    });
    this.ready.catch(() => {});
    this.tainted = false;
    this._watch();
  }

  // Some browsers refuse a worker at an opaque origin without a word, so silence is a failure too.
  _watch() {
    clearTimeout(this._watchdog);
    const sentence = `The Python runtime was silent for ${WATCHDOG_MS / 1000} seconds: this browser may refuse its worker.`;
    this._watchdog = setTimeout(() => this._fail(new Error(sentence)), WATCHDOG_MS);
  }

  async _open(assets, here) {
    if (typeof WebAssembly !== "object") throw new Error("This browser has no WebAssembly, so Python cannot run in it.");
    const { url, snapshot, host } = assets;
    const names = assets.files.filter((name) => snapshot || !name.startsWith("snapshot"));
    const [frameSource, workerSource, ...blobs] = await Promise.all([
      download(here + "frame.js").then((blob) => blob.text()),
      download(here + "worker.js").then((blob) => blob.text()),
      ...names.map((name) => download(url + name)),
    ]);
    const files = Object.fromEntries(names.map((name, i) => [name, blobs[i]]));
    this.version = assets.version;
    this.lock = () => files["pyodide-lock.json"].text();
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.setAttribute("allow", "cross-origin-isolated");
    frame.setAttribute("title", "Python runtime");
    frame.setAttribute("aria-hidden", "true");
    frame.hidden = true;
    frame.srcdoc = frameDocument(frameSource, workerSource);
    const greeted = new Promise((resolve) => {
      const listen = (event) => {
        if (event.source !== frame.contentWindow || event.data !== "spade-frame-ready") return;
        removeEventListener("message", listen);
        resolve();
      };
      addEventListener("message", listen);
    });
    document.body.append(frame);
    this._frame = frame;
    await greeted;
    const pair = new MessageChannel();
    this._port = pair.port1;
    this._port.onmessage = (event) => this._heard(event.data);
    frame.contentWindow.postMessage({ files, snapshot, host, packages: {} }, "*", [pair.port2]);
  }

  _heard(message) {
    if (message.kind === "progress") {
      this._watch();
      return this.onProgress(message.stage);
    }
    if (message.kind === "failed") return this._fail(new Error("The Python runtime failed to start: " + message.message));
    if (message.kind === "ready") {
      clearTimeout(this._watchdog);
      this.stoppable = message.stoppable;
      this.how = message.how;
      this.onProgress("ready");
      return this._resolveReady(this);
    }
    const waiting = this._pending.get(message.id);
    if (!waiting) return;
    this._pending.delete(message.id);
    if (message.kind === "reply") return waiting.resolve(JSON.parse(message.json));
    this.tainted = true;
    if (message.respawned) {
      this._resetReady();
      this.onProgress("respawn");
    }
    const sentence =
      message.reason === "limit" ? "The program did not answer in time and was stopped." : "The program broke the interpreter.";
    waiting.reject(new StoppedError(message.reason, sentence));
  }

  _fail(error) {
    clearTimeout(this._watchdog);
    this._rejectReady(error);
    for (const waiting of this._pending.values()) waiting.reject(error);
    this._pending.clear();
  }

  /**
   * Send one request to spade_env.session and wait for its reply (parsed JSON).
   * Rejects with StoppedError when the program exceeded `limit` milliseconds or broke the interpreter;
   * the runtime then respawns by itself and `ready` is a new promise.
   */
  call(request, limit = 2000) {
    const turn = this._queue.then(async () => {
      await this.ready;
      const id = this._nextId++;
      return new Promise((resolve, reject) => {
        this._pending.set(id, { resolve, reject });
        this._port.postMessage({ kind: "ask", id, request: JSON.stringify(request), limit });
      });
    });
    this._queue = turn.catch(() => {});
    return turn;
  }

  /** Throw the worker away and boot a new one. */
  restart() {
    for (const waiting of this._pending.values()) waiting.reject(new StoppedError("restart", "Restarted."));
    this._pending.clear();
    this._resetReady();
    this.onProgress("respawn");
    this._port.postMessage({ kind: "restart" });
  }

  /** Start again with these packages loaded: {file name: Blob of a wheel}, dependencies included. */
  addPackages(packages) {
    this._port.postMessage({ kind: "packages", packages });
    this.restart();
  }

  /** Remove the frame and everything in it. */
  destroy() {
    this._fail(new Error("The Python runtime was closed."));
    this._frame?.remove();
  }
}
