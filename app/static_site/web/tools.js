// Tool use: one of the environments of tools.json, ?in= and ?env= saying which; the first where they do not.
import { el, fill } from "../player/dom.js";
import { mount } from "../player/player.js";
import { above, address, GAMES, odd, PLAYER, read, root, seedOf, start } from "./site.js";

start(async () => {
  const choices = await read(GAMES, "tools.json");
  const asked = address("in", "env", "seed");
  if (!choices.length) return void fill(root, el("p", {}, "No run and no pool of this site holds a tool-use environment."));
  const chosen = choiceOf(choices, asked);
  fill(above, el("div", { class: "site-row" }, el("label", {}, "Environment", chooser(choices, chosen))));
  const options = await read(GAMES, "tools", chosen.in, `${chosen.env}.json.gz`);
  mount(root, { ...PLAYER, ...options, seed: seedOf(asked, options.seed) });
});

function choiceOf(choices, asked) {
  const [place, env] = [asked.get("in"), asked.get("env")];
  const found = choices.find((choice) => choice.in === place && choice.env === env);
  if (found || (place === null && env === null)) return found ?? choices[0];
  const known = choices.some((choice) => choice.in === place);
  if (known) odd("env", env ?? "", `an environment of ${place} that is offered here`, choices[0].title);
  else odd("in", place ?? "", "a run or a pool of this site", choices[0].title);
  return choices[0];
}

function chooser(choices, chosen) {
  const options = choices.map((choice, i) => el("option", { value: String(i), selected: choice === chosen }, choice.title));
  const select = el("select", {}, options);
  select.addEventListener("change", () => {
    const { in: place, env } = choices[Number(select.value)];
    location.search = new URLSearchParams(select.value === "0" ? {} : { in: place, env }).toString();
  });
  return select;
}
