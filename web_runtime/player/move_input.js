// One input that does the right thing: plain words are boxed the way the agent's replies were.
import { el } from "./dom.js";

const ARROWS = {
  ArrowUp: /(?:^|\s)(up|north)$/i,
  ArrowDown: /(?:^|\s)(down|south)$/i,
  ArrowLeft: /(?:^|\s)(left|west)$/i,
  ArrowRight: /(?:^|\s)(right|east)$/i,
};
const GLYPHS = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** What is sent for what was typed: boxed unless it already is, or boxing is off. */
export function boxed(text, box) {
  return box && !text.includes("\\boxed{") ? `\\boxed{${text}}` : text;
}

/**
 * @param state  session state; `state.actions` are the moves found in the observation
 * @param send   receives the reply text
 * @param raw    start with boxing off (tool-use environments)
 */
export function moveInput(state, send, { raw }) {
  const box = el("input", { type: "checkbox" });
  box.checked = !raw;
  const input = el("input", {
    type: "text",
    name: "move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: raw ? "raw reply" : "your move",
    "aria-label": raw ? "Raw reply" : "Your move",
  });
  const preview = el("code", { class: "sp-muted sp-preview" });
  const update = () => (preview.textContent = input.value ? boxed(input.value, box.checked) : "");
  input.addEventListener("input", update);
  box.addEventListener("change", update);
  const form = el(
    "form",
    {
      class: "sp-move-form",
      onsubmit: (event) => {
        event.preventDefault();
        if (input.value.trim()) send(boxed(input.value, box.checked));
      },
    },
    input,
    el("button", { type: "submit", class: "sp-primary" }, "Send"),
    el("label", { class: "sp-muted sp-box" }, box, " box it"),
    preview,
  );
  if (raw) return el("details", { class: "sp-raw" }, el("summary", {}, "Raw reply"), form);
  return el("div", {}, suggestions(state.actions ?? [], send), form);
}

function suggestions(actions, send) {
  if (!actions.length) return null;
  const buttons = actions.slice(0, 16).map((action) => {
    const key = Object.keys(ARROWS).find((name) => ARROWS[name].test(action));
    const attributes = { type: "button", class: "sp-action", onclick: () => send(boxed(action, true)), "data-key": key };
    return el("button", attributes, key ? `${GLYPHS[key]} ` : "", action);
  });
  return el("div", { class: "sp-actions", role: "group", "aria-label": "Moves found in the observation" }, buttons);
}
