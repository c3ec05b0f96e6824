// Moves: buttons for what the observation offers, chips for replies of several words, and one input that
// does the right thing: plain words are boxed the way the agent's replies were.
import { el, fill } from "./dom.js";

const ARROWS = {
  ArrowUp: { glyph: "↑", words: /(?:^|\s)(up|north)$/i },
  ArrowLeft: { glyph: "←", words: /(?:^|\s)(left|west)$/i },
  ArrowRight: { glyph: "→", words: /(?:^|\s)(right|east)$/i },
  ArrowDown: { glyph: "↓", words: /(?:^|\s)(down|south)$/i },
};

/** What is sent for what was typed: boxed unless it already is, or boxing is off. */
export function boxed(text, box) {
  return box && !text.includes("\\boxed{") ? `\\boxed{${text}}` : text;
}

export class MoveInput {
  /** @param send receives the reply text @param raw start with boxing off (tool-use environments) */
  constructor(send, { raw }) {
    this._send = send;
    this._shown = "";
    this._box = el("input", { type: "checkbox", name: "box" });
    this._box.checked = !raw;
    this.input = el("input", {
      type: "text",
      name: "move",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      dir: "auto",
      placeholder: raw ? "raw reply" : "type a move",
      "aria-label": raw ? "Raw reply" : "Your move",
    });
    this._preview = el("code", { class: "sp-preview" });
    this._offers = el("div", { class: "sp-offers" });
    this.input.addEventListener("input", () => this._tell());
    this._box.addEventListener("change", () => this._tell());
    const form = el(
      "form",
      { class: "sp-move-form", onsubmit: (event) => this._submit(event) },
      this.input,
      el("button", { type: "submit", class: "sp-primary" }, "Send"),
      el("div", { class: "sp-sends" }, el("label", { class: "sp-box" }, this._box, " box it"), this._preview),
    );
    this.node = raw
      ? el("details", { class: "sp-raw" }, el("summary", {}, "Write a raw reply"), form)
      : el("div", { class: "sp-moves" }, this._offers, this._typed(form));
    this._tell();
  }

  _typed(form) {
    this._summary = el("summary", { hidden: true }, "Type a reply");
    this._details = el("details", { class: "sp-typed", open: true }, this._summary, form);
    return this._details;
  }

  /** Offer what the new observation names; an unchanged set of buttons is left alone, with its focus. */
  update({ moves = [], words = [] }) {
    const shown = JSON.stringify([moves, words]);
    if (shown === this._shown) return;
    this._shown = shown;
    this._fold(moves.length > 0 && !words.length && moves.every((move) => Object.values(ARROWS).some((arrow) => arrow.words.test(move))));
    const focused = this._offers.getRootNode().activeElement?.dataset?.move;
    const keyed = Object.entries(ARROWS).map(([key, { words: pattern }]) => [key, moves.find((move) => pattern.test(move))]);
    const pad = keyed.filter(([, move]) => move);
    const directions = new Set(pad.map(([, move]) => move));
    const others = moves.filter((move) => !directions.has(move));
    fill(
      this._offers,
      pad.length ? el("div", { class: "sp-pad", role: "group", "aria-label": "Directions" }, pad.map((entry) => this._arrow(entry))) : null,
      others.length ? group("Moves found in the observation", others.map((move) => this._action(move))) : null,
      words.length ? group("Words to build a move from", [...words.map((word) => this._chip(word)), this._clear()]) : null,
    );
    if (focused === undefined) return;
    const again = [...this._offers.querySelectorAll("button")].find((button) => button.dataset.move === focused);
    (again ?? this._offers.querySelector("button") ?? this.input).focus({ preventScroll: true });
  }

  // Where arrows say all there is to say, typing is folded away.
  _fold(folded) {
    if (!this._details || this._summary.hidden === !folded) return;
    this._summary.hidden = !folded;
    this._details.open = !folded;
  }

  /** Press the button that stands for an arrow key; false where there is none. */
  steer(key) {
    const button = this._offers.querySelector(`[data-key="${CSS.escape(key)}"]`);
    button?.click();
    return Boolean(button);
  }

  get steers() {
    return this._offers.querySelector("[data-key]") !== null;
  }

  clear() {
    this.input.value = "";
    this._tell();
  }

  _arrow([key, move]) {
    const attributes = { type: "button", class: "sp-action", "data-key": key, "data-move": move, onclick: () => this._send(boxed(move, true), "button") };
    return el("button", attributes, el("span", { "aria-hidden": "true" }, ARROWS[key].glyph), " ", move);
  }

  _action(move) {
    return el("button", { type: "button", class: "sp-action", "data-move": move, onclick: () => this._send(boxed(move, true), "button") }, move);
  }

  _chip(word) {
    const add = () => {
      this.input.value = `${this.input.value.trim()} ${word}`.trim();
      this._tell();
    };
    return el("button", { type: "button", class: "sp-chip", onclick: add }, word);
  }

  _clear() {
    return el("button", { type: "button", class: "sp-link", onclick: () => this.clear() }, "Clear");
  }

  _tell() {
    const text = this.input.value.trim();
    this._preview.textContent = text ? boxed(text, this._box.checked) : "";
  }

  _submit(event) {
    event.preventDefault();
    if (this.input.value.trim()) this._send(boxed(this.input.value.trim(), this._box.checked), "input");
  }
}

function group(label, buttons) {
  return el("div", { class: "sp-actions", role: "group", "aria-label": label }, buttons);
}
