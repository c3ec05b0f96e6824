// The agent's logged attempts: outcomes at a glance, any episode turn by turn, and Verify.
import { count, el, fill } from "./dom.js";
import { agentLine, bestTurns } from "./result_card.js";
import { format, replayView } from "./turn_log.js";

const ARM = { plain: "without hint", hint: "with hint" };
const MOST_SEEDS = 6;

/** `verify(episode)` re-runs an episode here; `playSeed(seed)` opens an instance the agent has played. */
export function agentPanel(episodes, { verify, playSeed }) {
  const detail = el("div", { class: "sp-detail" });
  const show = (episode) => fill(detail, episodeView(episode, verify));
  const best = bestTurns(episodes);
  return el(
    "section",
    { class: "sp-agent", "aria-label": "The agent" },
    el("h3", {}, "The agent"),
    el("p", { class: "sp-muted" }, agentLine(episodes), best === null ? "" : ` Its shortest win took ${count(best, "turn")}.`),
    armRow(episodes, "plain", show),
    armRow(episodes, "hint", show),
    playSeed ? seedRow(episodes, playSeed) : null,
    detail,
  );
}

/** The first `most` episodes turn by turn, whole and word for word; the others behind their dots. */
export function agentVerbatim(episodes, most, { verify }) {
  const shown = episodes.slice(0, most).map((episode) => el("div", { class: "sp-card" }, episodeView(episode, verify, { whole: true })));
  return el(
    "section",
    { class: "sp-agent", "aria-label": "The agent" },
    el("h3", {}, "The agent, word for word"),
    el("p", { class: "sp-muted" }, agentLine(episodes)),
    shown,
  );
}

function armRow(episodes, arm, show) {
  const mine = episodes.filter((episode) => episode.arm === arm);
  if (!mine.length) return null;
  const dots = mine.map((episode) => {
    const said = `Episode ${ARM[arm]}: ${episode.outcome}, ${seedOf(episode)}, ${count(episode.steps.length, "turn")}`;
    return el("button", { type: "button", class: `sp-dot sp-${episode.outcome}`, title: said, "aria-label": said, onclick: () => show(episode) });
  });
  return el("div", { class: "sp-armrow" }, el("span", { class: "sp-muted" }, ARM[arm]), el("span", {}, dots));
}

// Episodes of an imported set may not say which instance they were played on: they can be read, not run again.
function seedOf(episode) {
  return episode.seed === null ? "seed not recorded" : `seed ${episode.seed}`;
}

// On a seed the agent played, its move appears beside each of the visitor's.
function seedRow(episodes, playSeed) {
  const seeds = [...new Set(episodes.filter((e) => e.arm === "plain" && e.seed !== null).map((e) => e.seed))];
  if (!seeds.length) return null;
  const buttons = seeds.slice(0, MOST_SEEDS).map((seed) => el("button", { type: "button", class: "sp-chip", onclick: () => playSeed(seed) }, String(seed)));
  return el("div", { class: "sp-row sp-seeds" }, el("span", { class: "sp-muted" }, "Seeds it played: "), buttons);
}

function episodeView(episode, verify, { whole = false } = {}) {
  const verdict = el("p", { role: "status" });
  const run = async () => {
    fill(verdict, "Running it again in this browser…");
    try {
      const result = await verify(episode);
      const exact = `Replayed exactly: ${count(result.turns, "turn")}, every observation and reward the same.`;
      fill(verdict, result.exact ? exact : `Differs at turn ${result.turn}: ${result.what}.`);
    } catch (error) {
      fill(verdict, error.message);
    }
  };
  const outcome = episode.return === null ? episode.outcome : `${episode.outcome}, return ${format(episode.return)}`;
  const tokens = episode.completion_tokens ? `, ${count(episode.completion_tokens, "token")}` : "";
  return el(
    "div",
    {},
    el("p", {}, el("strong", {}, ARM[episode.arm] ?? episode.arm), ` · ${seedOf(episode)} · ${outcome}${tokens}`),
    episode.hint ? el("details", {}, el("summary", {}, "Its hint"), el("p", { dir: "auto" }, episode.hint)) : null,
    episode.seed === null ? null : el("div", { class: "sp-row" }, el("button", { type: "button", onclick: run }, "Verify"), verdict),
    replayView(episode, whole),
  );
}
