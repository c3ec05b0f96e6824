// One interpreter per page visit: the next environment opens in it without a new start.
import { findAssets } from "./game.js";
import { Runtime } from "./runtime.js";

let shared = null;

/**
 * The page's runtime for the assets at `root`, started on first use.
 * @param {(stage: string) => void} onStage  called with progress until leave()
 * @returns {{promise: Promise<Runtime>, leave: () => void}} a failed start is forgotten, so asking again retries
 */
export function sharedRuntime(root, onStage) {
  if (!shared || shared.root !== root) shared = start(root);
  const { promise, listeners } = shared;
  listeners.add(onStage);
  return { promise, leave: () => listeners.delete(onStage) };
}

function start(root) {
  const listeners = new Set();
  let runtime = null;
  const promise = findAssets(root).then((assets) => {
    runtime = new Runtime(assets, (stage) => listeners.forEach((listen) => listen(stage)));
    return runtime.ready;
  });
  promise.catch(() => {
    shared = null;
    runtime?.destroy();
  });
  return { root, promise, listeners };
}
