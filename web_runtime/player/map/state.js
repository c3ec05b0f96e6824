// What the visitor sees, as one plain object and as the page's address. Defaults leave the address.

export const MODES = ["cumulative", "window", "single"];
export const COLOURS = ["topic", "skill", "step", "solve", "regret", "quadrant", "run"];
export const RING_RATES = [0, 1 / 32, 1 / 8, 1 / 4];
export const RING_PLAYS = 8;
export const WINDOW = 10;

/** Ring threshold written as visitors know it: "1/32". */
export function rateName(rate) {
  return rate === 0 ? "0" : "1/" + Math.round(1 / rate);
}

export function defaults(catalogue) {
  return {
    runs: catalogue.runs.length ? [catalogue.runs[0].run] : [],
    step: null, // null: the last step
    mode: "cumulative",
    colour: "topic",
    ring: 1 / 32,
    ringedOnly: false,
    only: null, // one legend category
    env: null,
    envRun: null,
  };
}

/** State from an address; anything unknown or malformed keeps its default. */
export function fromAddress(search, catalogue) {
  const query = new URLSearchParams(search);
  const state = defaults(catalogue);
  const known = (query.get("run") ?? "").split(",").filter((id) => catalogue.byId.has(id));
  if (known.length) state.runs = known;
  const step = query.get("step");
  if (/^\d{1,6}$/.test(step ?? "")) state.step = Number(step);
  if (MODES.includes(query.get("mode"))) state.mode = query.get("mode");
  if (COLOURS.includes(query.get("color"))) state.colour = query.get("color");
  const ring = RING_RATES.find((rate) => rateName(rate) === query.get("rings"));
  if (ring !== undefined) state.ring = ring;
  state.ringedOnly = query.get("ringed") === "1";
  state.only = query.get("only");
  const env = query.get("env");
  if (env) {
    state.env = env;
    state.envRun = catalogue.runOf(env) ?? state.runs[0];
    if (state.envRun && !state.runs.includes(state.envRun)) state.runs = [...state.runs, state.envRun];
  }
  return state;
}

/** The query string that {@link fromAddress} turns back into `state`; keeps parameters that are not ours. */
export function toAddress(state, catalogue, search) {
  const query = new URLSearchParams(search);
  const plain = defaults(catalogue);
  const write = (name, value, isDefault) => (isDefault ? query.delete(name) : query.set(name, value));
  write("run", state.runs.join(","), state.runs.join() === plain.runs.join());
  write("step", String(state.step), state.step === null);
  write("mode", state.mode, state.mode === plain.mode);
  write("color", state.colour, state.colour === plain.colour);
  write("rings", rateName(state.ring), state.ring === plain.ring);
  write("ringed", "1", !state.ringedOnly);
  write("only", state.only ?? "", state.only === null);
  write("env", state.env ?? "", state.env === null);
  return query.toString();
}
