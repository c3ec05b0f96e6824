// What came with the address: shown first, and run only when the visitor says so.
import { count, el } from "./dom.js";
import { claims, programFromHash, repliesFromHash } from "./links.js";

/**
 * What this page's address holds: {source, replies, lost}, or null where it holds nothing. `source` is null without a
 * program; `lost` says what is there and cannot be read: "program", "game" or null.
 */
export async function readLink(programs) {
  const { hash } = location;
  const claimed = claims(hash);
  const replies = repliesFromHash(hash);
  const source = programs ? await programFromHash(hash) : null;
  const noProgram = programs && claimed.program && source === null;
  // Moves of a program that cannot be read belong to no other.
  if (noProgram) return { source, replies: [], lost: "program" };
  const lost = claimed.game && !replies ? "game" : null;
  return source === null && !replies?.length && !lost ? null : { source, replies: replies ?? [], lost };
}

/** A card that says what the link holds; `accept()` runs it, `dismiss()` plays without it. */
export function linkCard({ source, replies, lost }, accept, dismiss) {
  const program = source === null ? null : `a program of ${count(source.split("\n").length, "line")}`;
  const game = replies.length ? `a game of ${count(replies.length, "move")}` : null;
  const held = [program, game].filter(Boolean).join(" and ");
  const said = [
    held ? `This link holds ${held}.` : "",
    program ? "Read it below first; it runs sealed off from this page and the network." : "",
    lost ? `The ${lost} in this link cannot be read: it is cut off, damaged or too long.` : "",
  ];
  return el(
    "div",
    { class: "sp-card sp-row", role: "status" },
    said.filter(Boolean).join(" "),
    held ? el("button", { type: "button", class: "sp-primary", onclick: accept }, program ? "Run it" : "Replay it here") : null,
    el("button", { type: "button", onclick: dismiss }, "Play afresh"),
  );
}
