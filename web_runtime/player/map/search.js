// Search: exact text and free-text meaning by the server, "more like this" from stored neighbours; and its box. Without
// a server, text is looked for in files.
import { el, fill } from "../dom.js";
import { readArrow } from "./arrow.js";
import { get } from "./get.js";

const KINDS = [
  ["text anywhere", "Text anywhere"],
  ["text title", "Text in titles"],
  ["text observation", "Text in observations"],
  ["text code", "Text in code"],
  ["meaning anywhere", "Meaning"],
];

/**
 * Look for `search` ({how, words, where}) in the runs of `dots`: {ids: dots found, best first when ranked,
 * ranked: Map dot -> likeness or null}. A refusal of the server is thrown as its sentence.
 */
export async function find(search, dots, catalogue) {
  const home = search.how === "alike" ? catalogue.runOf(search.words) : null;
  const asked = dots.runs.map((run, i) => ({ run, i })).filter(({ run }) => home === null || run.id === home);
  const parts = await Promise.all(asked.map(async ({ run, i }) => ({ i, ...(await ask(run, search, catalogue)) })));
  const found = parts.flatMap(({ i, rows, scores }) => Array.from(rows, (row, k) => [dots.dot(i, row), scores?.[k] ?? 0]));
  const ranked = search.how !== "text";
  if (ranked) found.sort((a, b) => b[1] - a[1]);
  return { ids: Uint32Array.from(found, ([dot]) => dot), ranked: ranked ? new Map(found) : null };
}

async function ask(run, { how, words, where }, catalogue) {
  if (run.files) return inFiles(run, { how, words, where }, catalogue);
  const query = new URLSearchParams({ how, q: words, where });
  const { columns } = readArrow(await get(`${run.root}search.arrow${run.query}&${query}`, "arrow"));
  return { rows: columns.row, scores: columns.score };
}

async function inFiles(run, { how, words, where }, catalogue) {
  if (how === "alike") return nearest(run, words, catalogue);
  if (how === "meaning") throw new Error("Searching by meaning needs the explorer's server.");
  return { rows: await containing(run, words.toLowerCase(), where) };
}

/** Stored neighbours as the environment itself lists them. */
async function nearest(run, envId, catalogue) {
  const { nearest: near } = await catalogue.environment(run.id, envId);
  const rows = await Promise.all(near.map(({ env_id: id }) => run.find(id)));
  return { rows, scores: near.map(({ similarity }) => similarity) };
}

/** Rows whose title, first observation or code, or the one of them that `where` names, contains `wanted`. */
async function containing(run, wanted, where) {
  const rows = [];
  for (let chunk = 0; chunk * run.entry.chunk < run.rows; chunk++) {
    const titles = where === "title" || where === "anywhere" ? await run.titles(chunk) : [];
    const { observation = [], code = [] } = where === "title" ? {} : await run.files.words(run.id, chunk);
    const texts = { title: [titles], observation: [observation], code: [code], anywhere: [titles, observation, code] }[where];
    const first = chunk * run.entry.chunk;
    const count = Math.min(run.entry.chunk, run.rows - first);
    for (let at = 0; at < count; at++) if (texts.some((text) => text[at].toLowerCase().includes(wanted))) rows.push(first + at);
  }
  return rows;
}

export class SearchBox {
  /** `onSearch(search | null)` when a visitor asks or clears. Without a server (`served`) nothing is found by meaning. */
  constructor(node, onSearch, served) {
    this.onSearch = onSearch;
    const kinds = KINDS.filter(([value]) => served || !value.startsWith("meaning"));
    this.input = el("input", { type: "search", placeholder: "Search  ( / )", "aria-label": "Search environments", autocomplete: "off", spellcheck: "false" });
    this.kind = el("select", { "aria-label": "Search in" }, ...kinds.map(([value, text]) => el("option", { value }, text)));
    this.said = el("p", { class: "found", role: "status" });
    this.clear = el("button", { type: "button", class: "small", hidden: true }, "Clear search");
    this.clear.addEventListener("click", () => onSearch(null));
    this.form = el("form", { class: "search", role: "search" }, this.input, this.kind);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._ask();
    });
    this.kind.addEventListener("change", () => this.input.value && this._ask());
    this.input.addEventListener("search", () => !this.input.value && this.current && onSearch(null));
    fill(node, this.form, el("div", { class: "outcome-of-search" }, this.said, this.clear));
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  update(search) {
    this.current = search;
    this.clear.hidden = !search;
    if (!search) this.said.textContent = "";
    const typed = search && search.how !== "alike";
    if (this.input.getRootNode().activeElement !== this.input || typed) this.input.value = typed ? search.words : "";
    if (typed) this.kind.value = `${search.how} ${search.how === "meaning" ? "anywhere" : search.where}`;
  }

  /** Say what came of it. */
  say(words, isProblem = false) {
    this.said.textContent = words;
    this.said.classList.toggle("warned", isProblem);
  }

  _ask() {
    const words = this.input.value.trim();
    const [how, where] = this.kind.value.split(" ");
    this.onSearch(words ? { how, words, where } : null);
  }
}
