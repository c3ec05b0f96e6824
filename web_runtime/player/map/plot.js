// Draws dots. The rest of the map knows only this interface, which both renderers have:
//
//   createPlot(host, {onHover(dot | -1, clientX, clientY), onPick(dot), onView(), onLost()}, options) -> Promise of
//     {name, draw(frame), project(x, y) -> [px, py], unproject(px, py) -> [x, y], bounds, centre(), zoomLevel(),
//      zoom(factor), lookAt(x, y, zoom), home(), resize(), destroy()}
//   frame: {dots, list, range, colour, ring, focus, selected, size, ink, paper, accent}
//     dots      {@link Dots} · list: what {@link drawList} returns · range: {from, to}, the steps shown
//     colour    what {@link colouring} returns · ring: {solve, plays}, codes at or within which a dot is ringed
//     focus     a byte per dot, 1 for dots that match the search and lie in the lasso, or null
//     selected  a dot or -1 · size: pixels · ink, paper, accent: CSS colours of the theme
//
// Parts of a frame are compared by identity: a part that has not changed must be the same object.
import { GLPlot } from "./gl_plot.js";
import { loadPlotly, PlotlyPlot } from "./plotly_plot.js";

/** WebGL2 where there is any; otherwise (or when `plain` asks for it) Plotly. `onLost()` when a context is gone for good. */
export async function createPlot(host, handlers, { plotly, plain = false }) {
  if (!plain) {
    try {
      return new GLPlot(host, handlers);
    } catch (error) {
      console.info(`Drawing with Plotly: ${error.message}`);
    }
  }
  return new PlotlyPlot(host, await loadPlotly(plotly), handlers);
}
