// The training-step slider with its play button, modes, and a bar per step showing how much was written.
import { el, fill } from "../dom.js";
import { currentStep } from "./filter.js";

const FRAME_MS = 160;
const FRAMES = 150; // a run plays in about 24 s: longer ones skip steps
const MODE_NAMES = { cumulative: "Up to", window: "Window", single: "Single" };

/** `onChange({step?, mode?, window?}, options?)` is called for every tick. */
export class Timeline {
  constructor(node, onChange) {
    this.node = node;
    this.onChange = onChange;
    this.timer = null;
    this.bars = el("canvas", { class: "bars", "aria-hidden": "true" });
    this.range = el("input", { type: "range", min: 0, step: 1, "aria-label": "Training step" });
    this.range.addEventListener("input", () => this._go(Number(this.range.value)));
    this.button = el("button", { type: "button", class: "round", "aria-label": "Play training" }, "▶");
    this.button.addEventListener("click", () => this.toggle());
    this.said = el("output", { class: "said" });
    this.modes = el("div", { class: "modes", role: "group", "aria-label": "Steps shown" });
    this.width = el("input", { type: "number", min: 1, max: 65535, class: "few", "aria-label": "Steps in the window" });
    this.width.addEventListener("change", () => {
      const window = Math.round(Number(this.width.value));
      if (window >= 1 && window <= 65535) this.onChange({ window }, { history: "push" });
      else this.width.value = this.state.window;
    });
    this.widthNode = el("label", { class: "window" }, this.width, "steps");
    fill(node, this.button, el("div", { class: "track" }, this.bars, this.range), this.said, this.modes, this.widthNode);
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) return this.stop();
    const atEnd = currentStep(this.state, this.dots) >= this.dots.lastStep;
    this._go(atEnd ? 0 : currentStep(this.state, this.dots));
    this.timer = setInterval(() => {
      const step = currentStep(this.state, this.dots);
      if (step >= this.dots.lastStep) this.stop();
      else this._go(step + Math.ceil(this.dots.lastStep / FRAMES));
    }, FRAME_MS);
    this._drawButton();
  }

  stop() {
    if (!this.playing) return;
    clearInterval(this.timer);
    this.timer = null;
    this._drawButton();
    this.onChange({});
  }

  /** One step on (1) or back (-1). */
  move(by) {
    this.stop();
    this._go(currentStep(this.state, this.dots) + by);
  }

  /** `counts` are dots per step, `range` what {@link stepRange} says. */
  update(state, dots, counts, range) {
    Object.assign(this, { state, dots, counts });
    const step = currentStep(state, dots);
    this.range.max = dots.lastStep;
    this.range.value = step;
    this.range.setAttribute("aria-valuetext", `step ${step} of ${dots.lastStep}`);
    this.said.textContent = describe(state, range, step, dots.lastStep);
    this.widthNode.hidden = state.mode !== "window";
    this.width.value = state.window;
    this._drawModes(state);
    this._drawBars(range);
  }

  _go(step) {
    const last = this.dots.lastStep;
    const to = Math.min(Math.max(step, 0), last);
    this.onChange({ step: to === last && !this.playing ? null : to });
  }

  _drawButton() {
    this.button.textContent = this.playing ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", this.playing ? "Pause" : "Play training");
  }

  _drawModes(state) {
    if (this.modes.dataset.mode === state.mode) return;
    this.modes.dataset.mode = state.mode;
    const buttons = Object.entries(MODE_NAMES).map(([mode, name]) => {
      const button = el("button", { type: "button", class: "segment", "aria-pressed": String(mode === state.mode) }, name);
      button.addEventListener("click", () => this.onChange({ mode }, { history: "push" }));
      return button;
    });
    fill(this.modes, ...buttons);
  }

  /** One bar per pixel column at most; a column of several steps stands as tall as its tallest. */
  _drawBars({ from, to }) {
    const canvas = this.bars;
    const scale = devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * scale);
    const height = Math.round(canvas.clientHeight * scale);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const style = getComputedStyle(canvas);
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, width, height);
    const top = this.counts.reduce((a, b) => Math.max(a, b), 1);
    const each = width / this.counts.length;
    const stride = Math.max(1, Math.floor(1 / Math.max(each, 1e-6)));
    for (let step = 0; step < this.counts.length; step += stride) {
      const tall = (this.counts.subarray(step, step + stride).reduce((a, b) => Math.max(a, b), 0) / top) * height;
      context.fillStyle = step >= from && step <= to ? style.color : style.borderColor;
      context.fillRect(step * each, height - tall, Math.max(each * stride - scale, scale), tall);
    }
  }
}

function describe(state, { from, to, stale }, step, last) {
  if (stale !== null) return `Nothing kept at step ${stale}; showing step ${to}`;
  if (state.mode === "cumulative") return `Steps 0–${step} of ${last}`;
  if (state.mode === "window") return `Steps ${from}–${to} of ${last}`;
  return `Step ${to} of ${last}`;
}

