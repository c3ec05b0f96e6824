// The interpreter's side of the player: a classic worker made from a blob inside an opaque-origin frame.
// It boots Pyodide (from the memory snapshot when it applies), then answers one request at a time by
// handing JSON to spade_env.session. Environment code runs here and nowhere else; the content security
// policy it inherits from the frame leaves it no network: the runtime's own files arrive as blobs.
(() => {
  const port = new Promise((resolve) => {
    self.onmessage = (event) => {
      self.onmessage = null;
      resolve([event.ports[0], event.data]);
    };
  });
  // Environment code can reach the worker's globals. Without these it cannot speak in the host's name, nor
  // leave something running; frozen, they cannot be rewritten to hand it the host's port.
  for (const name of ["postMessage", "BroadcastChannel", "importScripts", "Worker", "SharedWorker", "close"]) {
    delete self[name];
    delete DedicatedWorkerGlobalScope.prototype[name];
    delete WorkerGlobalScope.prototype[name];
  }
  for (const kind of [MessagePort, MessageEvent, Event, EventTarget]) Object.freeze(kind.prototype);
  // An error left over from environment code (a timer it set) stays here instead of flooding the page.
  for (const name of ["error", "unhandledrejection"]) {
    self.addEventListener(name, (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    });
  }

  const BASE = "https://runtime.invalid/";
  const TYPES = { wasm: "application/wasm", json: "application/json" };
  let files = {};

  // Pyodide asks for its files by address; they are answered from the blobs, and nothing else is.
  self.fetch = async (address) => {
    const name = String(address.url ?? address).slice(BASE.length);
    if (!Object.hasOwn(files, name)) throw new TypeError(`no network here: ${name}`);
    const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };

  async function module(name) {
    const url = URL.createObjectURL(new Blob([files[name]], { type: "text/javascript" }));
    try {
      return await import(url);
    } finally {
      URL.revokeObjectURL(url);
    }
  }

  function unpacked(blob) {
    return new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }

  async function boot(config, progress) {
    files = { ...config.files, ...config.packages };
    const wanted = config.snapshot && typeof DecompressionStream === "function";
    const snapshot = wanted ? unpacked(files[config.snapshot]) : null;
    snapshot?.catch(() => {}); // it is awaited below, after the loader that it is unpacked beside
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([module("pyodide.mjs"), module("pyodide.asm.mjs")]);
    const options = {
      indexURL: BASE,
      createPyodideModule,
      env: { PYTHONHASHSEED: "0" },
      enableRunUntilComplete: false,
      stdout: () => {},
      stderr: () => {},
    };
    let python = null;
    let how = "snapshot";
    if (snapshot) {
      try {
        progress("snapshot");
        python = await loadPyodide({ ...options, _loadSnapshot: snapshot });
      } catch (error) {
        progress("snapshot refused: " + String(error).slice(0, 200));
      }
    }
    if (!python) {
      how = "plain";
      progress("interpreter");
      python = await loadPyodide(options);
      python.unpackArchive(await files[config.host].arrayBuffer(), "wheel");
    }
    await install(python, Object.keys(config.packages), progress);
    python.setStdin({ error: true });
    if (config.interrupt) python.setInterruptBuffer(config.interrupt);
    const handle = python.runPython("import spade_env.session as s\ns.Session().handle_json");
    return { handle, how };
  }

  async function install(python, wheels, progress) {
    if (!wheels.length) return;
    progress("packages");
    const problems = [];
    const errorCallback = (message) => problems.push(message);
    await python.loadPackage(wheels.map((name) => BASE + name), { messageCallback: () => {}, errorCallback });
    if (problems.length) throw new Error(problems.join(" "));
  }

  port.then(async ([channel, config]) => {
    let session;
    try {
      session = await boot(config, (stage) => channel.postMessage({ kind: "progress", stage }));
    } catch (error) {
      channel.postMessage({ kind: "failed", message: String((error && error.message) || error).slice(0, 500) });
      return;
    }
    channel.onmessage = (event) => {
      const { id, request } = event.data;
      let reply;
      try {
        reply = { kind: "reply", id, json: session.handle(request) };
      } catch (error) {
        // An interrupt that lands between two bytecodes of the host itself, or an interpreter that is
        // broken for good: the frame decides which, by whether it asked for the interrupt.
        reply = { kind: "broken", id, message: String((error && error.message) || error).slice(-300) };
      }
      channel.postMessage(reply);
    };
    channel.postMessage({ kind: "ready", how: session.how, isolated: self.crossOriginIsolated === true });
  });
})();
