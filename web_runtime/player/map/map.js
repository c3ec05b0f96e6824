// The map of environments: mount(root, options) -> {refresh(), destroy()}.
//
// options.base      address of the run data ("/data/"); everything below it is relative
// options.plotly    address of Plotly's bundle
// options.playPage  address of the play page; env, run and seed are added as query parameters
// options.onEvent   called with {kind: "play", run, env, seed} when Play is chosen; return true when handled,
//                   otherwise the link is followed
import { el, fill, useStyles } from "../dom.js";
import { colouring, wordOf } from "./colours.js";
import { Controls, drawLegend } from "./controls.js";
import { Catalogue, Dots } from "./data.js";
import { countPerStep, stepRange, visibleDots } from "./filter.js";
import { TopicLabels } from "./labels.js";
import { Panel } from "./panel.js";
import { createPlot, loadPlotly } from "./plot.js";
import { fromAddress, toAddress } from "./state.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";
import { Tooltip } from "./tooltip.js";

const NARROW = 760;

export function mount(root, options) {
  const map = new EnvironmentMap(root, { base: "/data/", plotly: "/lib/plotly.min.js", playPage: "/play", ...options });
  map.start();
  return { refresh: () => map.draw(), destroy: () => map.destroy() };
}

class EnvironmentMap {
  constructor(root, options) {
    this.root = root;
    this.options = options;
    this.ending = new AbortController();
    this.plot = null;
    root.classList.add("explorer-map");
    useStyles(root, new URL("map.css", import.meta.url).href);
  }

  async start() {
    fill(this.root, el("p", { class: "quiet waiting" }, "Loading the map…"));
    try {
      const library = loadPlotly(this.options.plotly);
      library.catch(() => {});
      this.catalogue = await Catalogue.open(this.options.base);
      if (!this.catalogue.runs.length) return void fill(this.root, el("p", { class: "quiet" }, "No run with a map yet."));
      this.state = fromAddress(location.search, this.catalogue);
      await this._loadRuns();
      this.library = await library;
      if (this.ending.signal.aborted) return;
      this._build();
      this._listen();
      await this.draw();
      await this._showEnvironment();
      this.root.dataset.ready = "true";
    } catch (error) {
      fill(this.root, el("p", { class: "problem", role: "alert" }, "The map could not be loaded: " + error.message));
    }
  }

  destroy() {
    this.ending.abort();
    this.timeline?.stop();
    this.watcher?.disconnect();
    this.plot?.destroy();
  }

  /** Change a part of the state, remember it in the address, and draw what follows from it. */
  async change(change, { history = "replace" } = {}) {
    Object.assign(this.state, change);
    this._writeAddress(history);
    if (change.runs) await this._loadRuns();
    await this.draw();
  }

  /** Draw everything from the state. Cheap enough to call for every slider tick. */
  async draw() {
    if (!this.plot) return;
    const { state, dots } = this;
    const style = getComputedStyle(this.root);
    const dark = isDark(style);
    this.root.style.colorScheme = dark ? "dark" : "light";
    const colour = colouring(state.colour, dots, this.catalogue, dark);
    const word = colour.word ?? wordOf("topic", dots, this.catalogue);
    this.range = stepRange(state, dots, this.counts);
    this.view = visibleDots(state, dots, this.range, word);
    const { shown, solid, open } = this.view;
    const at = (list, axis) => Float32Array.from(list, (dot) => dots[axis][dot]);
    this.controls.update(state);
    this.timeline.update(state, dots, this.counts);
    drawLegend(this.legend, colour.legend, state, { solid: solid.length, open: open.length }, (part) => this.change(part));
    this._describe();
    if (!this.timeline.playing) this.table.update(dots, this.view, this.selected);
    await this.plot.draw({
      x: at(shown, "x"),
      y: at(shown, "y"),
      colours: shown.map(colour.of),
      rings: { solid: [at(solid, "x"), at(solid, "y")], open: [at(open, "x"), at(open, "y")] },
      selected: this.selected >= 0 ? [dots.x[this.selected], dots.y[this.selected]] : null,
      size: dotSize(shown.length, this.root.clientWidth),
      ink: style.color,
      paper: style.getPropertyValue("--paper").trim() || (dark ? "#111" : "#fff"),
      accent: style.getPropertyValue("--accent").trim() || style.color,
    });
  }

