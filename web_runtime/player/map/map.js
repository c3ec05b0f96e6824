// The map of environments: mount(root, options) -> {refresh(), destroy(), places()}.
//
// options.base      address of the run data ("/data/"); everything below it is relative
// options.plotly    address of Plotly's bundle, loaded for exported figures and where WebGL2 is missing
// options.playPage  address of the play page; env, run and seed are added as query parameters
// options.onEvent   called with {kind: "play", run, env, seed} when Play is chosen; return true when handled,
//                   otherwise the link is followed
// `?renderer=plotly` in the page's address draws with Plotly. The handle is also `root.environmentMap`; its
// places() lists the drawn dots as [x, y, dot] in page pixels.
import { el, fill, useStyles } from "../dom.js";
import { Address } from "./address.js";
import { Controls } from "./controls.js";
import { Catalogue, Dots } from "./data.js";
import { downloadButtons } from "./downloads.js";
import { FacetPanel } from "./facet_panel.js";
import { savePage, savePicture } from "./figure.js";
import { facets } from "./filter.js";
import { Focus } from "./focus.js";
import { Help, listenToKeys } from "./keys.js";
import { TopicLabels } from "./labels.js";
import { Lasso, lassoButton } from "./lasso.js";
import { buildLayout } from "./layout.js";
import { Legend } from "./legend.js";
import { NOWHERE, Panel } from "./panel.js";
import { missing } from "./oddities.js";
import { createPlot } from "./plot.js";
import { drawnDots } from "./sample.js";
import { Scene } from "./scene.js";
import { SearchBox } from "./search.js";
import { shortcuts } from "./shortcuts.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";
import { Tooltip } from "./tooltip.js";
import { dotSize, headline, themeOf } from "./words.js";

const NARROW = 760;
const SETTLE_MS = 140; // after the last tick or move: table, facet counts and the finer sample follow
const FOLLOW_MS = 15_000; // how often a running job is looked at again
const PUSH = { history: "push" };

export function mount(root, options) {
  const map = new EnvironmentMap(root, { base: "/data/", plotly: "/lib/plotly.min.js", playPage: "/play", ...options });
  map.start();
  root.environmentMap = { refresh: () => map.draw(), destroy: () => map.destroy(), places: () => map.places() };
  return root.environmentMap;
}

class EnvironmentMap {
  constructor(root, options) {
    Object.assign(this, { root, options, plot: null, selected: -1, ending: new AbortController() });
    root.classList.add("explorer-map");
    useStyles(root, new URL("map.css", import.meta.url).href);
  }

  async start() {
    fill(this.root, el("p", { class: "quiet waiting" }, "Loading the map…"));
    try {
      this.catalogue = await Catalogue.open(this.options.base);
      if (!this.catalogue.runs.length) return void fill(this.root, el("p", { class: "quiet" }, "No run with a map yet."));
      this.facets = facets(this.catalogue);
      this.address = new Address(this.catalogue);
      this.focus = new Focus(this.catalogue);
      this.scene = new Scene(this.catalogue, this.facets);
      this.state = this.address.read();
      await this._loadRuns();
      if (this.ending.signal.aborted) return;
      this._build();
      this._readOddities();
      await this._createPlot(new URLSearchParams(location.search).get("renderer") === "plotly");
      this._listen();
      await this.draw();
      this._search();
      await this._showEnvironment();
      this.root.dataset.ready = "true";
    } catch (error) {
      fill(this.root, el("p", { class: "problem", role: "alert" }, "The map could not be loaded: " + error.message));
    }
  }

  destroy() {
    this.address?.flush();
    this.ending.abort();
    clearTimeout(this.settling);
    clearInterval(this.following);
    if (this.timeline) clearInterval(this.timeline.timer);
    this.watcher?.disconnect();
    this.plot?.destroy();
  }

  /** Change a part of the state, remember it in the address, and draw what follows from it. */
  async change(change, { history = "replace" } = {}) {
    Object.assign(this.state, change);
    this.address.write(this.state, history);
    this._notice(this.problem); // what the address said is gone
    if (change.runs) await this._loadRuns();
    if ("search" in change || change.runs) this._search();
    await this.draw();
  }

