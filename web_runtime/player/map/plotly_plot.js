// The map drawn with Plotly, where WebGL2 is missing, behind the interface described in plot.js; and the traces
// that exported figures are made of.
import { drawnDots } from "./sample.js";
import { homeView } from "./viewport.js";

const LIBRARIES = new Map();

/** Load Plotly's own bundle once per page. */
export function loadPlotly(address) {
  if (!LIBRARIES.has(address)) {
    LIBRARIES.set(
      address,
      new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = address;
        script.onload = () => resolve(globalThis.Plotly);
        script.onerror = () => reject(new Error("Plotly's bundle could not be loaded from " + address));
        document.head.append(script);
      }),
    );
  }
  return LIBRARIES.get(address);
}

/** The kind of trace for many dots. Plotly's WebGL traces compile code as they go, which a page may forbid. */
export function traceKind() {
  return hasWebGL() && mayCompile() ? "scattergl" : "scatter";
}

function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

function mayCompile() {
  try {
    return Boolean(new Function());
  } catch {
    return false;
  }
}

const DOTS = 0;

export class PlotlyPlot {
  constructor(host, library, handlers) {
    host.replaceChildren();
    Object.assign(this, { host, library, handlers, name: "plotly", ready: null });
    this.kind = traceKind();
    this.bounds = this._home();
  }

  async draw(frame) {
    if (this.gone) return;
    this.shown = drawnDots(frame.list, frame.range);
    const traces = this._traces(frame);
    const layout = this._layout();
    const config = { displayModeBar: false, scrollZoom: true, doubleClick: false, responsive: false };
    if (this.ready) {
      await this.ready;
      await this.library.react(this.host, traces, layout, config);
    } else {
      this.ready = this.library.newPlot(this.host, traces, layout, config);
      await this.ready;
      copyStyles(this.host);
      this._listen();
    }
    this.handlers.onView();
  }

  /** Pixel place of a map coordinate inside the host. */
  project(x, y) {
    const { x: h, y: v } = this.bounds;
    const { clientWidth: width, clientHeight: height } = this.host;
    return [((x - h[0]) / (h[1] - h[0])) * width, ((v[1] - y) / (v[1] - v[0])) * height];
  }

  /** 1 when the whole map is in view, 2 when half of it is, … */
  zoomLevel() {
    const home = this._home();
    return (home.y[1] - home.y[0]) / (this.bounds.y[1] - this.bounds.y[0]);
  }

  zoom(factor) {
    const shrink = ([low, high]) => {
      const middle = (low + high) / 2;
      return [middle + (low - middle) / factor, middle + (high - middle) / factor];
    };
    return this._view({ x: shrink(this.bounds.x), y: shrink(this.bounds.y) });
  }

  /** Map coordinate of a pixel inside the host. */
  unproject(px, py) {
    const { x: h, y: v } = this.bounds;
    const { clientWidth: width, clientHeight: height } = this.host;
    return [h[0] + (px / width) * (h[1] - h[0]), v[1] - (py / height) * (v[1] - v[0])];
  }

  centre() {
    return [(this.bounds.x[0] + this.bounds.x[1]) / 2, (this.bounds.y[0] + this.bounds.y[1]) / 2];
  }

  lookAt(x, y, zoom) {
    const home = this._home();
    const [wide, tall] = [home.x[1] / zoom, home.y[1] / zoom];
    return this._view({ x: [x - wide, x + wide], y: [y - tall, y + tall] });
  }

  home() {
    return this._view(this._home());
  }

  resize() {
    if (!this.ready || this.gone) return;
    const zoomed = this.zoomLevel();
    const middle = (range) => (range[0] + range[1]) / 2;
    const centre = [middle(this.bounds.x), middle(this.bounds.y)];
    const home = this._home();
    const around = (at, range) => [at - (range[1] - range[0]) / 2 / zoomed, at + (range[1] - range[0]) / 2 / zoomed];
    this.bounds = { x: around(centre[0], home.x), y: around(centre[1], home.y) };
    const size = { width: this.host.clientWidth, height: this.host.clientHeight };
    this.library.relayout(this.host, { ...size, ...ranges(this.bounds) }).then(() => this.handlers.onView());
  }

  destroy() {
    if (this.ready) this.library.purge(this.host);
    this.gone = true;
  }

