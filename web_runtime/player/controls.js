// "Take the Controls": boards of one program, each proved beatable, played with keys, buttons or swipes.
//
// mount(root, {program, deals: {examined, beatable, max_turns, program_sha256, deals}, seed, gauges, assets})
import { Deck } from "./deck.js";
import { count, el, fill } from "./dom.js";
import { mount as mountPlayer } from "./player.js";
import { gamesOf } from "./records.js";

export function mount(root, options) {
  const controls = new Controls(root, options);
  return { destroy: () => controls.destroy() };
}

class Controls {
  constructor(root, options) {
    const { program, deals } = options;
    this.proof = deals;
    const won = () => new Set(gamesOf(program.env_id).filter((game) => game.outcome === "won").map((game) => game.seed));
    this.deck = new Deck(deals.deals, won);
    this.seed = this.deck.get(options.seed) ? options.seed : this.deck.first();
    this.dealer = el("div", { class: "sp-dealer" });
    this.about = el("section", { class: "sp-rules", "aria-label": "This board" });
    const stage = el("div", {});
    this.stage = stage;
    fill(root, el("div", { class: "sp-player sp-dealing" }, this.dealer), stage);
    this.player = mountPlayer(stage, {
      program,
      seed: this.seed,
      gauges: options.gauges,
      assets: options.assets,
      lines: Object.fromEntries(deals.deals.map((deal) => [deal.seed, deal.solution])),
      allow: { seeds: false },
      deal: {
        label: "Shuffle",
        next: (seed) => this.deck.shuffle(seed),
      },
      next: { label: "Next board", go: () => this.player.play(this.deck.following(this.seed)) },
      aside: this.about,
      heading: false,
      onEvent: (event) => this._heard(event),
    });
    this._draw();
  }

  destroy() {
    this.player.destroy();
  }

  _heard(event) {
    if (event.kind === "seed") this.seed = event.seed;
    if (event.kind === "opened") this.sha256 = event.game.program?.sha256;
    if (event.kind !== "moved") this._draw();
  }

  _draw() {
    const { deck, proof } = this;
    const level = deck.levelOf(this.seed);
    const button = (text, onclick, kind, title) => el("button", { type: "button", class: kind, onclick, title }, text);
    fill(
      this.dealer,
      button("Start", () => this.player.play(deck.first()), "sp-primary", "The easiest board you have not won"),
      el(
        "div",
        { class: "sp-levels", role: "group", "aria-label": "Level" },
        deck.levels().map((entry, i) => this._level(entry, i === level)),
      ),
    );
    const deal = deck.get(this.seed);
    fill(
      this.about,
      el("h3", {}, `Board ${this.seed}`),
      deal ? el("p", {}, `Can be won in ${count(deal.turns, "turn")}, and in no fewer: a solver proved it.`) : null,
      el("p", { class: "sp-muted" }, `Only such boards are dealt: of the first ${proof.examined} seeds, ${proof.beatable} can be won within ${proof.max_turns} turns. Easiest first.`),
      el("p", { class: "sp-muted" }, "Arrow keys or w a s d move, z takes a move back. On a phone, swipe over the board."),
      el("p", { class: "sp-muted sp-hash" }, this.sha256 ? `${this._identity()} ` : "", button("Read it", () => this.player.showSource(), "sp-link")),
    );
  }

  _level({ name, deals, from, to, won }, current) {
    const mark = won === deals.length ? " ✓" : "";
    const said = `${name}: ${from} to ${to} turns, ${won} of ${deals.length} boards won`;
    return el(
      "button",
      { type: "button", class: "sp-chip", "aria-pressed": String(current), title: said, onclick: () => this.player.play(this.deck.first(deals)) },
      el("span", {}, name + mark),
      el("small", {}, `${from}–${to}`),
    );
  }

  _identity() {
    const same = this.sha256 === this.proof.program_sha256;
    const short = this.sha256.slice(0, 12);
    return same ? `Running program ${short}…, the one the solver proved.` : `Running program ${short}…, which is not the one the solver proved.`;
  }
}