  /** Draw everything from the state. Cheap enough to call for every slider tick. */
  async draw() {
    if (!this.plot) return;
    const { state, dots, scene } = this;
    const theme = themeOf(this.root);
    this.root.style.colorScheme = theme.dark ? "dark" : "light";
    this.focus.update(dots, state.lasso);
    scene.settled = false;
    scene.update(state, dots, theme.dark, this.focus.mask);
    const size = dotSize(scene.drawn, this.root.clientWidth);
    const { list, range, colour, ring } = scene;
    this.frame = { dots, list, range, colour, ring, focus: scene.focus, selected: this.selected, size, ...theme };
    await this.plot.draw(this.frame);
    this.controls.update(state);
    this.timeline.update(state, dots, scene.stepCounts, range);
    this.legend.update(colour, state, scene.counts);
    this.search.update(state.search);
    this.filterPanel.update(state, null);
    this._describe();
    this._settleSoon();
  }

  /** Page places of the drawn dots: [x, y, dot]. */
  places() {
    const box = this.at.canvas.getBoundingClientRect();
    return Array.from(drawnDots(this.frame.list, this.frame.range), (dot) => {
      const [x, y] = this.plot.project(...this.dots.at(dot));
      return [box.left + x, box.top + y, dot];
    });
  }

  /** What may wait until nothing has moved for a moment. */
  _settleSoon() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this._settle(), this.frame.dots.size > 20_000 ? SETTLE_MS : 30);
  }

  async _settle() {
    if (this.ending.signal.aborted || !this.plot) return;
    const { scene } = this;
    const looked = scene.lookThrough(this.plot.bounds, this.plot.zoomLevel());
    scene.settled = true;
    scene.update(this.state, this.dots, this.frame.dark, this.focus.mask);
    if (looked || scene.list !== this.frame.list) {
      this.frame = { ...this.frame, list: scene.list };
      await this.plot.draw(this.frame);
      this._describe();
    }
    this._drawOver();
    if (this.timeline.playing) return;
    const heading = this.focus.heading(scene.shown.length);
    this.table.update(this.dots, { shown: scene.shown, isHard: (dot) => scene.filter.isHard(dot), ranked: this.focus.ranked, heading }, this.selected);
    if (this.filterPanel.open) this.filterPanel.update(this.state, scene.filter.facetCounts(scene.range));
  }

  async _loadRuns() {
    const { signal } = this.ending;
    const { runs, failed } = await this.catalogue.loadAll(this.state.runs);
    if (signal.aborted) return;
    this.problem = failed.join(" "); // the other runs still open
    if (this.at) this._notice(this.problem);
    if (!runs.length && !this.dots) throw new Error(this.problem);
    this.state.runs = (runs.length ? runs : this.dots.runs).map((run) => run.id);
    if (!runs.length) return;
    this.dots = new Dots(runs);
    this.selected = this.state.env ? await this.dots.find(this.state.envRun, this.state.env) : -1;
    this.labels?.use(runs.flatMap((run) => run.topics));
  }

  _build() {
    const change = (part, options) => this.change(part, options);
    const at = (this.at = buildLayout(this.root, lassoButton()));
    this.tooltip = new Tooltip(at.map, this.catalogue);
    this.controls = new Controls(at.chips, at.choices, this.catalogue, change);
    const served = !this.catalogue.files;
    this.search = new SearchBox(at.search, (search) => this.change({ search }, PUSH), served);
    this.filterPanel = new FacetPanel(at.facets, at.filters, this.facets, change);
    this.filterPanel.onOpen = () => this._settle();
    this.timeline = new Timeline(at.timeline, change);
    this.legend = new Legend(at.legend, change);
    this.labels = new TopicLabels(at.labels);
    this.labels.use(this.dots.runs.flatMap((run) => run.topics));
    this.lasso = new Lasso(at.lassoLayer, at.lasso, (lasso) => this.change({ lasso }, PUSH));
    const chosen = () => ({ dots: this.dots, ids: this.table.order, catalogue: this.catalogue });
    const downloads = downloadButtons(chosen, (words) => this._notice(words), served);
    this.table = new Table(at.table, this.catalogue, (dot) => this._openFrom(dot), downloads);
    this.panel = new Panel(at.panel, {
      onClose: () => this.close(),
      onOpen: (envId) => this.openById(envId),
      onPlay: (target, event) => this._play(target, event),
      playLink: (target) => this._playLink(target),
      linkTo: (envId) => this.address.ofEnvironment(envId, this.state.envRun),
      passage: (run, docId) => this.catalogue.passage(run, docId),
      onPlace: (place) => this.address.write(Object.assign(this.state, place), "replace"),
      onAlike: (envId) => this.alike(envId),
    });
    this.help = new Help(this.root);
    const words = () => ({ title: this.at.heading.textContent.replace(/\.$/, "") });
    const save = (how) => how(this.options.plotly, this.frame, this.plot.bounds, words()).catch((error) => this._notice(error.message));
    const acts = {
      zoomIn: () => this.plot.zoom(1.6), zoomOut: () => this.plot.zoom(1 / 1.6), home: () => this.plot.home(),
      picture: () => save(savePicture), page: () => save(savePage), help: () => this.help.toggle(),
      unlasso: () => this.change({ lasso: null }, PUSH), all: () => this.change({ all: !this.state.all }, PUSH),
    }; // prettier-ignore
    for (const [name, act] of Object.entries(acts)) at[name].addEventListener("click", act);
  }

  async _createPlot(plain) {
    const handlers = {
      onHover: (dot, x, y) => this.tooltip.show(this.dots, dot, x, y),
      onPick: (dot) => this.open(dot),
      onView: () => this._viewed(),
      onLost: async () => {
        this.plot.destroy();
        await this._createPlot(true);
        this._notice("The graphics context was lost for good; the map is now drawn with Plotly.");
        this.draw();
      },
    };
    this.plot = await createPlot(this.at.canvas, handlers, { plotly: this.options.plotly, plain });
    this.root.dataset.renderer = this.plot.name;
    if (this.state.view) this.plot.lookAt(...this.state.view);
  }

  _listen() {
    const { signal } = this.ending;
    const fit = () => {
      this.root.classList.toggle("narrow", this.root.clientWidth < NARROW);
      this.root.style.setProperty("--head", this.at.stage.offsetTop + "px"); // the stage fills what is left of the window
    };
    this.watcher = new ResizeObserver(() => {
      fit();
      cancelAnimationFrame(this.resizing);
      this.resizing = requestAnimationFrame(() => this.plot.resize());
    });
    this.watcher.observe(this.at.canvas);
    this.watcher.observe(this.at.search);
    fit();
    document.fonts.ready.then(() => this.frame && !signal.aborted && this._drawOver()); // names are as wide as their font makes them
    addEventListener("popstate", () => this._readAddress(), { signal });
    listenToKeys(shortcuts(this), signal);
    this.following = setInterval(() => this._follow(), FOLLOW_MS);
  }

  /** The view moved: labels and outline follow at once, the address and a sample of what is in view later. */
  _viewed() {
    if (!this.frame) return;
    const zoom = this.plot.zoomLevel();
    const view = Math.abs(zoom - 1) < 0.001 && this.plot.centre().every((at) => Math.abs(at) < 0.001) ? null : [...this.plot.centre(), zoom];
    this.state.view = view;
    this.address.write(this.state, "replace");
    this._drawOver();
    this._settleSoon();
  }

  _drawOver() {
    const { clientWidth, clientHeight } = this.at.canvas;
    this.labels.update(this.plot, clientWidth, clientHeight, this.scene.topics, this._blocked());
    this.lasso.draw(this.plot, this.state.lasso);
    this.at.unlasso.hidden = !this.state.lasso;
  }

  /** Boxes of the buttons over the map, in its pixels. */
  _blocked() {
    const { left, top } = this.at.canvas.getBoundingClientRect();
    const boxes = this.at.over.map((node) => node.getBoundingClientRect()).filter((box) => box.width);
    return boxes.map((box) => ({ left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }));
  }

  _describe() {
    const { sentence, offer } = headline(this.scene, this.dots, this.focus);
    if (this.at.heading.textContent !== sentence) this.at.heading.textContent = sentence;
    this.at.all.hidden = offer === null;
    this.at.all.textContent = offer ?? "";
  }

  /** Say what of the address could not be used, and what is shown instead. */
  _readOddities() {
    this._notice([this.problem, ...this.address.odd(), ...missing(this.state, this.dots, this.catalogue)].filter(Boolean).join(" "));
  }

  _notice(words) {
    this.at.notice.hidden = !words;
    this.at.notice.textContent = words;
  }

  async _search() {
    const { search } = this.state;
    if (search) this.search.say("Searching…");
    const said = await this.focus.find(search, this.dots);
    if (said === null || this.ending.signal.aborted) return;
    this.search.say(said.words, said.isProblem);
    await this.draw();
  }

  alike(envId) {
    return this.change({ search: { how: "alike", words: envId, where: "anywhere" } }, PUSH);
  }

  /** Open the panel of a dot. */
  async open(dot) {
    const text = await this.dots.text(dot);
    return this._select(dot, text.env_id, this.dots.of(dot).id);
  }

  /** Open an environment by id, loading its run if it is not on the map. */
  async openById(envId) {
    const run = this.catalogue.runOf(envId) ?? this.state.envRun;
    if (run && !this.state.runs.includes(run)) await this.change({ runs: [...this.state.runs, run] });
    await this._select(await this.dots.find(run, envId), envId, run);
  }

  async close() {
    const row = this.fromTable ? this.at.table.querySelector("[aria-current] button") : null;
    Object.assign(this, { selected: -1, fromTable: false });
    this.panel.hide();
    row?.focus();
    await this.change({ env: null, envRun: null, ...NOWHERE }, PUSH);
  }

  async _select(dot, env, envRun) {
    this.selected = dot;
    const step = dot >= 0 && this.dots.step[dot] > this.scene.range.to ? { step: this.dots.step[dot] } : {};
    await this.change({ env, envRun, ...NOWHERE, ...step }, PUSH);
    await this._showEnvironment();
  }

  async _showEnvironment() {
    const { env, envRun } = this.state;
    if (!env) return this.panel.hide();
    const title = this.selected >= 0 ? this.dots.peek(this.selected)?.title : null;
    if (this.table.order) this.table.select(this.selected);
    const { tab, play, turn } = this.state;
    const shown = this.panel.show(envRun, env, title, this.catalogue.environment(envRun, env), { tab, play, turn });
    if (this.selected >= 0) this._reveal(...this.dots.at(this.selected));
    await shown;
  }

  /** In a zoomed view, bring a dot from outside or the very edge to the middle. */
  _reveal(x, y) {
    if (this.plot.zoomLevel() < 1.1) return;
    const { clientWidth: width, clientHeight: height } = this.at.canvas;
    const [px, py] = this.plot.project(x, y);
    if (px < width * 0.08 || px > width * 0.92 || py < height * 0.08 || py > height * 0.92) this.plot.lookAt(x, y, this.plot.zoomLevel());
  }

  _playLink({ run, env, seed }) {
    return `${this.options.playPage}?${new URLSearchParams({ env, run, seed })}`;
  }

  /** Open from the table: the focus goes along, and comes back on closing. */
  async _openFrom(dot) {
    await this.open(dot);
    this.fromTable = true;
    this.panel.focus();
  }

  _play(target, event) {
    if (event?.ctrlKey || event?.metaKey || event?.shiftKey) return;
    this.address.flush();
    if (this.options.onEvent?.({ kind: "play", ...target })) event?.preventDefault();
    else if (!event) location.assign(this._playLink(target));
  }

  async _readAddress() {
    this.address.drop();
    this.timeline.stop();
    this.address.drop();
    this.state = this.address.read();
    await this._loadRuns();
    this._readOddities();
    if (this.state.view) this.plot.lookAt(...this.state.view);
    else this.plot.home();
    this._search();
    await this.draw();
    await this._showEnvironment();
  }

  /** Look whether a run on the map has grown, and show what it wrote since. */
  async _follow() {
    if (document.hidden || !this.catalogue.runs.some((run) => run.status === "running")) return;
    const changed = await this.catalogue.refresh().catch(() => []);
    if (changed.some((run) => this.state.runs.includes(run))) await this._loadRuns();
    if (changed.length) await this.draw();
  }
}
