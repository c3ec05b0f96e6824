// What of an address the map cannot use, one sentence each: values of the wrong form, parameters without the one
// they belong to, unknown ones, and values that only the runs themselves can refuse.
import { colouring } from "./colours.js";
import { COLOURS, fromAddress, MODES, PANEL_TABS, parameters, PLACES, rateName, RING_RATES, SEARCHES } from "./state.js";

const RENDERERS = ["plotly"];
const EXPECTED = { mode: MODES, color: COLOURS, rings: RING_RATES.map(rateName), by: SEARCHES, where: PLACES, tab: PANEL_TABS, renderer: RENDERERS };
const SHOWN = { step: "the last step", play: "no episode in front", lasso: "no lasso", view: "everything" };
const NEEDED = { by: "q", where: "q", tab: "env", play: "env", turn: "env" };
const OTHERS = ["renderer", "embed", "embed_options"]; // the last two belong to Streamlit

/** Of an address by itself. */
export function oddities(search, catalogue) {
  const query = new URLSearchParams(search);
  const state = fromAddress(search, catalogue);
  const known = parameters(state, catalogue);
  const names = new Set([...known.map(([name]) => name), ...OTHERS]);
  const unknown = [...new Set(query.keys())].filter((name) => !names.has(name));
  const renderer = query.get("renderer");
  return [
    ...known.map(([name, value]) => oddity(query, name, value, state, catalogue)),
    renderer === null || RENDERERS.includes(renderer) ? null : odd("renderer", renderer, "what this browser draws best"),
    ...unknown.map((name) => `${asked(name, query.get(name))}, but the map has no such parameter and is shown without it.`),
  ].filter(Boolean);
}

/** Of a state, once its runs are here: a step after the last, a category that they lack. Corrects the category. */
export function missing(state, dots, catalogue) {
  const { step, only, colour } = state;
  const said = [];
  if (step !== null && step > dots.lastStep) {
    said.push(`${asked("step", String(step))}, but the last step is ${dots.lastStep}; that is shown instead.`);
  }
  const names = only === null ? [] : (colouring(colour, dots, catalogue, false).categories ?? []).map(({ name }) => name);
  if (only !== null && !names.includes(only)) {
    said.push(`${asked("only", only)}, but no category of the colours is called that; all are shown instead.`);
    state.only = null;
  }
  return said;
}

function oddity(query, name, value, state, catalogue) {
  const given = query.get(name);
  if (given === null) return null;
  const needed = NEEDED[name];
  if (needed && !query.get(needed)) return `${asked(name, given)}, which means nothing without ${needed}; the map is shown without it.`;
  if (same(given, value)) return null;
  if (name === "run" && given.split(",").every((id) => catalogue.byId.has(id))) return null; // an environment's run joins them
  const runs = () => state.runs.map((id) => catalogue.byId.get(id).name).join(", ");
  return odd(name, given, name === "run" ? runs() : (SHOWN[name] ?? (value || "the map without it")));
}

function odd(name, given, shown) {
  const expected = EXPECTED[name] ? `, expected one of ${EXPECTED[name].join(", ")}` : ", which the map cannot use";
  return `${asked(name, given)}${expected}; shown instead: ${shown}.`;
}

function asked(name, given) {
  return `In the address, ${name} is '${given.slice(0, 60)}'`;
}

/** Whether two values of a parameter mean the same: lists part by part, numbers as numbers. */
function same(a, b) {
  const [left, right] = [a, b].map((text) => text.split(/\.\.|[,_]/));
  const near = (x, y) => x === y || (x !== "" && y !== "" && Math.abs(Number(x) - Number(y)) < 1e-3);
  return left.length === right.length && left.every((part, i) => near(part, right[i]));
}
