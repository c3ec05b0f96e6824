// Small words about the whole picture: the headline, the theme, the size of a dot.

const said = (n) => n.toLocaleString("en");

/** The line under the title, and the button beside it (null: none). */
export function headline(scene, dots, focus) {
  const { counts, list, drawn, box, state } = scene;
  const ringed = counts.solid + counts.open;
  const parts = [];
  const lit = focus.mask ? ` ${said(scene.shown.length)} lit,` : "";
  if (list.sampled) {
    const of = box ? `the ${said(list.of)} in view` : said(counts.shown);
    parts.push(`Showing ${said(drawn)} of ${of}, sampled by density; zoom in for more.`);
  }
  const all = counts.shown === dots.size ? "" : ` of ${said(dots.size)}`;
  parts.push(`${said(counts.shown)}${all} environments,${lit} ${said(ringed)} ringed as almost never solved.`);
  const layouts = new Set(dots.runs.map((run) => run.entry.projection));
  if (layouts.size > 1) parts.push("These runs were laid out separately, so places cannot be compared between them.");
  const offer = state.all ? (scene.filter.passing.length > 50_000 ? "Draw a sample" : null) : list.sampled ? "Draw all" : null;
  return { sentence: parts.join(" "), offer };
}

/** Colours of the page the map stands in: {dark, ink, paper, accent}. */
export function themeOf(root) {
  const style = getComputedStyle(root);
  const [red, green, blue] = style.color.match(/[\d.]+/g).map(Number);
  const dark = red * 0.3 + green * 0.6 + blue * 0.1 > 128; // light text: a dark theme
  const colour = (name, fallback) => style.getPropertyValue(name).trim() || fallback;
  return { dark, ink: style.color, paper: solid(colour("--paper", dark ? "#111" : "#fff")), accent: colour("--accent", style.color) };
}

/** A colour as #rrggbb or rgb(); anything else becomes white, since the point layer reads only these. */
function solid(colour) {
  return /^(#[0-9a-f]{3}|#[0-9a-f]{6}|rgba?\([^)]+\))$/i.test(colour) ? colour : "#ffffff";
}

/** Pixels across for `count` dots in a view of this width. */
export function dotSize(count, width) {
  const base = count > 200_000 ? 2.4 : count > 20_000 ? 3.4 : count > 4000 ? 5 : count > 800 ? 7 : 9;
  return width < 760 ? Math.max(base - 2, 2.4) : base;
}
