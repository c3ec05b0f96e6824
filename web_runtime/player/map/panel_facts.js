// What is known of an environment in short: facts, the checks it went through, its id as a link to itself.
import { el } from "../dom.js";

const SOLVABLE = {
  proved: "proved solvable",
  unknown: "not proved solvable",
  refuted: "its own solution fails",
};

// In the order in which a program is checked.
const CHECKS = {
  parse: "The program is Python of the allowed form",
  load: "It loads, and keeps to the allowed imports",
  contract: "It answers reset and step as agreed",
  reset: "Each seed starts an instance, and always the same one",
  determinism: "The same moves lead to the same episode",
  diversity: "Different seeds make different instances",
  probes: "Odd replies do not break it",
  solvable: "Its own solution wins",
  trivial: "Random replies do not win",
  leak: "The first text does not give the answer away",
  tools: "Its tools have proper schemas",
  cost: "A step is cheap in time and memory",
  novelty: "It is not a copy of an earlier one",
};
const MARKS = { pass: "✓", fail: "✕", skip: "–" };
const WORDS = { pass: "passed", fail: "failed", skip: "not needed" };

/** The list of facts; `link` is the environment's own address. */
export function facts({ design, run_name: run, topic }, link) {
  const rows = [
    ["Run", run],
    ["Step", design.step],
    ["Skill", design.skill],
    ["Asked for", design.difficulty],
    ["Topic", topic],
    ["Turn limit", design.max_turns],
    ["Lines", design.lines],
    ["Solvable", SOLVABLE[design.solvable] ?? "not known"],
    ["Random play", design.random_win_rate === null || design.random_win_rate === undefined ? null : winRate(design.random_win_rate)],
    ["Id", el("a", { href: link, class: "permalink", title: "Permanent link to this environment" }, design.env_id)],
  ].filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el("dl", { class: "facts" }, ...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value instanceof Node ? value : String(value)))));
}

/** What the validator found, folded into one line; null when nothing was recorded. */
export function checks(design) {
  const found = Object.entries(CHECKS).filter(([name]) => MARKS[design["check_" + name]]);
  const rows = found.map(([name, words]) => checkRow(design["check_" + name], words));
  const replay = browserVerdict(design.browser_verdict);
  if (replay) rows.push(checkRow(design.browser_verdict === "exact" ? "pass" : "fail", replay));
  if (!rows.length) return null;
  const passed = rows.filter((row) => row.dataset.result === "pass").length;
  const failed = rows.filter((row) => row.dataset.result === "fail").length;
  const said = `Validity: ${passed} checks passed` + (failed ? `, ${failed} failed` : "");
  return el("details", { class: "checks" }, el("summary", {}, said), el("ul", {}, ...rows));
}

function checkRow(result, words) {
  return el(
    "li",
    { class: result, "data-result": result },
    el("span", { class: "mark-of-check", "aria-hidden": "true" }, MARKS[result]),
    el("span", {}, words),
    el("span", { class: "quiet" }, WORDS[result]),
  );
}

/** "Regret +0.50 ± 0.10: what the hint is worth (frontier)." or null. */
export function regretLine(design) {
  if (design.regret === null || design.regret === undefined) return null;
  const error = design.regret_se === null || design.regret_se === undefined ? "" : ` ± ${design.regret_se.toFixed(3)}`;
  const sign = design.regret < 0 ? "−" : "+";
  const words = `Regret ${sign}${Math.abs(design.regret).toFixed(3)}${error}: what the hint is worth`;
  return el("p", { class: "quiet" }, words + (design.quadrant ? ` (${design.quadrant}).` : "."));
}

function browserVerdict(verdict) {
  if (!verdict) return null;
  if (verdict === "exact") return "Its episodes replay exactly in a browser";
  const at = verdict.startsWith("diverges@") ? ` from turn ${verdict.slice(9)}` : "";
  return at ? "In a browser its episodes differ" + at : `In a browser: ${verdict}`;
}

function winRate(rate) {
  return `wins ${Math.round(rate * 100)} %`;
}
