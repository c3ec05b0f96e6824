// What the visitor sees, as one plain object and as the page's address. Defaults leave the address.
import { facets, RANGES } from "./filter.js";

export const MODES = ["cumulative", "window", "single"];
export const COLOURS = ["topic", "skill", "step", "solve", "regret", "quadrant", "run"];
export const RING_RATES = [0, 1 / 32, 1 / 16, 1 / 8, 1 / 4];
export const RING_PLAYS = 8;
export const WINDOW = 10;
export const SEARCHES = ["text", "meaning", "alike"];
export const PLACES = ["anywhere", "title", "observation", "code"];
export const PANEL_TABS = ["overview", "code", "episodes"];
const CORNERS = 60; // of a lasso, at most

/** Ring threshold written as visitors know it: "1/32". */
export function rateName(rate) {
  return rate === 0 ? "0" : "1/" + Math.round(1 / rate);
}

export function defaults(catalogue) {
  return {
    runs: catalogue.runs.length ? [catalogue.runs[0].run] : [],
    step: null, // null: the last step
    mode: "cumulative",
    window: WINDOW, // steps, in window mode
    colour: "topic",
    ring: 1 / 32,
    plays: RING_PLAYS,
    ringedOnly: false,
    only: null, // one legend category
    filters: {}, // facet -> wanted values, "solved" and "regret" -> [low, high]; absent: everything
    search: null, // {how, words, where}
    lasso: null, // corners [[x, y], …] in map units
    view: null, // [x, y, zoom]; null: everything
    all: false, // draw every dot instead of a sample
    env: null,
    envRun: null,
    tab: "overview", // of the open environment: what is in front
    play: null, // the episode in front, "hint.3"
    turn: 0, // turns of it shown
  };
}

/** State from an address; anything unknown or malformed keeps its default. */
export function fromAddress(search, catalogue) {
  const query = new URLSearchParams(search);
  const state = defaults(catalogue);
  const whole = (name, least, most, missing) => {
    const text = query.get(name) ?? "";
    return /^\d{1,6}$/.test(text) ? Math.min(Math.max(Number(text), least), most) : missing;
  };
  const known = (query.get("run") ?? "").split(",").filter((id) => catalogue.byId.has(id));
  if (known.length) state.runs = [...new Set(known)];
  state.step = whole("step", 0, 999_999, null);
  if (MODES.includes(query.get("mode"))) state.mode = query.get("mode");
  state.window = whole("window", 1, 65_535, WINDOW);
  if (COLOURS.includes(query.get("color"))) state.colour = query.get("color");
  const ring = RING_RATES.find((rate) => rateName(rate) === query.get("rings"));
  if (ring !== undefined) state.ring = ring;
  state.plays = whole("plays", 1, 255, RING_PLAYS);
  state.ringedOnly = query.get("ringed") === "1";
  state.all = query.get("all") === "1";
  state.only = query.get("only");
  state.filters = readFilters(query, catalogue);
  state.search = readSearch(query);
  const corners = numbers(query.get("lasso"), 2 * CORNERS);
  if (corners.length >= 6 && corners.length % 2 === 0) state.lasso = pairs(corners);
  const view = numbers(query.get("view"), 3);
  if (view.length === 3 && view[2] > 0) state.view = view;
  const env = query.get("env");
  if (env) {
    state.env = env;
    state.envRun = catalogue.runOf(env) ?? state.runs[0];
    if (PANEL_TABS.includes(query.get("tab"))) state.tab = query.get("tab");
    if (/^(plain|hint)\.\d{1,5}$/.test(query.get("play") ?? "")) state.play = query.get("play");
    state.turn = whole("turn", 0, 99_999, 0);
    if (state.envRun && !state.runs.includes(state.envRun)) state.runs = [...state.runs, state.envRun];
  }
  return state;
}

/** The query string that {@link fromAddress} turns back into `state`; keeps parameters that are not ours. */
export function toAddress(state, catalogue, search) {
  const query = new URLSearchParams(search);
  for (const [name, value, isDefault] of parameters(state, catalogue)) {
    if (isDefault) query.delete(name);
    else query.set(name, value);
  }
  return query.toString();
}

/** Every parameter of an address: [name, value as text, whether it is the default and so left out]. */
export function parameters(state, catalogue) {
  const plain = defaults(catalogue);
  const { search, filters } = state;
  return [
    ["run", state.runs.join(","), state.runs.join() === plain.runs.join()],
    ["step", String(state.step ?? ""), state.step === null],
    ["mode", state.mode, state.mode === plain.mode],
    ["window", String(state.window), state.window === WINDOW],
    ["color", state.colour, state.colour === plain.colour],
    ["rings", rateName(state.ring), state.ring === plain.ring],
    ["plays", String(state.plays), state.plays === RING_PLAYS],
    ["ringed", state.ringedOnly ? "1" : "0", !state.ringedOnly],
    ["all", state.all ? "1" : "0", !state.all],
    ["only", state.only ?? "", state.only === null],
    ...facets(catalogue).map(({ key }) => [key, (filters[key] ?? []).join(","), !filters[key]]),
    ...Object.keys(RANGES).map((key) => [key, (filters[key] ?? []).join(".."), !filters[key]]),
    ["q", search?.words ?? "", !search],
    ["by", search?.how ?? "text", !search || search.how === "text"],
    ["where", search?.where ?? "anywhere", !search || search.where === "anywhere"],
    ["lasso", state.lasso?.flat().map((at) => at.toFixed(3)).join("_") ?? "", !state.lasso],
    ["view", state.view?.map((at) => String(Number(at.toFixed(4)))).join("_") ?? "", !state.view],
    ["env", state.env ?? "", state.env === null],
    ["tab", state.tab, !state.env || state.tab === "overview"],
    ["play", state.play ?? "", !state.env || !state.play],
    ["turn", String(state.turn), !state.env || !state.turn],
  ]; // prettier-ignore
}

function readFilters(query, catalogue) {
  const filters = {};
  for (const { key, values } of facets(catalogue)) {
    const wanted = (query.get(key) ?? "").split(",").filter((word) => values.some(({ value }) => value === word));
    if (wanted.length) filters[key] = wanted;
  }
  for (const [key, [low, high]] of Object.entries(RANGES)) {
    const range = (query.get(key) ?? "").split("..").map(parseFloat);
    if (range.length === 2 && range[0] >= low && range[0] <= range[1] && range[1] <= high) filters[key] = range;
  }
  return filters;
}

function readSearch(query) {
  const words = query.get("q");
  if (!words) return null;
  const how = SEARCHES.includes(query.get("by")) ? query.get("by") : "text";
  const where = PLACES.includes(query.get("where")) ? query.get("where") : "anywhere";
  return { how, words, where };
}

function numbers(text, most) {
  const found = (text ?? "").split("_").map(parseFloat);
  return text && found.length <= most && found.every(Number.isFinite) ? found : [];
}

function pairs(flat) {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
}

/** A drawn outline with few enough corners for an address. */
export function simplified(corners) {
  const every = Math.ceil(corners.length / CORNERS);
  return corners.filter((_, i) => i % every === 0);
}
