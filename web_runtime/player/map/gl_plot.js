// The map drawn by our own point layer, behind the interface described in plot.js.
import { el, fill } from "../dom.js";
import { GLLayer } from "./gl_layer.js";
import { DotGrid } from "./pick.js";
import { Viewport } from "./viewport.js";

const REACH_PX = 14;
const REACH_TOUCH_PX = 24;
const MOST_PIXELS_PER_PIXEL = 3;
const PATIENCE_MS = 4000; // for a lost context to come back

export class GLPlot {
  /** Raises an Error when WebGL2 is missing. */
  constructor(host, handlers) {
    Object.assign(this, { host, handlers, name: "webgl2", frame: null, gone: false });
    this.canvas = el("canvas", { class: "points" });
    this.mark = el("div", { class: "selected-ring", hidden: true });
    fill(host, this.canvas, this.mark);
    this.layer = new GLLayer(this.canvas);
    this.view = new Viewport(host, {
      onMove: () => this._moved(),
      onHover: (px, py) => this._hover(px, py),
      onClick: (px, py, touch) => this._click(px, py, touch),
    });
    this.resize();
    this._watchContext();
  }

  get bounds() {
    return this.view.bounds;
  }

  draw(frame) {
    if (this.gone) return;
    if (frame.dots !== this.frame?.dots) this.grid = null;
    this.frame = frame;
    this._paint();
  }

  project(x, y) {
    return this.view.project(x, y);
  }

  unproject(px, py) {
    return this.view.unproject(px, py);
  }

  zoomLevel() {
    return this.view.zoomLevel();
  }

  centre() {
    return this.view.centre();
  }

  zoom(factor) {
    this.view.zoomAt(factor, this.view.width / 2, this.view.height / 2);
  }

  lookAt(x, y, zoom) {
    this.view.lookAt(x, y, zoom);
    this._moved();
  }

  home() {
    this.lookAt(0, 0, 1);
  }

  resize() {
    const scale = Math.min(globalThis.devicePixelRatio || 1, MOST_PIXELS_PER_PIXEL);
    this.view.fit();
    this.canvas.width = Math.round(this.view.width * scale);
    this.canvas.height = Math.round(this.view.height * scale);
    if (this.frame) this._moved(true);
  }

  destroy() {
    this.gone = true;
    this.view.destroy();
    this.layer.destroy();
  }

  /** Draw now when `now`, else with the next frame: several moves between two frames cost one drawing. */
  _moved(now = false) {
    if (!this.frame) return;
    const paint = () => {
      this.waiting = null;
      if (this.gone) return;
      this._paint();
      this.handlers.onView();
    };
    if (now) paint();
    else this.waiting ??= requestAnimationFrame(paint);
  }

  _paint() {
    this.layer.draw(this.frame, this.bounds);
    const { selected, dots } = this.frame;
    this.mark.hidden = selected < 0;
    if (selected < 0) return;
    const [px, py] = this.project(...dots.at(selected));
    this.mark.style.transform = `translate(${px}px, ${py}px)`;
  }

  _hover(px, py) {
    if (px === null || !this.frame) return this.handlers.onHover(-1, 0, 0);
    const dot = this.pick(px, py, REACH_PX);
    if (dot < 0 && this.hovered < 0) return undefined;
    this.hovered = dot;
    const [x, y] = dot < 0 ? [0, 0] : this.project(...this.frame.dots.at(dot));
    const box = this.host.getBoundingClientRect();
    return this.handlers.onHover(dot, box.left + x, box.top + y);
  }

  _click(px, py, touch) {
    const dot = this.pick(px, py, touch ? REACH_TOUCH_PX : REACH_PX);
    if (dot >= 0) this.handlers.onPick(dot);
  }

  /** The drawn dot nearest to a place in the host, within `reach` pixels, or -1. */
  pick(px, py, reach) {
    if (!this.frame) return -1;
    const { dots, list, range } = this.frame;
    this.grid ??= new DotGrid(dots);
    const { x, y } = this.bounds;
    const [rx, ry] = [((x[1] - x[0]) / this.view.width) * reach, ((y[1] - y[0]) / this.view.height) * reach];
    const drawn = (dot) => list.mask[dot] && dots.step[dot] >= range.from && dots.step[dot] <= range.to;
    return this.grid.nearest(...this.unproject(px, py), rx, ry, drawn);
  }

  _watchContext() {
    this.canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      if (this.gone) return;
      this.host.dataset.context = "lost";
      this.patience = setTimeout(() => !this.gone && this.handlers.onLost(), PATIENCE_MS);
    });
    this.canvas.addEventListener("webglcontextrestored", () => {
      clearTimeout(this.patience);
      delete this.host.dataset.context;
      this.layer.setUp();
      if (this.frame) this._paint();
    });
  }
}