  async _loadRuns() {
    const runs = await Promise.all(this.state.runs.map((id) => this.catalogue.load(id)));
    this.dots = new Dots(runs);
    this.counts = countPerStep(this.dots);
    this.selected = this.state.env ? await this.dots.find(this.state.envRun, this.state.env) : -1;
    runs.forEach((run) => run.rows && run.fetchText(0).catch(() => {}));
    this.labels?.clear();
  }

  _build() {
    const part = (name, attributes = {}) => el("div", { class: name, ...attributes });
    this.heading = el("p", { class: "count", "aria-live": "polite" });
    const controls = part("controls");
    const canvas = part("canvas", { role: "img", "aria-label": "Map of environments; the table below lists the same" });
    const layer = part("labels", { "aria-hidden": "true" });
    this.plotHost = canvas;
    this.legend = part("legend");
    const panel = el("aside", { class: "panel", "aria-label": "Environment", hidden: true });
    const timeline = part("timeline");
    const table = el("section", { class: "table" });
    this.stage = part("stage");
    const map = part("map");
    map.append(canvas, layer, this._zoomButtons());
    this.stage.append(el("div", { class: "left" }, map, this.legend, timeline), panel);
    const head = el("header", { class: "head" }, el("div", {}, el("h1", {}, "Environment map"), this.heading), controls);
    fill(this.root, head, this.stage, table);
    this.tooltip = new Tooltip(map, this.catalogue);
    this.controls = new Controls(controls, this.catalogue, (part) => this.change(part));
    this.timeline = new Timeline(timeline, (part) => this.change(part));
    this.labels = new TopicLabels(layer);
    this.table = new Table(table, this.catalogue, (dot) => this.open(dot));
    this.panel = new Panel(panel, {
      onClose: () => this.close(),
      onOpen: (envId) => this.openById(envId),
      onPlay: (target, event) => this._play(target, event),
      playLink: (target) => this._playLink(target),
    });
    this.plot = createPlot(canvas, this.library, {
      onHover: (index, x, y) => this.tooltip.show(this.dots, index < 0 ? -1 : this.view.shown[index], x, y),
      onPick: (index) => this.open(this.view.shown[index]),
      onView: () => this._drawLabels(),
    });
  }

  _zoomButtons() {
    const button = (name, text, act) => {
      const node = el("button", { type: "button", "aria-label": name, title: name }, text);
      node.addEventListener("click", act);
      return node;
    };
    return el(
      "div",
      { class: "zoom" },
      button("Zoom in", "+", () => this.plot.zoom(1.6)),
      button("Zoom out", "−", () => this.plot.zoom(1 / 1.6)),
      button("Show everything", "⌂", () => this.plot.home()),
    );
  }

