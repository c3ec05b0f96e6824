// Play one environment: ?run=&env=&seed= (of a run), ?pool=&file=&seed= (of the hand-written bank), ?own=1; otherwise a
// choice.
import { el, fill } from "../player/dom.js";
import { Files } from "../player/map/files.js";
import { mount } from "../player/player.js";
import { above, address, DATA, GAMES, link, PLAYER, read, root, seedOf, start } from "./site.js";

// What names a program, or one's own, and the parameters that are read with it; the first one named wins.
const READ_WITH = { file: ["pool", "file", "seed"], env: ["run", "env", "seed"], own: ["own", "seed"] };
const SHOW = { file: showFile, env: showEnvironment, own: showOwn };

start(() => {
  const asked = new URLSearchParams(location.search);
  const named = Object.keys(READ_WITH).find((name) => asked.get(name));
  address(...(READ_WITH[named] ?? []));
  return named ? SHOW[named](asked) : showChoice();
});

async function showEnvironment(asked) {
  const files = new Files(DATA, await read(DATA, "runs.json"));
  const env = asked.get("env");
  const run = asked.get("run") ?? files.runOf(env);
  if (!run) throw new Error(`No run of this site holds an environment '${env}'.`);
  const { design, plays, playable } = await files.environment(run, env);
  const program = { ...playable.program, source: design.code ?? "" };
  const back = files.runs.get(run).dots ? link("index.html", { run, env }, "Show on the map") : null;
  show({ ...playable, program, episodes: plays }, asked, back);
}

async function showFile(asked) {
  const [pool, file] = [asked.get("pool") ?? "seed", asked.get("file")];
  show(await read(GAMES, "pool", pool, `${file}.json.gz`), asked, null);
}

function show(options, asked, back) {
  const title = el("h1", { class: "site-unseen" }, `Play ${options.program.title}`); // the player shows it in its own way
  fill(above, title, el("div", { class: "site-row" }, back, link("play.html", {}, "Choose another")));
  document.title = `${options.program.title} · SPADE explorer`;
  mount(root, { ...PLAYER, ...options, seed: seedOf(asked, options.seed) });
}

function showOwn(asked) {
  const words =
    "Write an environment, paste one, or open a file: one Python file with one class whose name ends in Env, with reset(seed) and step(action). It runs here, sealed off; nothing is uploaded.";
  fill(above, el("h1", {}, "Your own environment"), el("p", { class: "site-lead" }, words), el("div", { class: "site-row" }, link("play.html", {}, "Choose another")));
  mount(root, { ...PLAYER, program: null, seed: seedOf(asked, 0) });
}

async function showChoice() {
  const { runs, programs } = await read(GAMES, "play.json");
  const words = "Each one is a Python program that runs here in your browser, in the same reset and step loop the agent trained in. Nothing you type leaves this page.";
  fill(above, el("h1", {}, "Play an environment"), el("p", { class: "site-lead" }, words), el("div", { class: "site-row" }, link("play.html", { own: "1" }, "Write, paste or upload your own")));
  fill(root, runs.flatMap(({ run, name, picks }) => [el("h2", {}, `From the run ${name}: proved solvable, hint worth most`), el("ul", { class: "site-cards" }, picks.map((pick) => card(run, pick)))]), bank(programs));
}

function card(run, pick) {
  const solved = `the agent won ${percent(pick.solve_rate_plain)}, with the hint ${percent(pick.solve_rate_hint)}`;
  return el(
    "li",
    {},
    el("strong", {}, pick.title || pick.env_id),
    el("p", {}, pick.summary ?? ""),
    el("p", { class: "site-quiet" }, `${pick.skill} · step ${pick.step} · ${solved}`),
    link("play.html", { run, env: pick.env_id }, "Play", { "aria-label": `Play ${pick.title || pick.env_id}` }),
  );
}

function percent(share) {
  return share === null ? "–" : `${Math.round(share * 100)} %`;
}

function bank(programs) {
  if (!programs.length) return [];
  const select = el("select", {}, programs.map(({ title }, i) => el("option", { value: String(i) }, title)));
  const go = link("play.html", {}, "Play", { "aria-label": "Play the chosen one" });
  const aim = () => {
    const { pool, file } = programs[Number(select.value)];
    go.href = `play.html?${new URLSearchParams({ pool, file })}`;
  };
  select.addEventListener("change", aim);
  aim();
  return [el("h2", {}, "From the hand-written bank"), el("div", { class: "site-row" }, el("label", {}, "Environment", select), go)];
}
