// The visitor's own games of this environment, with the failed ones a click away.
import { count, el } from "./dom.js";
import { gamesOf } from "./records.js";

const SHOWN = 8;

/** A list of finished games, or null where there are none yet. */
export function historyPanel(env, playSeed) {
  const games = gamesOf(env);
  if (!games.length) return null;
  const won = games.filter((game) => game.outcome === "won").length;
  const redo = games.find((game) => game.outcome !== "won");
  const items = games.slice(0, SHOWN).map((game) =>
    el(
      "li",
      {},
      el("button", { type: "button", class: "sp-link", onclick: () => playSeed(game.seed) }, `seed ${game.seed}`),
      ` ${game.outcome} in ${count(game.turns, "turn")}${game.hint ? ", with the hint" : ""}`,
    ),
  );
  return el(
    "section",
    { class: "sp-history", "aria-label": "Your games" },
    el("h3", {}, "Your games"),
    el("p", { class: "sp-muted" }, `${won} of ${count(games.length, "instance")} won, kept in this browser only.`),
    redo ? el("button", { type: "button", onclick: () => playSeed(redo.seed) }, "Redo one you did not win") : null,
    el("ul", {}, items),
  );
}
