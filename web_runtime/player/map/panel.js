// The side panel of one environment: what it is, how the agent did, its code, its episodes.
import { el, fill } from "../dom.js";
import { codeBlock, codeTools } from "./code.js";
import { EpisodeViewer, outcomeDots } from "./episodes.js";

const SOLVABLE = {
  proved: "proved solvable",
  unknown: "not proved solvable",
  refuted: "its own solution fails",
};
const TABS = [
  ["overview", "Overview"],
  ["code", "Code"],
  ["episodes", "Episodes"],
];

/**
 * handlers: onClose(), onOpen(envId), onAlike(envId), onPlay({run, env, seed}, event), playLink({run, env, seed}) -> href
 */
export class Panel {
  constructor(node, handlers) {
    this.node = node;
    this.handlers = handlers;
    this.tab = "overview";
    this.shown = null;
  }

  /** Fetch and show; a later call wins over an earlier one that is still loading. */
  async show(run, envId, title, fetching) {
    const ticket = (this.ticket = {});
    this.node.hidden = false;
    if (this.shown !== envId) {
      this.tab = "overview";
      fill(this.node, this._bar(), el("h2", {}, title ?? envId), el("p", { class: "quiet" }, "Loading…"));
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
    this.ticket = null;
    this.shown = null;
    this.node.hidden = true;
    this.node.replaceChildren();
  }

  /** Bring one tab forward: "overview", "code" or "episodes". */
  select(tab) {
    this.tab = tab;
    this.node.querySelectorAll("[role=tab]").forEach((button) => {
      const chosen = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    });
    this.node.querySelectorAll("[role=tabpanel]").forEach((part) => (part.hidden = part.dataset.tab !== tab));
    this.node.scrollTop = 0;
  }

  play(event) {
    if (this.target) this.handlers.onPlay(this.target, event);
  }

  _bar() {
    const close = el("button", { type: "button", class: "close", "aria-label": "Close", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.handlers.onClose());
    return el("div", { class: "bar" }, el("span", { class: "grip", "aria-hidden": "true" }), close);
  }

  _draw(found) {
    const { design, plays, run } = found;
    this.viewer = new EpisodeViewer(plays);
    const first = plays.find((play) => play.arm === "plain") ?? plays[0];
    this.target = { run, env: design.env_id, seed: first?.seed ?? 0 };
    fill(
      this.node,
      this._bar(),
      el("h2", {}, design.title || design.env_id),
      design.summary ? el("p", { class: "summary" }, design.summary) : null,
      this._facts(found),
      this._actions(),
      this._tabs(),
      this._part("overview", this._overview(found)),
      this._part("code", [codeTools(design.code ?? "", design.env_id), codeBlock(design.code ?? "")]),
      this._part("episodes", [this.viewer.node]),
    );
    this.select(this.tab);
  }

  _facts({ design, run, topic }) {
    const facts = [
      ["Run", run],
      ["Step", design.step],
      ["Skill", design.skill],
      ["Asked for", design.difficulty],
      ["Topic", topic],
      ["Turn limit", design.max_turns],
      ["Lines", design.lines],
      ["Solvable", SOLVABLE[design.solvable] ?? "not known"],
      ["In the browser", browserVerdict(design.browser_verdict)],
    ].filter(([, value]) => value !== null && value !== undefined && value !== "");
    return el("dl", { class: "facts" }, ...facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, String(value)))));
  }

  _actions() {
    const play = el("a", { class: "button primary", href: this.handlers.playLink(this.target) }, "Play");
    play.addEventListener("click", (event) => this.handlers.onPlay(this.target, event));
    const link = el("button", { type: "button" }, "Copy link");
    link.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href);
      link.textContent = "Copied";
      setTimeout(() => (link.textContent = "Copy link"), 1500);
    });
    const alike = el("button", { type: "button", title: "Light its nearest neighbours on the map (m)" }, "More like this");
    alike.addEventListener("click", () => this.handlers.onAlike(this.target.env));
    return el("div", { class: "actions" }, play, link, alike);
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
      event.stopPropagation();
      const at = TABS.findIndex(([tab]) => tab === this.tab);
      this.select(TABS[(at + turn + TABS.length) % TABS.length][0]);
      list.querySelector("[aria-selected=true]").focus();
    });
    return list;
  }

  _part(tab, children) {
    return el("div", { role: "tabpanel", id: "part-" + tab, "data-tab": tab, "aria-labelledby": "tab-" + tab }, ...children);
  }

  _overview(found) {
    const { design, plays } = found;
    const open = (play) => {
      this.viewer.open(play);
      this.select("episodes");
    };
    return [
      el("h3", {}, "How the agent did"),
      outcomeDots(plays, open),
      this._regret(design),
      el("h3", {}, "First observation"),
      el("pre", { class: "observation" }, design.first_observation ?? ""),
      this._hint(design),
      ...this._relatives("Most alike", found.nearest, (row) => `step ${row.step} · ${Math.round(row.similarity * 100)} % alike`),
      ...this._relatives("Made after seeing", found.parents, (row) => `step ${row.step}`),
      ...this._relatives("Later ones made after seeing this", found.children, (row) => `step ${row.step}`),
      design.doc_id ? el("p", { class: "quiet" }, "Source passage: ", el("code", {}, design.doc_id)) : null,
    ];
  }

  _regret(design) {
    if (design.regret === null) return null;
    const error = design.regret_se === null ? "" : ` ± ${design.regret_se.toFixed(2)}`;
    const words = `Regret ${signed(design.regret)}${error}: what the hint is worth`;
    return el("p", { class: "quiet" }, words + (design.quadrant ? ` (${design.quadrant}).` : "."));
  }

  _hint(design) {
    if (!design.hint_text) return null;
    return el("details", { class: "spoiler" }, el("summary", {}, "Show the hint"), el("pre", {}, design.hint_text));
  }

  _relatives(name, rows, note) {
    if (!rows?.length) return [];
    const items = rows.map((row) => {
      const button = el("button", { type: "button", class: "link" }, row.title || row.env_id);
      button.addEventListener("click", () => this.handlers.onOpen(row.env_id));
      return el("li", {}, button, el("span", { class: "quiet" }, note(row)));
    });
    return [el("h3", {}, name), el("ul", { class: "relatives" }, ...items)];
  }
}

function browserVerdict(verdict) {
  if (!verdict) return null;
  if (verdict === "exact") return "replays exactly";
  return verdict.startsWith("diverges@") ? "differs from turn " + verdict.slice(9) : verdict;
}

function signed(value) {
  return (value < 0 ? "−" : "+") + Math.abs(value).toFixed(2);
}

