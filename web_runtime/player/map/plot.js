// Draws dots with Plotly's scattergl. The rest of the map knows only this interface:
//   createPlot(host, library, {onHover(index|-1, x, y), onPick(index), onView()}) ->
//     {draw(frame), project(x, y) -> [px, py], zoomLevel(), zoom(factor), home(), resize(), destroy()}
// frame: {x, y, colours, rings: {solid, open} [[x...],[y...]], selected: [x,y]|null, ink, size}

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

export function hasWebGL() {
  const context = document.createElement("canvas").getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

const MARGIN = 1.1; // the map spans [-1, 1]; a little air around it
const STRETCH = 2.1; // the plane's axes mean nothing, so it may fill a wide or tall view up to this ratio
const DOTS = 0;

export function createPlot(host, library, { onHover, onPick, onView }) {
  return new Plot(host, library, { onHover, onPick, onView });
}

class Plot {
  constructor(host, library, handlers) {
    Object.assign(this, { host, library, handlers, ready: null, bounds: null });
    this.kind = hasWebGL() ? "scattergl" : "scatter";
  }

  async draw(frame) {
    if (this.gone) return;
    this.bounds ??= this._home();
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

  /** Keep the zoom, bring (x, y) to the middle if it is outside the inner part of a zoomed view. */
  reveal(x, y) {
    if (this.zoomLevel() < 1.1) return null;
    const [px, py] = this.project(x, y);
    const { clientWidth: width, clientHeight: height } = this.host;
    if (px > width * 0.08 && px < width * 0.92 && py > height * 0.08 && py < height * 0.92) return null;
    const { x: h, y: v } = this.bounds;
    const move = (range, at) => range.map((value) => value + at - (range[0] + range[1]) / 2);
    return this._view({ x: move(h, x), y: move(v, y) });
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
    const { clientWidth: width, clientHeight: height } = this.host;
    const ratio = width / Math.max(height, 1) || 1;
    const wide = MARGIN * Math.max(1, ratio / STRETCH);
    const tall = MARGIN * Math.max(1, 1 / ratio / STRETCH);
    return { x: [-wide, wide], y: [-tall, tall] };
  }

  async _view(bounds) {
    if (this.gone) return;
    this.bounds = bounds;
    await this.library.relayout(this.host, ranges(bounds));
    this.handlers.onView();
  }

  _traces(frame) {
    const base = { type: this.kind, mode: "markers", hoverinfo: "none", showlegend: false };
    const ring = ([x, y], symbol, grow) => {
      const marker = { symbol, size: frame.size + grow, color: frame.ink, line: { width: 2, color: frame.ink } };
      return { ...base, x, y, hoverinfo: "skip", marker };
    };
    const line = { width: 0.5, color: frame.paper };
    const dots = { ...base, x: frame.x, y: frame.y, marker: { size: frame.size, color: frame.colours, line, opacity: 0.92 } };
    const selected = frame.selected ? [[frame.selected[0]], [frame.selected[1]]] : [[], []];
    return [
      dots,
      ring(frame.rings.solid, "circle-open", 5),
      ring(frame.rings.open, "diamond-open", 7),
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
      if (point) handlers.onHover(point.pointNumber, event.clientX, event.clientY);
    });
    host.on("plotly_unhover", () => handlers.onHover(-1, 0, 0));
    host.on("plotly_click", ({ points }) => {
      const point = points.find((p) => p.curveNumber === DOTS);
      if (point) handlers.onPick(point.pointNumber);
    });
  }
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