  _listen() {
    const { signal } = this.ending;
    this.watcher = new ResizeObserver(() => {
      this.root.classList.toggle("narrow", this.root.clientWidth < NARROW);
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => this.plot.resize());
    });
    this.watcher.observe(this.plotHost);
    this.root.classList.toggle("narrow", this.root.clientWidth < NARROW);
    addEventListener("popstate", () => this._readAddress(), { signal });
    // In the capture phase, because Streamlit has single-letter shortcuts of its own.
    addEventListener("keydown", (event) => this._key(event), { signal, capture: true });
  }

  _drawLabels() {
    if (!this.plot?.bounds) return;
    const seen = new Set();
    const present = new Set(this.view.shown.flatMap((dot) => topicKeys(this.dots, dot)));
    const topics = this.dots.runs.flatMap((run) => run.topics).filter((topic) => {
      const key = topic.level + topic.label;
      return present.has(key) && !seen.has(key) && seen.add(key);
    });
    this.labels.update(topics, this.plot, this.plotHost.clientWidth, this.plotHost.clientHeight);
  }

  _describe() {
    const { shown, solid, open } = this.view;
    const ringed = solid.length + open.length;
    const of = shown.length === this.dots.size ? "" : ` of ${this.dots.size.toLocaleString()}`;
    const layouts = new Set(this.dots.runs.map((run) => run.entry.projection));
    const apart = layouts.size > 1 ? " These runs were laid out separately, so places cannot be compared between them." : "";
    this.heading.textContent = `${shown.length.toLocaleString()}${of} environments, ${ringed} ringed as almost never solved.${apart}`;
  }

  /** Open the panel of a dot. */
  open(dot) {
    const { row, id } = { row: this.dots.row[dot], id: this.dots.of(dot).id };
    return this.dots.of(dot).text(row).then((text) => this._select(dot, text.env_id, id));
  }

  /** Open an environment by id, loading its run if it is not on the map. */
  async openById(envId) {
    const run = this.catalogue.runOf(envId) ?? this.state.envRun;
    if (run && !this.state.runs.includes(run)) await this.change({ runs: [...this.state.runs, run] });
    await this._select(await this.dots.find(run, envId), envId, run);
  }

  async close() {
    this.selected = -1;
    this.panel.hide();
    await this.change({ env: null, envRun: null }, { history: "push" });
  }

  async _select(dot, env, envRun) {
    this.selected = dot;
    const step = dot >= 0 && this.dots.step[dot] > this.range.to ? { step: this.dots.step[dot] } : {};
    await this.change({ env, envRun, ...step }, { history: "push" });
    await this._showEnvironment();
  }

  async _showEnvironment() {
    const { env, envRun } = this.state;
    if (!env) return this.panel.hide();
    const title = this.selected >= 0 ? this.dots.peek(this.selected)?.title : null;
    this.table.select(this.selected);
    const shown = this.panel.show(envRun, env, title, this.catalogue.environment(envRun, env));
    if (this.selected >= 0) this.plot.reveal(this.dots.x[this.selected], this.dots.y[this.selected]);
    await shown;
  }

  _playLink({ run, env, seed }) {
    return `${this.options.playPage}?${new URLSearchParams({ env, run, seed })}`;
  }

  _play(target, event) {
    if (event?.ctrlKey || event?.metaKey || event?.shiftKey) return;
    if (this.options.onEvent?.({ kind: "play", ...target })) event?.preventDefault();
    else if (!event) location.assign(this._playLink(target));
  }

  _writeAddress(history) {
    const query = toAddress(this.state, this.catalogue, location.search);
    const address = location.pathname + (query ? "?" + query : "");
    if (address === location.pathname + location.search) return;
    globalThis.history[history + "State"](globalThis.history.state, "", address);
  }

  async _readAddress() {
    this.timeline.stop();
    this.state = fromAddress(location.search, this.catalogue);
    await this._loadRuns();
    await this.draw();
    await this._showEnvironment();
  }

  _key(event) {
    const target = event.composedPath()[0];
    if (event.ctrlKey || event.metaKey || event.altKey || /^(input|select|textarea)$/i.test(target.tagName)) return;
    if (/^Arrow/.test(event.key) && target.closest?.(".panel, .table")) return;
    const act = {
      ArrowLeft: () => this.timeline.move(-1),
      ArrowRight: () => this.timeline.move(1),
      " ": () => (/^(button|a|summary)$/i.test(target.tagName) ? false : this.timeline.toggle()),
      Escape: () => (this.timeline.playing ? this.timeline.stop() : this.state.env ? this.close() : false),
      j: () => this._step(1),
      k: () => this._step(-1),
      r: () => this.state.env && this.panel.select("code"),
      p: () => this.state.env && this.panel.play(),
    }[event.key];
    if (!act || act() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  _step(by) {
    const dot = this.table.neighbour(by);
    if (dot !== undefined && dot !== this.selected) this.open(dot);
  }
}

/** The coarse and the fine topic of a dot, written as level and label. */
function topicKeys(dots, dot) {
  const run = dots.of(dot);
  return ["0" + run.coarseLabel.get(dots.topic[dot]), "1" + run.fineLabel.get(dots.topic[dot])];
}

/** Whether the page's text is light, that is, the theme dark. */
function isDark(style) {
  const [red, green, blue] = style.color.match(/[\d.]+/g).map(Number);
  return red * 0.3 + green * 0.6 + blue * 0.1 > 128;
}

function dotSize(count, width) {
  const base = count > 20000 ? 3 : count > 4000 ? 5 : count > 800 ? 7 : 9;
  return width < NARROW ? base - 3 : base;
}
