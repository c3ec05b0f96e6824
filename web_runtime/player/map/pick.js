// Finds the dot under a pointer: a grid over all dots, built once by a counting sort.

const SPAN = 65536; // coordinates are int16

export class DotGrid {
  constructor(dots) {
    this.dots = dots;
    const across = Math.min(512, Math.max(16, Math.round(Math.sqrt(dots.size / 4))));
    this.across = across;
    this.starts = new Uint32Array(across * across + 1);
    for (let dot = 0; dot < dots.size; dot++) this.starts[this._cell(dots.x[dot], dots.y[dot]) + 1]++;
    for (let i = 1; i < this.starts.length; i++) this.starts[i] += this.starts[i - 1];
    const next = this.starts.slice(0, -1);
    this.order = new Uint32Array(dots.size);
    for (let dot = 0; dot < dots.size; dot++) this.order[next[this._cell(dots.x[dot], dots.y[dot])]++] = dot;
  }

  /**
   * The nearest dot for which `wanted(dot)` holds, within `rx` and `ry` (map units; distances are measured in
   * multiples of them), or -1. The newest of equally near ones wins: it is drawn on top.
   */
  nearest(x, y, rx, ry, wanted) {
    let best = -1;
    let least = 1;
    this.within(x - rx, y - ry, x + rx, y + ry, (dot) => {
      const [px, py] = this.dots.at(dot);
      const apart = ((px - x) / rx) ** 2 + ((py - y) / ry) ** 2;
      if (apart > least || (apart === least && dot < best) || !wanted(dot)) return;
      least = apart;
      best = dot;
    });
    return best;
  }

  /** Call `visit(dot)` for every dot of the cells that touch the box (map units). */
  within(left, bottom, right, top, visit) {
    const column = (at) => Math.min(Math.max(Math.floor((at * 32767 + 32768) / (SPAN / this.across)), 0), this.across - 1);
    for (let row = column(bottom); row <= column(top); row++) {
      const from = this.starts[row * this.across + column(left)];
      const to = this.starts[row * this.across + column(right) + 1];
      for (let i = from; i < to; i++) visit(this.order[i]);
    }
  }

  _cell(x, y) {
    const { across } = this;
    return Math.floor(((y + 32768) * across) / SPAN) * across + Math.floor(((x + 32768) * across) / SPAN);
  }
}
