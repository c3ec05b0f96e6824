// Runs inside the opaque-origin frame: owns the worker, its clock, and nothing else.
// Requests arrive from the page with a limit in milliseconds. At the limit the interpreter is interrupted
// (where a shared buffer is possible), one second later the worker is terminated and a new one is booted.
// WORKER_SOURCE is a constant that runtime.js writes above this script; the interpreter's files come as blobs
// with the first message.
(() => {
  const HARD_STOP_MS = 1000;
  let page = null;
  let config = null; // {files, snapshot, host, packages}: blobs by name, and which of them are what
  let worker = null;
  let channel = null;
  let interrupt = null;
  let current = null; // the request being run: {id, timer, stopping}
  let generation = 0;

  const say = (message) => page.postMessage(message);

  function spawn() {
    try {
      boot();
    } catch (error) {
      say({ kind: "failed", message: `this browser refused its worker (${error.message})` });
    }
  }

  function boot() {
    generation += 1;
    const mine = generation;
    const url = URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" }));
    worker = new Worker(url);
    URL.revokeObjectURL(url);
    let started = false;
    worker.onerror = (event) => started || say({ kind: "failed", message: event.message || "the worker did not start" });
    const pair = new MessageChannel();
    channel = pair.port1;
    channel.onmessage = (event) => {
      started ||= event.data.kind === "ready";
      if (mine === generation) heard(event.data);
    };
    interrupt = null;
    if (self.crossOriginIsolated && typeof SharedArrayBuffer === "function") {
      interrupt = new Uint8Array(new SharedArrayBuffer(1));
    }
    worker.postMessage({ ...config, interrupt }, [pair.port2]);
  }

  function heard(message) {
    if (message.kind === "ready") say({ ...message, stoppable: interrupt !== null });
    else if (message.kind === "progress" || message.kind === "failed") say(message);
    else if (current && message.id === current.id) finish(message);
  }

  function finish(message) {
    clearTimeout(current.timer);
    const { id, stopping } = current;
    current = null;
    if (interrupt) interrupt[0] = 0;
    if (message.kind === "reply" && !stopping) return say({ kind: "reply", id, json: message.json });
    // A reply to an interrupted request is the interrupt's own trace in the episode: the interpreter is
    // sound, but the page has to bring the game back to the last good turn.
    const sound = message.kind === "reply";
    say({ kind: "stopped", id, reason: stopping ? "limit" : "broken", respawned: !sound });
    if (!sound) respawn();
  }

  function respawn() {
    worker.terminate();
    channel.close();
    spawn();
  }

  function softStop() {
    current.stopping = true;
    if (!interrupt) return hardStop();
    interrupt[0] = 2;
    current.timer = setTimeout(hardStop, HARD_STOP_MS);
  }

  function hardStop() {
    const { id } = current;
    clearTimeout(current.timer);
    current = null;
    say({ kind: "stopped", id, reason: "limit", respawned: true });
    respawn();
  }

  function ask({ id, request, limit }) {
    current = { id, stopping: false, timer: setTimeout(softStop, limit) };
    channel.postMessage({ id, request });
  }

  addEventListener("message", (event) => {
    if (page || event.source !== parent || !event.ports.length) return;
    page = event.ports[0];
    config = event.data;
    page.onmessage = (message) => {
      if (message.data.kind === "ask") ask(message.data);
      else if (message.data.kind === "packages") config.packages = { ...config.packages, ...message.data.packages };
      else if (message.data.kind === "restart") {
        if (current) clearTimeout(current.timer);
        current = null;
        respawn();
      }
    };
    spawn();
  });
  parent.postMessage("spade-frame-ready", "*");
})();
