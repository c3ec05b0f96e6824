// Forms made from the function-calling schema of a tool-use environment.
import { el, fill } from "./dom.js";

/** One card per tool, an answer box, and a raw mode. `send` receives the reply text. */
export function toolForms(tools, send) {
  const cards = tools.map((tool) => toolCard(tool.function ?? tool, send));
  const answer = el("input", { type: "text", name: "answer", "aria-label": "Final answer", autocomplete: "off" });
  const finish = el(
    "form",
    {
      class: "sp-card sp-answer",
      onsubmit: (event) => {
        event.preventDefault();
        send(`<answer>${answer.value}</answer>`);
      },
    },
    el("h4", {}, "Answer"),
    el("p", { class: "sp-muted" }, "Finishes the task. Use it when everything asked for is done."),
    el("div", { class: "sp-row" }, answer, el("button", { type: "submit" }, "Finish")),
  );
  return el("div", { class: "sp-tools" }, cards, finish);
}

/** The reply an agent would have written for this call. */
export function callText(name, values) {
  return `<tool_call>${JSON.stringify({ name, arguments: values })}</tool_call>`;
}

function toolCard(tool, send) {
  const schema = tool.parameters ?? { type: "object", properties: {} };
  const error = el("p", { class: "sp-error", role: "alert" });
  const fields = objectFields(schema);
  const form = el(
    "form",
    {
      class: "sp-card sp-tool",
      "data-tool": tool.name,
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault();
        try {
          const values = fields.read();
          fill(error);
          send(callText(tool.name, values));
        } catch (problem) {
          fill(error, problem.message);
        }
      },
    },
    el("h4", {}, tool.name),
    tool.description ? el("p", { class: "sp-muted" }, tool.description) : null,
    fields.node,
    error,
    el("button", { type: "submit" }, "Call " + tool.name),
  );
  return form;
}

function objectFields(schema) {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, field(name, part, required.has(name))]);
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

function label(name, part, required, control) {
  return el(
    "label",
    { class: "sp-field" },
    el("span", { class: "sp-label" }, name, required ? el("abbr", { title: "required" }, " *") : null),
    control,
    part.description ? el("span", { class: "sp-muted" }, part.description) : null,
  );
}

function field(name, part, required) {
  const type = Array.isArray(part.type) ? part.type[0] : part.type;
  if (part.enum) return choiceField(name, part, required, part.enum);
  if (type === "boolean") return choiceField(name, part, required, [true, false]);
  if (type === "integer" || type === "number") return numberField(name, part, required, type);
  if (type === "object" && part.properties) return groupField(name, part, required);
  if (type === "array" || type === "object") return jsonField(name, part, required, type);
  const input = el("input", { type: "text", name, autocomplete: "off" });
  return {
    node: label(name, part, required, input),
    // An empty required text is sent as it is: the environment says what is wrong, as it would to an agent.
    read: () => (input.value === "" && !required ? undefined : input.value),
  };
}

function choiceField(name, part, required, options) {
  const blank = required ? [] : [el("option", { value: "" }, "–")];
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
