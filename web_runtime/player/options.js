// What mount() of player.js accepts.
//
// options.program   {source, title, summary, env_id, kind}; without it the editor opens with a blank one
// options.seed      instance seed (default 0)
// options.address   {name: value, …}: what this page's address should say, the first of them being what is played
// options.meta      [[label, value], …] shown beside the title
// options.episodes  logged episodes: {arm, seed, outcome, return, steps, first_observation, play_id}
// options.assets    address of the directory that holds the runtime's manifest.json (default "/rt/")
// options.wheels    address of a directory of Python packages with an index.json, or null
// options.cdn       whether packages may come from Pyodide's own distribution where the visitor agrees (default true)
// options.editable  whether the source may be forked, changed and run (default true)
// options.gauges    numbers to take out of the text and show large (see hud.js)
// options.lines     {seed: [reply, …]}: proved solutions known beforehand, played on giving up
// options.deal      {label, next(seed): seed}: what the button for another instance does
// options.next      {label, go()}: the first button of the result card, where another instance is not meant
// options.allow     {hint, giveUp, another, seeds, history}: false takes that away
// options.reveal    "after": the agent's attempts are shown once the game is over (default "always")
// options.verbatim  show so many logged episodes whole instead of the summary of all (default 0)
// options.heading   false leaves the title out, where the page has one
// options.aside     nodes for the side column, above the agent
// options.share     (game) => text: what "Share result" copies, in place of the default
// options.onEvent   called with {kind: "opened" | "moved" | "finished" | "gaveUp" | "stopped", …}
const DEFAULTS = {
  seed: 0,
  address: null,
  meta: [],
  episodes: [],
  assets: "/rt/",
  wheels: null,
  cdn: true,
  editable: true,
  gauges: [],
  lines: {},
  deal: null,
  next: null,
  allow: {},
  reveal: "always",
  verbatim: 0,
  heading: true,
  aside: null,
  share: null,
  onEvent: () => {},
};

export function withDefaults(options) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}
