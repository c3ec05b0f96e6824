// The view as a figure to keep: a picture, or a page of its own that needs nothing else. Plotly draws both.
import { loadPlotly, places, traceKind } from "./plotly_plot.js";
import { drawnDots } from "./sample.js";

const SIZE = { width: 1200, height: 800 };

/** Plotly's traces (of a type) and layout for a frame: one trace per legend entry, rings apart, in the theme's colours. */
export function figureOf(frame, bounds, { title }, type) {
  const shown = drawnDots(frame.list, frame.range);
  const hard = shown.filter((dot) => frame.dots.solve[dot] <= frame.ring.solve && frame.dots.plays[dot] >= frame.ring.plays);
  const proved = hard.filter((dot) => frame.dots.proved(dot));
  const unproved = hard.filter((dot) => !frame.dots.proved(dot));
  const rings = [
    ringTrace(frame, proved, "circle-open", 5, "almost never solved, proved solvable"),
    ringTrace(frame, unproved, "diamond-open", 7, "almost never solved, unproved"),
  ];
  const data = [...dotTraces(frame, shown), ...rings].map((trace) => ({ type, ...trace }));
  const axis = { visible: false, zeroline: false, showgrid: false };
  const layout = {
    title: { text: escaped(title), font: { size: 18 } },
    xaxis: { ...axis, range: [...bounds.x] },
    yaxis: { ...axis, range: [...bounds.y] },
    paper_bgcolor: frame.paper,
    plot_bgcolor: frame.paper,
    font: { color: frame.ink, family: "system-ui, sans-serif" },
    legend: { orientation: "h", y: -0.02, itemsizing: "constant" },
    margin: { l: 20, r: 20, t: 60, b: 20 },
    hovermode: "closest",
    ...SIZE,
  };
  return { data, layout };
}

/** Save the figure as a PNG file. */
export async function savePicture(address, frame, bounds, words) {
  const library = await loadPlotly(address);
  const { data, layout } = figureOf(frame, bounds, words, traceKind());
  const url = await library.toImage({ data, layout }, { format: "png", ...SIZE, scale: 2 });
  download(url, "environment-map.png");
}

/** Save the figure as one HTML file with Plotly inside it. */
export async function savePage(address, frame, bounds, words) {
  const response = await fetch(address);
  if (!response.ok) throw new Error("Plotly's bundle could not be loaded");
  const library = (await response.text()).replaceAll("</script", "<\\/script");
  const { data, layout } = figureOf(frame, bounds, words, "scattergl");
  const plain = (key, value) => (ArrayBuffer.isView(value) ? Array.from(value, (at) => Number(at.toFixed(4))) : value);
  const figure = JSON.stringify({ data, layout: { ...layout, width: undefined, height: undefined } }, plain).replaceAll("<", "\\u003c");
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(words.title)}</title>
<style>html,body,#map{margin:0;height:100%;background:${frame.paper}}</style><script>${library}</script></head>
<body><div id="map"></div><script>const figure=${figure};
Plotly.newPlot("map",figure.data,figure.layout,{responsive:true,scrollZoom:true});</script></body></html>`;
  download(URL.createObjectURL(new Blob([page], { type: "text/html" })), "environment-map.html");
}

/** Hand `address` to the visitor as a file. */
export function download(address, name) {
  const link = document.createElement("a");
  Object.assign(link, { href: address, download: name });
  link.click();
  if (address.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function* dotTraces(frame, shown) {
  const { colour, dots } = frame;
  const base = { mode: "markers", hovertemplate: "%{text}<extra></extra>" };
  const marker = { size: frame.size, opacity: 0.92, line: { width: 0.5, color: frame.paper } };
  const trace = (ids, extra) => ({ ...base, ...places(dots, ids), text: Array.from(ids, (dot) => caption(dots, dot)), ...extra });
  if (!colour.categories) {
    const paint = Array.from(shown, (dot) => colour.css[colour.codeOf(dot)]);
    yield trace(shown, { marker: { ...marker, color: paint }, showlegend: false });
    return;
  }
  for (const [index, { name, colour: paint }] of colour.categories.entries()) {
    const ids = shown.filter((dot) => colour.categoryOf(dot) === index);
    if (ids.length) yield trace(ids, { name: `${escaped(name)} (${ids.length})`, marker: { ...marker, color: paint } });
  }
}

function ringTrace(frame, ids, symbol, grow, name) {
  const marker = { symbol, size: frame.size + grow, color: frame.ink, line: { width: 2, color: frame.ink } };
  return { mode: "markers", hoverinfo: "skip", ...places(frame.dots, ids), marker, name: `${name} (${ids.length})` };
}

function caption(dots, dot) {
  const text = dots.peek(dot);
  const solved = dots.solveRate(dot);
  const rate = solved === null ? "never played" : `solved ${Math.round(solved * 100)} %`;
  return `${escaped(text?.title || text?.env_id || "")}<br>step ${dots.step[dot]} · ${rate}`;
}

/** Plotly reads a little markup in texts; environments write them. */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
