// The side panel of one environment: what it is, how the agent did, its code, its episodes. On a phone it is a sheet
// over the whole screen. Text of environments only ever becomes text nodes.
import { el, fill } from "../dom.js";
import { codeBlock, codeTools, copy } from "./code.js";
import { byName, EpisodeViewer, nameOf, oddPlace } from "./episodes.js";
import { checks, facts, regretLine } from "./panel_facts.js";
import { pairedOutcomes } from "./panel_outcomes.js";
import { passage, relatives } from "./panel_related.js";

export const TABS = [
  ["overview", "Overview"],
  ["code", "Code"],
  ["episodes", "Episodes"],
];
export const NOWHERE = { tab: "overview", play: null, turn: 0 };

/**
 * handlers: onClose(), onOpen(envId), onAlike(envId), onPlay({run, env, seed}, event), playLink({run, env, seed}) -> href,
 * linkTo(envId) -> href, passage(run, docId) -> promise, onPlace({tab, play, turn}): what of the panel is in front,
 * for the address.
 */
export class Panel {
  constructor(node, handlers) {
    Object.assign(this, { node, handlers, place: { ...NOWHERE }, shown: null, target: null });
  }

  /** Fetch and show; a later call wins over an earlier one that is still loading. `place` as in onPlace. */
  async show(run, envId, title, fetching, place = NOWHERE) {
    const ticket = (this.ticket = {});
    this.node.hidden = false;
    this.place = { ...NOWHERE, ...place };
    if (this.shown !== envId) {
      this.target = null;
      fill(this.node, this._bar(), this._title(title ?? envId), el("p", { class: "quiet" }, "Loading…"));
    }
    this.shown = envId;
    try {
      const found = await fetching;
      if (ticket === this.ticket) this._draw(found);
    } catch (error) {
      if (ticket === this.ticket) fill(this.node, this._bar(), el("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  hide() {
    Object.assign(this, { ticket: null, shown: null, target: null });
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  focus() {
    this.node.querySelector("h2")?.focus();
  }

  /** Bring one tab forward: "overview", "code" or "episodes". */
  select(tab) {
    this.place.tab = tab; // what is still loading comes with this tab in front
    if (!this.target) return;
    this._front(tab);
    this.node.scrollTop = 0;
    this._placed();
  }

  /** A turn back (-1) or on (1) in the episode in front. */
  turn(by) {
    if (!this.target) return;
    if (this.place.tab !== "episodes") this.select("episodes");
    this.viewer.move(by);
  }

  play(event) {
    if (this.target) this.handlers.onPlay(this.target, event);
  }

  _bar() {
    const close = el("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.handlers.onClose());
    return el("div", { class: "bar" }, close);
  }

  _title(words) {
    return el("h2", { tabindex: -1 }, words);
  }

  _draw(found) {
    const { design, plays, run } = found;
    this.viewer = new EpisodeViewer(plays, () => this._placed());
    const wanted = byName(plays, this.place.play);
    const odd = oddPlace(plays, this.place);
    const { turn } = this.place;
    this.target = null; // nothing is told to the address while the panel is being put together
    if (wanted) this.viewer.open(wanted, turn);
    const first = plays.find((play) => play.arm === "plain") ?? plays[0];
    fill(
      this.node,
      this._bar(),
      this._title(design.title || design.env_id),
      design.summary ? el("p", { class: "summary" }, design.summary) : null,
      ...[rejected(design), ...(found.problems ?? []), odd].filter(Boolean).map((sentence) => el("p", { class: "problem", role: "status" }, sentence)),
      this._actions({ run, env: design.env_id, seed: first?.seed ?? 0 }),
      this._tabs(),
      this._part("overview", this._overview(found)),
      this._part("code", [codeTools(design.code ?? "", design.env_id), codeBlock(design.code ?? "")]),
      this._part("episodes", [this.viewer.node]),
    );
    this._front(this.place.tab);
    this.target = { run, env: design.env_id, seed: first?.seed ?? 0 };
    this._placed();
  }

  _front(tab) {
    this.place.tab = tab;
    this.node.querySelectorAll("[role=tab]").forEach((button) => {
      const chosen = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    });
    this.node.querySelectorAll("[role=tabpanel]").forEach((part) => (part.hidden = part.dataset.tab !== tab));
  }

  _placed() {
    if (!this.target) return;
    const reading = this.place.tab === "episodes";
    const play = reading ? nameOf(this.viewer.plays, this.viewer.play) : null;
    this.place = { tab: this.place.tab, play, turn: reading ? this.viewer.turn : 0 };
    this.handlers.onPlace(this.place);
  }

  _actions(target) {
    const play = el("a", { class: "button primary", href: this.handlers.playLink(target) }, "Play");
    play.addEventListener("click", (event) => this.handlers.onPlay(target, event));
    const link = el("button", { type: "button", title: "Copy the address of this view" }, "Copy link");
    link.addEventListener("click", () => copy(link, () => location.href));
    const alike = el("button", { type: "button", title: "Light its nearest neighbours on the map (m)" }, "More like this");
    alike.addEventListener("click", () => this.handlers.onAlike(target.env));
    return el("div", { class: "actions" }, play, alike, link);
  }

  _tabs() {
    const buttons = TABS.map(([tab, name]) => {
      const button = el("button", { type: "button", role: "tab", id: "tab-" + tab, "data-tab": tab, "aria-controls": "part-" + tab }, name);
      button.addEventListener("click", () => this.select(tab));
      return button;
    });
    const list = el("div", { role: "tablist", class: "tabs", "aria-label": "Environment" }, ...buttons);
    list.addEventListener("keydown", (event) => {
      const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!turn) return;
      event.preventDefault();
      event.stopPropagation();
      const at = TABS.findIndex(([tab]) => tab === this.place.tab);
      this.select(TABS[(at + turn + TABS.length) % TABS.length][0]);
      list.querySelector("[aria-selected=true]").focus();
    });
    return list;
  }

  _part(tab, children) {
    return el("div", { role: "tabpanel", id: "part-" + tab, "data-tab": tab, "aria-labelledby": "tab-" + tab }, ...children);
  }

  _overview(found) {
    const { design, plays, run } = found;
    const { linkTo, onOpen, passage: read } = this.handlers;
    const links = { open: onOpen, linkTo };
    const open = (play) => {
      this.viewer.open(play);
      this.select("episodes");
      this.viewer.next.focus();
    };
    const unlisted = (found.children_total ?? found.children.length) - found.children.length;
    return [
      facts(found, linkTo(design.env_id)),
      el("h3", {}, "How the agent did"),
      design.n_plain > 0 && !plays.length ? el("p", { class: "quiet" }, "Its episodes are not at hand.") : pairedOutcomes(plays, open),
      regretLine(design),
      el("h3", {}, "First observation"),
      el("pre", { class: "observation" }, design.first_observation ?? ""),
      hint(design),
      ...passage(design.doc_id, () => read(run, design.doc_id)),
      ...relatives("Most alike", found.nearest, (row) => `step ${row.step} · ${Math.round(row.similarity * 100)} % alike`, links),
      ...relatives("Parents: shown to the designer", found.parents, (row) => `step ${row.step}`, links),
      ...relatives("Children: made after seeing this", found.children, (row) => `step ${row.step}`, links, unlisted),
      checks(design),
    ];
  }
}

/** Why a design is not on the map, or null for one that passed its checks. */
function rejected({ valid, verdict_stage: stage, verdict_reason: reason }) {
  return valid === false ? `Rejected, so it was not played and is not on the map: ${reason || `it failed at the check “${stage}”`}.` : null;
}

function hint(design) {
  if (!design.hint_text) return null;
  return el("details", { class: "spoiler" }, el("summary", {}, "Show the hint"), el("pre", {}, design.hint_text));
}
