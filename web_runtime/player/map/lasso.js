// Draw around dots to choose them. The outline lies over either renderer, in map units, so it stays put on zooming.
import { el, fill } from "../dom.js";
import { simplified } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const SCALE = 32767;

/** A byte per dot: 1 inside the outline (corners [[x, y], …] in map units, even-odd rule). */
export function inside(dots, corners) {
  const mask = new Uint8Array(dots.size);
  const xs = corners.map(([x]) => x * SCALE);
  const ys = corners.map(([, y]) => y * SCALE);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (let dot = 0; dot < dots.size; dot++) {
    const [x, y] = [dots.x[dot], dots.y[dot]];
    if (x < left || x > right || y < bottom || y > top) continue;
    let within = false;
    for (let i = 0, j = xs.length - 1; i < xs.length; j = i++) {
      if (ys[i] > y !== ys[j] > y && x < ((xs[j] - xs[i]) * (y - ys[i])) / (ys[j] - ys[i]) + xs[i]) within = !within;
    }
    if (within) mask[dot] = 1;
  }
  return mask;
}

export class Lasso {
  /** `onDone(corners)` when an outline was closed; `button` shows whether drawing is on. */
  constructor(layer, button, onDone) {
    Object.assign(this, { layer, button, onDone, corners: null, drawing: null });
    this.path = document.createElementNS(SVG, "path");
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.append(this.path);
    fill(layer, this.svg);
    button.addEventListener("click", () => this.arm(!this.armed));
    layer.addEventListener("pointerdown", (event) => this._start(event));
    layer.addEventListener("pointermove", (event) => this._extend(event));
    layer.addEventListener("pointerup", () => this._close());
    layer.addEventListener("pointercancel", () => this._cancel());
  }

  get armed() {
    return this.layer.classList.contains("armed");
  }

  /** Make the next drag an outline (true) or a pan again (false). */
  arm(on) {
    this.layer.classList.toggle("armed", on);
    this.button.setAttribute("aria-pressed", String(on));
    if (!on) this._cancel();
  }

  /** Show `corners` (map units, or null) as `plot` sees them. */
  draw(plot, corners) {
    Object.assign(this, { plot, corners });
    if (this.drawing) return;
    this._path(corners?.map(([x, y]) => plot.project(x, y)) ?? []);
  }

  _place(event) {
    const box = this.layer.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  _start(event) {
    if (!this.armed || event.button) return;
    this.layer.setPointerCapture(event.pointerId);
    this.drawing = [this._place(event)];
  }

  _extend(event) {
    if (!this.drawing) return;
    this.drawing.push(this._place(event));
    this._path(this.drawing);
  }

  _close() {
    const outline = this.drawing;
    this.drawing = null;
    if (!outline) return;
    this.arm(false);
    if (outline.length < 3) return;
    this.onDone(simplified(outline).map(([px, py]) => this.plot.unproject(px, py).map((at) => Number(at.toFixed(3)))));
  }

  _cancel() {
    this.drawing = null;
    if (this.plot) this.draw(this.plot, this.corners);
  }

  _path(places) {
    const line = places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    this.path.setAttribute("d", places.length ? `M${line}Z` : "");
  }
}

/** The button that arms the lasso. */
export function lassoButton() {
  return el("button", { type: "button", "aria-label": "Lasso", title: "Draw around dots to choose them (l)", "aria-pressed": "false" }, "◌");
}
