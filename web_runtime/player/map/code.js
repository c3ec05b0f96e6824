// Python source as page elements: line numbers and a small highlighter. Every piece is a text node.
import { count, el } from "../dom.js";

const SAID_MS = 1500;

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
  const take = el("button", { type: "button", class: "small" }, "Copy");
  take.addEventListener("click", () => copy(take, () => source));
  const save = el("button", { type: "button", class: "small" }, "Download");
  save.addEventListener("click", () => {
    const href = URL.createObjectURL(new Blob([source], { type: "text/x-python" }));
    el("a", { href, download: name + ".py" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  });
  return el("div", { class: "tools" }, take, save, el("span", { class: "quiet" }, count(source.split("\n").length - (source.endsWith("\n") ? 1 : 0), "line")));
}

/** Put `words()` on the clipboard and say on the button whether that worked. */
export async function copy(button, words) {
  const name = button.textContent;
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(words());
  } catch {
    said = "The browser refused"; // no permission, or a page without a secure origin
  }
  button.textContent = said;
  setTimeout(() => (button.textContent = name), SAID_MS);
}
