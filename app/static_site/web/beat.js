// "Beat the Reasoning Agent": the puzzles of the site's runs and of the held-out bank.
import { mount } from "../player/beat.js";
import { address, GAMES, PLAYER, read, root, start } from "./site.js";

start(() => {
  address("mode", "day", "puzzle", "seed");
  mount(root, { ...PLAYER, list: GAMES + "puzzles.json", puzzle: (id) => read(GAMES, "puzzle", ...`${id}.json.gz`.split("/")) });
});
