// How it ended, in words, against the agent; and what to do next.
import { count, el, fill } from "./dom.js";
import { streak } from "./records.js";

const WORDS = {
  won: "You won",
  lost: "Lost",
  truncated: "Out of turns",
  void: "The program broke",
};

/**
 * @param game  {state, seed, gaveUp, usedHint, episodes, program}
 * @param acts  {again, next: {label, go()} or null, link(): Promise<string>, share: (game) => text or null,
 *              transcript()}
 */
export function resultCard(game, acts) {
  const { state, gaveUp } = game;
  const title = gaveUp && state.outcome === "won" ? "The proved solution" : (WORDS[state.outcome] ?? "Over");
  const said = el("p", { role: "status", class: "sp-muted" });
  const share = async () => {
    const text = acts.share ? acts.share(game) : shareText(game, await acts.link());
    try {
      await navigator.clipboard.writeText(text);
      fill(said, acts.share ? "Copied. It tells the result, not the moves." : "Copied: the result, and a link that replays your game.");
    } catch {
      fill(said, text);
    }
  };
  const button = (text, onclick, kind) => el("button", { type: "button", class: kind, onclick }, text);
  const run = streak();
  return el(
    "div",
    { class: `sp-card sp-result sp-${state.outcome}` },
    el("h3", { tabindex: "-1" }, title),
    el("p", {}, endedBecause(game)),
    game.episodes.length ? el("p", {}, agentLine(game.episodes), standing(game)) : null,
    state.outcome === "won" && !gaveUp && run > 1 ? el("p", { class: "sp-muted" }, `${run} wins in a row in this browser.`) : null,
    el(
      "div",
      { class: "sp-row" },
      acts.next ? button(acts.next.label, acts.next.go, "sp-primary") : null,
      button("Again", acts.again),
      gaveUp ? null : button("Share result", share),
      button("Download episode", async () => save(await acts.transcript(), game)),
    ),
    said,
  );
}

function endedBecause({ state, usedHint, gaveUp }) {
  if (state.fault) return `The program failed (${state.fault}), so nobody is scored.`;
  const helped = gaveUp ? ", played for you" : usedHint ? ", with the hint" : "";
  const why = { won: "solved", lost: "the environment ended the game", truncated: "the turn limit was reached" }[state.outcome];
  return `After ${count(state.turn, "turn")} of ${state.turn_limit}: ${why}${helped}.`;
}

function standing({ state, gaveUp, episodes }) {
  const best = bestTurns(episodes);
  if (gaveUp || state.outcome !== "won" || best === null) return "";
  if (state.turn < best) return ` Its best win took ${count(best, "turn")}: yours is shorter.`;
  return ` Its best win took ${count(best, "turn")}.`;
}

/** One sentence that spoils nothing, and the link. */
export function shareText({ program, seed, state, usedHint, episodes }, link) {
  const did = { won: "won", lost: "lost", truncated: "ran out of turns" }[state.outcome] ?? "broke it";
  const turns = `${did} in ${state.turn} of ${count(state.turn_limit, "turn")}${usedHint ? ", with the hint" : ""}`;
  return `${program.title}, seed ${seed}: ${turns}. ${agentLine(episodes)}\n${link}`;
}

const counted = (episodes, arm) => episodes.filter((e) => e.arm === arm && e.outcome !== "void");
const won = (list) => list.filter((e) => e.outcome === "won");

/** "The agent won 3 of 16 without the hint, 7 of 16 with it." */
export function agentLine(episodes) {
  const plain = counted(episodes, "plain");
  const hinted = counted(episodes, "hint");
  if (!plain.length) return "The agent has no logged attempts here.";
  const first = `The agent won ${won(plain).length} of ${plain.length} without the hint`;
  return hinted.length ? `${first}, ${won(hinted).length} of ${hinted.length} with it.` : first + ".";
}

/** Fewest turns of a logged win without the hint, or null. */
export function bestTurns(episodes) {
  const turns = won(counted(episodes, "plain")).map((e) => e.steps.length);
  return turns.length ? Math.min(...turns) : null;
}

// A finished game as a row of the run log's `plays` table, every column of it, so that it can be loaded beside the
// agent's.
function save(transcript, { program, usedHint, hint }) {
  const messages = [{ role: "user", content: transcript.first_observation }];
  for (const step of transcript.steps) {
    messages.push({ role: "assistant", content: step.action }, { role: "user", content: step.observation });
  }
  const row = {
    play_id: `human-${Date.now()}`,
    env_id: program.env_id ?? transcript.env_sha256,
    step: null,
    arm: usedHint ? "hint" : "plain",
    seed: transcript.seed,
    group_id: null,
    policy_version: null,
    messages,
    steps: transcript.steps,
    first_observation: transcript.first_observation,
    hint,
    return: transcript.return,
    outcome: transcript.outcome,
    fault: transcript.fault,
    turns: transcript.steps.length,
    prompt_tokens: null,
    completion_tokens: null,
    advantage: null,
    wall_ms: null,
  };
  download(JSON.stringify(row, null, 1), `${row.play_id}.json`, "application/json");
}

/** Hand the visitor a text as a file. */
export function download(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
