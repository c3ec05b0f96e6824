// The page's skeleton: where everything of the map goes. No behaviour.
import { el, fill } from "../dom.js";

const part = (name, attributes = {}) => el("div", { class: name, ...attributes });

export function iconButton(text, name, title = name) {
  return el("button", { type: "button", "aria-label": name, title }, text);
}

/** Fill `root`; returns the named places and buttons. */
export function buildLayout(root, lasso) {
  const at = {
    heading: el("p", { class: "count", "aria-live": "polite" }),
    all: el("button", { type: "button", class: "small all", hidden: true }),
    notice: el("p", { class: "problem notice", role: "alert", hidden: true }),
    chips: part("chips", { role: "group", "aria-label": "Runs" }),
    choices: part("choices"),
    search: part("finder"),
    filters: el("button", { type: "button", "aria-expanded": "false", "aria-controls": "map-filters" }, "Filters"),
    facets: el("section", { class: "facets", id: "map-filters", "aria-label": "Filters", hidden: true }),
    canvas: part("canvas", { role: "img", "aria-label": "Map of environments; the table below lists the same" }),
    labels: part("labels", { "aria-hidden": "true" }),
    lassoLayer: part("lasso", { "aria-hidden": "true" }),
    legend: part("legend"),
    panel: el("aside", { class: "panel", "aria-label": "Environment", hidden: true }),
    timeline: part("timeline"),
    table: el("section", { class: "table", "aria-label": "Table of environments" }),
    map: part("map"),
    lasso,
    zoomIn: iconButton("+", "Zoom in", "Zoom in (+)"),
    zoomOut: iconButton("−", "Zoom out", "Zoom out (−)"),
    home: iconButton("⌂", "Show everything", "Show everything (0)"),
    picture: iconButton("PNG", "Save as a PNG picture", "Save this view as a PNG picture"),
    page: iconButton("HTML", "Save as an HTML page", "Save this view as a page that works on its own"),
    help: iconButton("?", "Keyboard help", "Keyboard help (?)"),
    unlasso: el("button", { type: "button", class: "small unlasso", hidden: true }, "Clear lasso"),
  };
  const tools = el("div", { class: "zoom" }, at.zoomIn, at.zoomOut, at.home, at.lasso, at.help);
  const saving = el("div", { class: "saving" }, at.picture, at.page);
  at.over = [tools, saving];
  at.map.append(at.canvas, at.labels, at.lassoLayer, tools, saving, at.unlasso, at.facets);
  const said = el("div", { class: "said-line" }, at.heading, at.all);
  const title = el("div", { class: "title" }, el("h1", {}, "Environment map"), said);
  const bar = el("div", { class: "bar-of-map" }, at.search, el("div", { class: "filtering" }, at.choices, at.filters));
  const head = el("header", { class: "head" }, title, at.chips);
  const left = el("div", { class: "left" }, at.map, at.legend, at.timeline);
  at.stage = el("div", { class: "stage" }, left, at.panel);
  fill(root, head, bar, at.notice, at.stage, at.table);
  return at;
}
