// What came with the address: shown first, and run only when the visitor says so.
import { count, el } from "./dom.js";
import { programFromHash, repliesFromHash } from "./links.js";

/** {source, replies} of this page's address (source null without a program), or null where it holds neither. */
export async function readLink(programs) {
  const replies = repliesFromHash(location.hash) ?? [];
  const source = programs ? await programFromHash(location.hash) : null;
  return source === null && !replies.length ? null : { source, replies };
}

/** A card that says what the link holds; `accept()` runs it, `dismiss()` plays without it. */
export function linkCard({ source, replies }, accept, dismiss) {
  const program = source === null ? null : `a program of ${count(source.split("\n").length, "line")}`;
  const game = replies.length ? `a game of ${count(replies.length, "move")}` : null;
  const warning = program ? " Read it below first; it runs sealed off from this page and the network." : "";
  return el(
    "div",
    { class: "sp-card sp-row" },
    `This link holds ${[program, game].filter(Boolean).join(" and ")}.${warning}`,
    el("button", { type: "button", class: "sp-primary", onclick: accept }, program ? "Run it" : "Replay it here"),
    el("button", { type: "button", onclick: dismiss }, "Play afresh"),
  );
}
