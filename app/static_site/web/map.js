// The map of every run of the site.
import { mount } from "../player/map/map.js";
import { DATA, PLOTLY, root, start } from "./site.js";

start(() => mount(root, { base: DATA, plotly: PLOTLY, playPage: "play.html" }), { plays: false });
