// "Take the Controls": the boards of controls.json, one at a time; ?board= says which, the first where it does not.
import { el, fill } from "../player/dom.js";
import { above, address, GAMES, link, odd, PLAYER, read, root, seedOf, start } from "./site.js";

start(async () => {
  const boards = await read(GAMES, "controls.json");
  const asked = address("board", "seed");
  let board = boards.find(({ id }) => id === asked.get("board"));
  if (!board) {
    if (asked.has("board")) odd("board", asked.get("board"), `one of ${boards.map(({ id }) => id).join(", ")}`, boards[0].name);
    board = boards[0];
  }
  document.querySelector("h1").parentNode.append(el("div", { class: "site-row", role: "group", "aria-label": "Board" }, boards.map((other) => choice(other, other === board, boards[0]))));
  fill(above, board.note ? el("p", { class: "site-note" }, el("strong", {}, board.note[0]), " ", board.note[1]) : null);
  const { mount } = await import(`../player/${board.module}`);
  mount(root, { ...PLAYER, ...board.options, seed: seedFor(board.options, asked) });
});

function choice({ id, name }, chosen, first) {
  return link("controls.html", id === first.id ? {} : { board: id }, name, { "aria-current": chosen ? "true" : null });
}

// Where boards are dealt, only those are; -1 is the easiest not won yet, which only this browser knows.
function seedFor({ deals, seed }, asked) {
  if (!deals) return seedOf(asked, seed);
  const text = asked.get("seed");
  if (text === null || deals.deals.some((deal) => String(deal.seed) === text)) return text === null ? -1 : Number(text);
  odd("seed", text, `one of the ${deals.deals.length} boards that can be won`, "the easiest board not won yet");
  return -1;
}