  _home() {
    return homeView(this.host.clientWidth, this.host.clientHeight);
  }

  async _view(bounds) {
    this.bounds = bounds;
    if (this.gone || !this.ready) return;
    await this.ready;
    await this.library.relayout(this.host, ranges(bounds));
    this.handlers.onView();
  }

  _traces(frame) {
    const { dots } = frame;
    const base = { type: this.kind, mode: "markers", hoverinfo: "none", showlegend: false };
    const ring = (ids, symbol, grow) => {
      const marker = { symbol, size: frame.size + grow, color: frame.ink, line: { width: 2, color: frame.ink } };
      return { ...base, ...places(dots, ids), hoverinfo: "skip", marker };
    };
    const line = { width: 0.5, color: frame.paper };
    const hard = this.shown.filter((dot) => dots.solve[dot] <= frame.ring.solve && dots.plays[dot] >= frame.ring.plays);
    const selected = frame.selected < 0 ? [] : [frame.selected];
    const fade = frame.focus ? Array.from(this.shown, (dot) => (frame.focus[dot] ? 0.95 : 0.15)) : 0.92;
    const colours = Array.from(this.shown, (dot) => frame.colour.css[frame.colour.codeOf(dot)]);
    return [
      { ...base, ...places(dots, this.shown), marker: { size: frame.size, color: colours, line, opacity: fade } },
      ring(hard.filter((dot) => dots.proved(dot)), "circle-open", 5),
      ring(hard.filter((dot) => !dots.proved(dot)), "diamond-open", 7),
      { ...ring(selected, "circle-open", 13), marker: selectedMarker(frame) },
    ];
  }

  _layout() {
    const axis = { visible: false, fixedrange: false, zeroline: false, showgrid: false };
    return {
      width: this.host.clientWidth,
      height: this.host.clientHeight,
      margin: { l: 0, r: 0, t: 0, b: 0 },
      xaxis: { ...axis, range: [...this.bounds.x] },
      yaxis: { ...axis, range: [...this.bounds.y] },
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      dragmode: "pan",
      hovermode: "closest",
      hoverdistance: 14,
    };
  }

  _listen() {
    const { host, handlers } = this;
    const moved = (change) => {
      const read = (axis, old) => {
        if (change[axis + ".range"]) return change[axis + ".range"].map(Number);
        if (change[axis + ".range[0]"] === undefined) return old;
        return [Number(change[axis + ".range[0]"]), Number(change[axis + ".range[1]"])];
      };
      this.bounds = { x: read("xaxis", this.bounds.x), y: read("yaxis", this.bounds.y) };
      handlers.onView();
    };
    host.on("plotly_relayouting", moved);
    host.on("plotly_relayout", moved);
    host.on("plotly_hover", ({ points, event }) => {
      const point = points.find((p) => p.curveNumber === DOTS);
      if (point) handlers.onHover(this.shown[point.pointNumber], event.clientX, event.clientY);
    });
    host.on("plotly_unhover", () => handlers.onHover(-1, 0, 0));
    host.on("plotly_click", ({ points }) => {
      const point = points.find((p) => p.curveNumber === DOTS);
      if (point) handlers.onPick(this.shown[point.pointNumber]);
    });
  }
}

/** Coordinates of dots as Plotly takes them. */
export function places(dots, ids) {
  const at = Array.from(ids, (dot) => dots.at(dot));
  return { x: Float32Array.from(at, ([x]) => x), y: Float32Array.from(at, ([, y]) => y) };
}

function ranges({ x, y }) {
  return { "xaxis.range": [...x], "yaxis.range": [...y] };
}

function selectedMarker(frame) {
  return { symbol: "circle-open", size: frame.size + 13, color: frame.accent, line: { width: 3, color: frame.accent } };
}

/** Inside a shadow root Plotly's own style rules do not apply; copy them there. */
function copyStyles(host) {
  const scope = host.getRootNode();
  if (!(scope instanceof ShadowRoot) || scope.querySelector("style[data-plotly]")) return;
  const rules = [...document.querySelectorAll('style[id^="plotly.js-style"]')].flatMap((style) => [
    ...(style.sheet?.cssRules ?? []),
  ]);
  const copy = document.createElement("style");
  copy.dataset.plotly = "";
  copy.textContent = rules.map((rule) => rule.cssText).join("\n");
  scope.append(copy);
}
