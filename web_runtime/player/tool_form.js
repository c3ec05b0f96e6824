// Forms made from the function-calling schema of a tool-use environment. Nothing is checked here that the
// environment checks itself: wrong arguments are sent, and its answer teaches, as it taught the agent.
import { el, fill } from "./dom.js";
import { MoveInput } from "./move_input.js";

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
    if (shown === this._shown) return;
    this._shown = shown;
    const cards = state.tools.map((tool) => toolCard(tool.function ?? tool, this._send, (text) => this._edit(text)));
    fill(this._forms, cards, answerCard(this._send));
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
  );
}

function objectFields(schema) {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const entries = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, field(name, part ?? {}, required.has(name))]);
  return {
    node: el("div", { class: "sp-fields" }, entries.map(([, entry]) => entry.node)),
    read: () => {
      const values = {};
      for (const [name, entry] of entries) {
        const value = entry.read();
        if (value !== undefined) values[name] = value;
      }
      return values;
    },
  };
}

function label(name, part, required, control, note = "") {
  const about = [part.description, note].filter(Boolean).join(" ");
  return el(
    "label",
    { class: "sp-field" },
    el("span", { class: "sp-label" }, name, required ? el("abbr", { title: "required" }, " *") : null),
    control,
    about ? el("span", { class: "sp-muted" }, about) : null,
  );
}

function field(name, part, required) {
  const type = Array.isArray(part.type) ? part.type[0] : part.type;
  if (Array.isArray(part.enum)) return choiceField(name, part, required, part.enum);
  if (type === "boolean") return choiceField(name, part, required, [true, false]);
  if (type === "integer" || type === "number") return numberField(name, part, required, type);
  if (type === "object" && part.properties) return groupField(name, part, required);
  if (type === "array" && ["string", "integer", "number"].includes(part.items?.type)) return listField(name, part, required);
  if (type === "array" || type === "object") return jsonField(name, part, required, type);
  const input = el("input", { type: "text", name, autocomplete: "off", autocapitalize: "off" });
  return {
    node: label(name, part, required, input),
    // An empty required text is sent as it is: the environment says what is wrong, as it would to an agent.
    read: () => (input.value === "" && !required ? undefined : input.value),
  };
}

function choiceField(name, part, required, options) {
  const blank = el("option", { value: "" }, required ? "choose…" : "–");
  const select = el("select", { name }, blank, options.map((option, i) => el("option", { value: String(i) }, String(option))));
  return {
    node: label(name, part, required, select),
    read: () => (select.value === "" ? undefined : options[Number(select.value)]),
  };
}

function numberField(name, part, required, type) {
  const input = el("input", { type: "number", name, step: type === "integer" ? "1" : "any", inputmode: "decimal" });
  return {
    node: label(name, part, required, input),
    read: () => (input.value === "" ? undefined : Number(input.value)),
  };
}

function groupField(name, part, required) {
  const inner = objectFields(part);
  const node = el("fieldset", { class: "sp-group" }, el("legend", {}, name, required ? " *" : ""), inner.node);
  return {
    node,
    read: () => {
      const values = inner.read();
      return Object.keys(values).length || required ? values : undefined;
    },
  };
}

function listField(name, part, required) {
  const input = el("textarea", { name, rows: "2", spellcheck: "false" });
  const numbers = part.items.type !== "string";
  return {
    node: label(name, part, required, input, "One a line."),
    read: () => {
      const lines = input.value.split("\n").map((line) => line.trim());
      const items = lines.filter(Boolean).map((line) => (numbers && line !== "" && !Number.isNaN(Number(line)) ? Number(line) : line));
      return items.length || required ? items : undefined;
    },
  };
}

function jsonField(name, part, required, type) {
  const example = type === "array" ? "[…]" : "{…}";
  const input = el("textarea", { name, rows: "2", placeholder: example, spellcheck: "false" });
  return {
    node: label(name, part, required, input),
    read: () => {
      if (input.value.trim() === "") return undefined;
      try {
        return JSON.parse(input.value);
      } catch {
        throw new Error(`${name} should be JSON, for example ${example}`);
      }
    },
  };
}
