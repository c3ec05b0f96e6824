// Which dots are shown: pure functions of the dots and the state. No page, no network.
import { RING_PLAYS, WINDOW } from "./state.js";

/** The step the slider stands on. */
export function currentStep(state, dots) {
  return state.step === null ? dots.lastStep : Math.min(state.step, dots.lastStep);
}

/**
 * Steps shown: [from, to], both included, and `stale`: the step asked for when it wrote nothing and the latest
 * earlier one is shown instead (null otherwise). Only the single-step view can be stale.
 */
export function stepRange(state, dots, present) {
  const at = currentStep(state, dots);
  if (state.mode === "cumulative") return { from: 0, to: at, stale: null };
  if (state.mode === "window") return { from: Math.max(0, at - WINDOW + 1), to: at, stale: null };
  let shown = at;
  while (shown > 0 && !present[shown]) shown--;
  return { from: shown, to: shown, stale: shown === at ? null : at };
}

/** Dots per step, over all steps 0..lastStep. */
export function countPerStep(dots) {
  const counts = new Uint32Array(dots.lastStep + 1);
  for (let dot = 0; dot < dots.size; dot++) counts[dots.step[dot]]++;
  return counts;
}

/** Almost never solved without the hint, over enough plays to say so. */
export function isHard(dots, dot, rate) {
  const solved = dots.solveRate(dot);
  return solved !== null && dots.plays[dot] >= RING_PLAYS && solved <= rate + 0.002;
}

/** Indices of visible dots in drawing order, and of those that carry a ring. */
export function visibleDots(state, dots, range, word) {
  const shown = [];
  const solid = [];
  const open = [];
  for (let dot = 0; dot < dots.size; dot++) {
    const step = dots.step[dot];
    if (step < range.from || step > range.to) continue;
    if (state.only !== null && word && word(dot) !== state.only) continue;
    const hard = isHard(dots, dot, state.ring);
    if (state.ringedOnly && !hard) continue;
    shown.push(dot);
    if (hard) (dots.proved(dot) ? solid : open).push(dot);
  }
  return { shown, solid, open };
}
