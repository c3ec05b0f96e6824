// Python source as page elements: line numbers and a small highlighter. Every piece is a text node.
import { el } from "../dom.js";

const KEYWORDS = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda match case nonlocal not or pass raise return try while with yield").split(" "),
);
const NAMES = new Set(
  ("self abs all any bool dict enumerate float int isinstance len list map max min print range reversed round set " +
    "sorted str sum super tuple zip").split(" "),
);
const TOKEN = new RegExp(
  [
    String.raw`(?<comment>#[^\n]*)`,
    String.raw`(?<string>(?:\b[rRbBfFuU]{1,2})?(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))`,
    String.raw`(?<number>\b\d[\d_.]*(?:[eE][+-]?\d+)?\b)`,
    String.raw`(?<word>[A-Za-z_]\w*)`,
  ].join("|"),
  "g",
);

/** Pieces [class or null, text] that joined together are exactly `source`. */
export function tokens(source) {
  const found = [];
  let end = 0;
  let previous = "";
  for (const match of source.matchAll(TOKEN)) {
    if (match.index > end) found.push([null, source.slice(end, match.index)]);
    found.push([kindOf(match, previous), match[0]]);
    end = match.index + match[0].length;
    if (match.groups.word) previous = match[0];
  }
  if (end < source.length) found.push([null, source.slice(end)]);
  return found;
}

function kindOf({ groups, 0: text }, previous) {
  if (groups.comment) return "comment";
  if (groups.string) return "string";
  if (groups.number) return "number";
  if (KEYWORDS.has(text)) return "keyword";
  if (previous === "def" || previous === "class") return "defined";
  return NAMES.has(text) ? "builtin" : null;
}

/** A `pre` of numbered lines. */
export function codeBlock(source) {
  const lines = [[]];
  for (const [kind, text] of tokens(source.replace(/\n$/, ""))) {
    text.split("\n").forEach((part, i) => {
      if (i) lines.push([]);
      if (part) lines.at(-1).push(kind ? el("span", { class: "t-" + kind }, part) : part);
    });
  }
  const numbered = lines.map((parts, i) => {
    return el("span", { class: "line" }, el("span", { class: "number", "aria-hidden": "true", "data-n": i + 1 }), ...parts, "\n");
  });
  return el("pre", { class: "code", tabindex: 0, "aria-label": "Program source" }, el("code", {}, ...numbered));
}

/** Copy and download buttons for a program. */
export function codeTools(source, name) {
  const copy = el("button", { type: "button", class: "small" }, "Copy");
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source);
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = "Copy"), 1500);
  });
  const href = URL.createObjectURL(new Blob([source], { type: "text/x-python" }));
  const save = el("a", { class: "small button", href, download: name + ".py" }, "Download");
  return el("div", { class: "tools" }, copy, save);
}
