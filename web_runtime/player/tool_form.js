// Forms made from the function-calling schema of a tool-use environment. Nothing is checked here that the
// environment checks itself: wrong arguments are sent, and its answer teaches, as it taught the agent.
import { el, fill } from "./dom.js";
import { MoveInput } from "./move_input.js";
import { objectFields } from "./schema_fields.js";

const INSTRUCTION = /^User: (.*)$/gm;

/** Instructions, one form per tool, an answer box and a raw mode; what was filled in survives a turn. */
export class ToolPanel {
  /** @param send receives the reply text */
  constructor(send) {
    this._send = send;
    this._shown = "";
    this._forms = el("div", { class: "sp-tools" });
    this._steps = el("ol", { class: "sp-instructions", "aria-label": "Instructions" });
    this._raw = new MoveInput(send, { raw: true });
    this.node = el("div", { class: "sp-toolpanel" }, this._steps, this._forms, this._raw.node);
  }

  update(state) {
    this._instruct(state);
    const shown = JSON.stringify(state.tools);
    if (shown !== this._shown) {
      this._shown = shown;
      const cards = state.tools.map((tool) => toolCard(tool.function ?? tool, this._send, (text) => this._edit(text)));
      fill(this._forms, cards, answerCard(this._send));
    }
    this._echo(state.steps.at(-1));
  }

  // What the last call brought, beside the form it came from.
  _echo(step) {
    const name = step?.action.match(/<tool_call>\s*\{\s*"name"\s*:\s*"([^"]*)"/)?.[1];
    for (const card of this._forms.querySelectorAll("[data-tool]")) {
      const said = card.querySelector(".sp-answered");
      const mine = card.dataset.tool === name;
      said.textContent = mine ? step.observation : "";
      said.classList.toggle("sp-error", mine && /^error/i.test(step.observation));
    }
  }

  clear() {
    this._raw.clear();
  }

  // The user's messages so far: all but the last are done, the last one is what to do now.
  _instruct(state) {
    const texts = [state.first, ...state.steps.map((step) => step.observation)];
    const messages = texts.flatMap((text) => [...text.matchAll(INSTRUCTION)].map((match) => match[1]));
    const items = messages.map((message, i) => {
      const done = i < messages.length - 1 || state.outcome === "won";
      const mark = el("span", { class: "sp-mark" }, done ? "done" : "now");
      return el("li", { class: done ? "sp-did" : "sp-now", "aria-current": done ? null : "step" }, mark, el("span", { dir: "auto" }, message));
    });
    fill(this._steps, items);
  }

  _edit(text) {
    this._raw.node.open = true;
    this._raw.input.value = text;
    this._raw.input.dispatchEvent(new Event("input"));
    this._raw.input.focus();
  }
}

/** The reply an agent would have written for this call. */
export function callText(name, values) {
  return `<tool_call>${JSON.stringify({ name, arguments: values })}</tool_call>`;
}

function answerCard(send) {
  const answer = el("input", { type: "text", name: "answer", "aria-label": "Final answer", autocomplete: "off" });
  const finish = (event) => {
    event.preventDefault();
    send(`<answer>${answer.value}</answer>`, "tool");
  };
  return el(
    "form",
    { class: "sp-card sp-answer", onsubmit: finish },
    el("h3", {}, "Answer"),
    el("p", { class: "sp-muted" }, "Ends the task. Use it when everything asked for is done and an answer is wanted."),
    el("div", { class: "sp-row sp-nowrap" }, answer, el("button", { type: "submit" }, "Finish")),
  );
}

function toolCard(tool, send, edit) {
  const error = el("p", { class: "sp-error", role: "alert" });
  const fields = objectFields(tool.parameters ?? {});
  const written = (use) => {
    fill(error);
    try {
      use(callText(tool.name, fields.read()));
    } catch (problem) {
      fill(error, problem.message);
    }
  };
  const submit = (event) => {
    event.preventDefault();
    written((text) => send(text, "tool"));
  };
  return el(
    "form",
    { class: "sp-card sp-tool", "data-tool": tool.name, novalidate: true, onsubmit: submit },
    el("h3", {}, tool.name),
    tool.description ? el("p", { class: "sp-muted", dir: "auto" }, tool.description) : null,
    fields.node,
    error,
    el(
      "div",
      { class: "sp-row" },
      el("button", { type: "submit", class: "sp-primary" }, "Call " + tool.name),
      el("button", { type: "button", class: "sp-link", onclick: () => written(edit) }, "as JSON"),
    ),
    el("p", { class: "sp-answered", dir: "auto" }),
  );
}
