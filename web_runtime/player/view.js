// The page elements of the player, without its behaviour: what goes where.
import { el, fill } from "./dom.js";

/** Builds the player into `root` and returns its parts. `on`: the toolbar's handlers, and what it may hold. */
export function buildView(root, on) {
  const button = (name, text, title) => el("button", { type: "button", "data-act": name, title, onclick: on[name] }, text);
  const view = {
    title: el("h2", {}),
    summary: el("p", { class: "sp-muted" }),
    meta: el("dl", { class: "sp-meta" }),
    status: el("span", { class: "sp-status", role: "status" }),
    turns: el("span", { class: "sp-turns" }),
    beat: el("span", { class: "sp-muted" }),
    notice: el("p", { class: "sp-notice", role: "alert" }),
    linked: el("div", { class: "sp-linked" }),
    log: el("ol", { class: "sp-log", "aria-label": "Turns", tabindex: "0" }),
    logTitle: el("h3", { class: "sp-logtitle", hidden: true }, "Call log"),
    latest: el("div", { class: "sp-unseen", "aria-live": "polite" }),
    controls: el("div", { class: "sp-controls" }),
    hud: el("div", { class: "sp-hud" }),
    hint: el("div", { class: "sp-hint", role: "status" }),
    result: el("div", { class: "sp-end" }),
    side: el("aside", { class: "sp-side", "aria-label": "About this environment" }),
    source: el("div", {}),
    seed: el("input", { type: "number", min: "0", step: "1", class: "sp-seed", inputmode: "numeric", "aria-label": "Seed" }),
  };
  const { hint, giveUp, seeds, another } = on.allow;
  view.tools = el(
    "div",
    { class: "sp-toolbar", role: "group", "aria-label": "Game" },
    button("undo", "Undo", "Take the last move back (z)"),
    button("restart", "Restart", "The same instance from the start"),
    hint === false ? null : button("hint", "Hint", "Privileged help for this instance"),
    giveUp === false ? null : button("giveUp", "Give up", "Play the proved solution"),
    another === false ? null : button("newSeed", on.another, "Another instance of this environment"),
    seeds === false ? null : el("label", { class: "sp-seedlabel" }, "seed ", view.seed),
    button("copyLink", "Copy link", "A link that holds this game"),
  );
  view.board = on.board.node;
  const main = el("div", { class: "sp-main" }, view.hud, view.board, view.logTitle, view.log, view.latest, view.result, view.controls, view.hint, view.tools);
  view.main = main;
  view.player = el(
    "section",
    { class: "sp-player", "aria-label": "Player", "aria-busy": "true" },
    el("header", { class: "sp-head" }, el("div", {}, view.title, view.summary), view.meta),
    el("div", { class: "sp-bar" }, view.status, view.beat, view.turns),
    view.notice,
    view.linked,
    el("div", { class: "sp-columns" }, main, view.side),
    view.source,
  );
  fill(root, view.player);
  return view;
}

export function drawHeader(view, program, meta) {
  view.title.textContent = program.title;
  view.summary.textContent = program.summary ?? "";
  fill(view.meta, meta.map(([key, value]) => el("div", {}, el("dt", {}, key), el("dd", {}, String(value)))));
}
