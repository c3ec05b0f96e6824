// One keyboard for the map, and the overlay that says so.
import { el, fill } from "../dom.js";

const HELP = [
  ["← →", "one step back, one step on"],
  ["Space", "play or pause the training"],
  ["/", "search"],
  ["j k", "next, previous environment of the table"],
  ["r", "read the open environment's code"],
  ["t", "its episodes, turn by turn"],
  ["[ ]", "one turn back, one turn on"],
  ["p", "play the open environment"],
  ["m", "more like the open environment"],
  ["l", "draw a lasso"],
  ["f", "filters"],
  ["+ − 0", "zoom in, zoom out, show everything"],
  ["Esc", "close, stop or clear what is in front"],
  ["?", "this help"],
];

/** `act[key]()` is called for a key; returning false leaves the key to the page. */
export function listenToKeys(act, signal) {
  // In the capture phase, because Streamlit has single-letter shortcuts of its own.
  addEventListener(
    "keydown",
    (event) => {
      const target = event.composedPath()[0];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== "Escape" && isTakenBy(target, event.key)) return;
      if (!act[event.key] || act[event.key](event) === false) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
}

/** Whether a focused control has a use of its own for the key. */
function isTakenBy(target, key) {
  const arrow = /^Arrow/.test(key);
  if (target.type === "checkbox") return key === " ";
  if (target.type === "range") return arrow;
  if (/^(input|select|textarea)$/i.test(target.tagName)) return true;
  if (key === " ") return /^(button|a|summary)$/i.test(target.tagName);
  return arrow && Boolean(target.closest?.("[role=tablist], .episode, .code, .table"));
}

/** The overlay under `?`: a modal dialog that gives the focus back when it closes. */
export class Help {
  constructor(root) {
    const close = el("button", { type: "button", class: "close", "aria-label": "Close help" }, "×");
    close.addEventListener("click", () => this.node.close());
    const rows = HELP.map(([keys, what]) => {
      return el("div", {}, el("dt", {}, ...keys.split(" ").map((key) => el("kbd", {}, key))), el("dd", {}, what));
    });
    this.node = el("dialog", { class: "help", "aria-label": "Keyboard" }, close, el("h2", {}, "Keyboard"), el("dl", {}));
    fill(this.node.querySelector("dl"), ...rows);
    this.node.addEventListener("click", (event) => event.target === this.node && this.node.close());
    root.append(this.node);
  }

  get open() {
    return this.node.open;
  }

  toggle() {
    if (this.node.open) this.node.close();
    else this.node.showModal();
  }
}
