// Form fields made from JSON schema. Each is {node, read()}; read() gives undefined where nothing was filled in, so
// that what is missing is missing in the call too, and throws one sentence only for text that is no JSON.
import { el } from "./dom.js";

/** Fields of an object schema; read() gives an object of what was filled in. */
export function objectFields(schema) {
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
  if (type === "array" && Array.isArray(part.items?.enum)) return pickField(name, part, required);
  if (type === "array" && part.items?.properties) return rowsField(name, part, required);
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
  const node = el("fieldset", { class: "sp-group" }, legend(name, part, required), inner.node);
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

// Several of a fixed set, in the set's own order.
function pickField(name, part, required) {
  const boxes = part.items.enum.map((option) => [option, el("input", { type: "checkbox", name })]);
  const labels = boxes.map(([option, box]) => el("label", { class: "sp-box" }, box, ` ${option}`));
  const node = el("fieldset", { class: "sp-group" }, legend(name, part, required), el("div", { class: "sp-row" }, labels));
  return {
    node,
    read: () => {
      const picked = boxes.filter(([, box]) => box.checked).map(([option]) => option);
      return picked.length || required ? picked : undefined;
    },
  };
}

// A list of objects: one group of fields a row, rows added and removed.
function rowsField(name, part, required) {
  const rows = [];
  const list = el("div", { class: "sp-fields" });
  const add = () => {
    const inner = objectFields(part.items);
    const remove = () => {
      rows.splice(rows.indexOf(inner), 1);
      row.remove();
    };
    const row = el("div", { class: "sp-group" }, inner.node, el("button", { type: "button", class: "sp-link", onclick: remove }, "Remove"));
    rows.push(inner);
    list.append(row);
  };
  if (required) add();
  const more = el("button", { type: "button", class: "sp-chip", onclick: add }, `Add to ${name}`);
  return {
    node: el("fieldset", { class: "sp-group" }, legend(name, part, required), list, more),
    read: () => {
      const items = rows.map((row) => row.read());
      return items.length || required ? items : undefined;
    },
  };
}

function legend(name, part, required) {
  const about = part.description ? el("span", { class: "sp-muted" }, " " + part.description) : null;
  return el("legend", {}, name, required ? el("abbr", { title: "required" }, " *") : null, about);
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
