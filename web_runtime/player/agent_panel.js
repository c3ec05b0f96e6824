// The agent's logged attempts: outcomes at a glance, any episode turn by turn, and Verify.
import { count, el, fill } from "./dom.js";
import { agentLine } from "./result_card.js";
import { format, replayView } from "./turn_log.js";

const ARM = { plain: "without hint", hint: "with hint" };

export function agentPanel(episodes, verify) {
  const detail = el("div", { class: "sp-detail" });
  const show = (episode) => fill(detail, episodeView(episode, verify));
  const rows = ["plain", "hint"].map((arm) => {
    const dots = episodes
      .filter((episode) => episode.arm === arm)
      .map((episode) =>
        el("button", {
          type: "button",
          class: `sp-dot sp-${episode.outcome}`,
          title: `${episode.outcome}, seed ${episode.seed}, ${count(episode.steps.length, "turn")}`,
          "aria-label": `Episode ${ARM[arm]}: ${episode.outcome}, seed ${episode.seed}`,
          onclick: () => show(episode),
        }),
      );
    return dots.length ? el("div", { class: "sp-armrow" }, el("span", { class: "sp-muted" }, ARM[arm]), el("span", {}, dots)) : null;
  });
  const node = el(
    "div",
    { class: "sp-agent" },
    el("h3", {}, "The agent"),
    el("p", { class: "sp-muted" }, agentLine(episodes)),
    rows,
    detail,
  );
  return { node, show };
}

function episodeView(episode, verify) {
  const verdict = el("p", { role: "status" });
  const run = async () => {
    fill(verdict, "Running it again in this browser…");
    try {
      const result = await verify(episode);
      const text = result.exact
        ? `Replayed exactly: ${count(result.turns, "turn")}, every observation and reward the same.`
        : `Differs at turn ${result.turn}: ${result.what}.`;
      fill(verdict, text);
    } catch (error) {
      fill(verdict, error.message);
    }
  };
  const outcome = episode.return === null ? episode.outcome : `${episode.outcome}, return ${format(episode.return)}`;
  return el(
    "div",
    {},
    el("p", {}, el("strong", {}, ARM[episode.arm] ?? episode.arm), ` · seed ${episode.seed} · ${outcome}`),
    episode.hint ? el("details", {}, el("summary", {}, "Its hint"), el("p", {}, episode.hint)) : null,
    el("div", { class: "sp-row" }, el("button", { type: "button", onclick: run }, "Verify"), verdict),
    replayView(episode),
  );
}
