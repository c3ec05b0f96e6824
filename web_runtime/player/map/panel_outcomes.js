// How the agent did, instance by instance: the plays of both arms of a seed on one line, joined by what the hint
// was worth there. The join rises where the hint helped, falls where it harmed, and is flat where it changed nothing.
import { count, el } from "../dom.js";

export const OUTCOMES = {
  won: "won",
  lost: "lost",
  truncated: "ran out of turns or tokens",
  void: "void: the environment failed",
};
export const ARMS = [
  ["plain", "Without hint"],
  ["hint", "With hint"],
];
const AT_ONCE = 12; // seeds shown before the rest is folded away
const SVG = "http://www.w3.org/2000/svg";

/** Plays by instance: [{seed, plain: [play, …], hint: [play, …]}], by seed; within an arm by id. */
export function bySeed(plays) {
  const seeds = new Map();
  for (const play of plays) {
    if (!seeds.has(play.seed)) seeds.set(play.seed, { seed: play.seed, plain: [], hint: [] });
    (seeds.get(play.seed)[play.arm] ?? []).push(play);
  }
  const pairs = [...seeds.values()].sort((a, b) => a.seed - b.seed);
  for (const pair of pairs) for (const [arm] of ARMS) pair[arm].sort((a, b) => (a.play_id < b.play_id ? -1 : 1));
  return pairs;
}

/** All plays of an arm in the order of {@link bySeed}. */
export function ofArm(plays, arm) {
  return bySeed(plays).flatMap((pair) => pair[arm]);
}

/** Mean return of the plays that count, or null: void plays say nothing about the agent. */
export function meanReturn(plays) {
  const returns = plays.filter((play) => play.outcome !== "void" && play.return !== null).map((play) => play.return);
  return returns.length ? returns.reduce((sum, value) => sum + value, 0) / returns.length : null;
}

/** The plot; `onOpen(play)` when a play's dot is chosen. */
export function pairedOutcomes(plays, onOpen) {
  if (!plays.length) return el("p", { class: "quiet" }, "The agent never played this environment.");
  const pairs = bySeed(plays);
  const scale = returnScale(plays);
  const rows = pairs.map((pair) => pairRow(pair, scale, onOpen));
  const rest = rows.slice(AT_ONCE);
  return el(
    "div",
    { class: "pairs", role: "group", "aria-label": "Outcome of both arms for each instance" },
    heads(plays),
    ...rows.slice(0, AT_ONCE),
    rest.length ? el("details", { class: "more" }, el("summary", {}, `${rest.length} more seeds`), ...rest) : null,
  );
}

function heads(plays) {
  const said = ARMS.map(([arm, name]) => {
    const own = plays.filter((play) => play.arm === arm);
    const won = own.filter((play) => play.outcome === "won").length;
    const score = own.length ? `${won} of ${own.length} won` : "not played";
    return el("div", { class: "arm " + arm }, el("span", { class: "name" }, name), el("span", { class: "score" }, score));
  });
  return el("div", { class: "pair heads" }, el("span", { class: "seed" }, "Seed"), said[0], el("span", {}), said[1], el("span", {}));
}

function pairRow(pair, scale, onOpen) {
  const plain = meanReturn(pair.plain);
  const hint = meanReturn(pair.hint);
  const change = plain === null || hint === null ? null : hint - plain;
  const kind = change === null ? "alone" : change > 1e-9 ? "better" : change < -1e-9 ? "worse" : "same";
  const said = change === null ? "" : change === 0 ? "±0" : (change > 0 ? "+" : "−") + short(Math.abs(change));
  return el(
    "div",
    { class: "pair " + kind },
    el("span", { class: "seed", title: `Instance seed ${pair.seed}` }, String(pair.seed)),
    el("span", { class: "dots plain" }, ...pair.plain.map((play) => playDot(play, onOpen))),
    kind === "alone" ? el("span", {}) : join(scale(plain), scale(hint)),
    el("span", { class: "dots hint" }, ...pair.hint.map((play) => playDot(play, onOpen))),
    el("span", { class: "change", title: "Mean return with the hint minus without" }, said),
  );
}

function playDot(play, onOpen) {
  const arm = ARMS.find(([name]) => name === play.arm)?.[1] ?? play.arm;
  const said = `${arm}, seed ${play.seed}: ${OUTCOMES[play.outcome] ?? play.outcome}, return ${short(play.return)}, ${count(play.turns, "turn")}`;
  const mark = el("button", { type: "button", class: "outcome " + play.outcome, title: said, "aria-label": said });
  mark.addEventListener("click", () => onOpen(play));
  return mark;
}

/** A line from the left mean to the right one, both as heights in [0, 1]. */
function join(from, to) {
  const line = document.createElementNS(SVG, "line");
  const at = { x1: 2, x2: 98, y1: 22 - 20 * from, y2: 22 - 20 * to };
  for (const [name, value] of Object.entries(at)) line.setAttribute(name, value);
  const plot = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ class: "join", viewBox: "0 0 100 24", preserveAspectRatio: "none", "aria-hidden": "true" })) {
    plot.setAttribute(name, value);
  }
  plot.append(line);
  return plot;
}

/** Returns to heights: 0 to 1 at least, wider when rewards are. */
function returnScale(plays) {
  const returns = plays.map((play) => play.return).filter((value) => value !== null);
  const low = Math.min(0, ...returns);
  const high = Math.max(1, ...returns);
  return (value) => (value - low) / (high - low);
}

export function short(value) {
  return value === null || value === undefined ? "none" : String(Number(value.toFixed(3)));
}
