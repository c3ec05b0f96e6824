// How it ended, in words, and what to do next.
import { count, el } from "./dom.js";

const WORDS = {
  won: "You won",
  lost: "Lost",
  truncated: "Out of turns",
  void: "The program broke",
};

export function resultCard({ state, gaveUp, usedHint, episodes, again, next, link, download, program }) {
  const title = gaveUp && state.outcome === "won" ? "The proved solution" : (WORDS[state.outcome] ?? "Over");
  const reason = state.fault
    ? `The program failed (${state.fault}); nobody is scored for that.`
    : `${count(state.turn, "turn")} of ${state.turn_limit}${usedHint ? ", with the hint" : ""}${gaveUp ? ", played for you" : ""}.`;
  return el(
    "div",
    { class: `sp-card sp-result sp-${state.outcome}`, role: "status" },
    el("h3", {}, title),
    el("p", {}, reason),
    el("p", {}, agentLine(episodes)),
    el(
      "div",
      { class: "sp-row" },
      el("button", { type: "button", onclick: again }, "Again"),
      el("button", { type: "button", class: "sp-primary", onclick: next }, "Another instance"),
      el("button", { type: "button", onclick: () => save(download, program) }, "Download episode"),
      el("a", { href: link }, "Link to this game"),
    ),
  );
}

/** "The agent won 3 of 16 without the hint, 7 of 16 with it." */
export function agentLine(episodes) {
  const of = (arm) => episodes.filter((e) => e.arm === arm && e.outcome !== "void");
  const won = (list) => list.filter((e) => e.outcome === "won").length;
  const plain = of("plain");
  const hinted = of("hint");
  if (!plain.length) return "No logged attempts of the agent.";
  const first = `The agent won ${won(plain)} of ${plain.length} without the hint`;
  return hinted.length ? `${first}, ${won(hinted)} of ${hinted.length} with it.` : first + ".";
}

// A finished game in the run log's own columns, so that it can be loaded beside the agent's.
async function save(download, program) {
  const transcript = await download();
  const messages = [{ role: "user", content: transcript.first_observation }];
  for (const step of transcript.steps) {
    messages.push({ role: "assistant", content: step.action }, { role: "user", content: step.observation });
  }
  const row = {
    play_id: `human-${Date.now()}`,
    env_id: program.env_id ?? transcript.env_sha256,
    arm: "plain",
    seed: transcript.seed,
    messages,
    steps: transcript.steps,
    first_observation: transcript.first_observation,
    return: transcript.return,
    outcome: transcript.outcome,
    fault: transcript.fault,
    turns: transcript.steps.length,
  };
  const url = URL.createObjectURL(new Blob([JSON.stringify(row, null, 1)], { type: "application/json" }));
  el("a", { href: url, download: `${row.play_id}.json` }).click();
  URL.revokeObjectURL(url);
}
