// What the keys of the map do (keys.js says it to the visitor).

const PUSH = { history: "push" };

/** Key -> what it does on `map`; false leaves the key to the page. */
export function shortcuts(map) {
  const open = () => map.state.env !== null;
  return {
    ArrowLeft: () => map.timeline.move(-1),
    ArrowRight: () => map.timeline.move(1),
    " ": () => map.timeline.toggle(),
    Escape: () => escape(map),
    j: () => step(map, 1),
    k: () => step(map, -1),
    r: () => open() && map.panel.select("code"),
    t: () => open() && map.panel.select("episodes"),
    "[": () => open() && map.panel.turn(-1),
    "]": () => open() && map.panel.turn(1),
    p: () => open() && map.panel.play(),
    m: () => open() && map.alike(map.state.env),
    l: () => map.lasso.arm(!map.lasso.armed),
    f: () => map.filterPanel.toggle(),
    "+": () => map.plot.zoom(1.6),
    "=": () => map.plot.zoom(1.6),
    "-": () => map.plot.zoom(1 / 1.6),
    0: () => map.plot.home(),
    "/": () => map.search.focus(),
    "?": () => map.help.toggle(),
  };
}

/** Close, stop or clear whatever is in front. */
function escape(map) {
  if (map.help.open) return false; // the dialog closes itself
  if (map.lasso.armed) return map.lasso.arm(false);
  if (map.timeline.playing) return map.timeline.stop();
  if (map.filterPanel.open) return map.filterPanel.toggle(false);
  if (map.state.env) return void map.close();
  if (map.state.search) return void map.change({ search: null }, PUSH);
  return map.state.lasso ? void map.change({ lasso: null }, PUSH) : false;
}

/** Open the next (1) or previous (-1) environment of the table. */
function step(map, by) {
  const dot = map.table.neighbour(by);
  if (dot !== undefined && dot !== map.selected) map.open(dot);
}
