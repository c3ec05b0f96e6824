// The part of the plane that is in view, and the gestures that move it: drag, wheel, pinch, double click.
//
// new Viewport(host, {onMove(), onHover(px, py) | onHover(null), onClick(px, py, touch)})

const MARGIN = 1.1; // the map spans [-1, 1]; a little air around it
const STRETCH = 2.1; // the plane's axes mean nothing, so it may fill a wide or tall view up to this ratio
const CLOSEST = 400;
const CLICK_PX = 5;

/** The view that shows everything in a host of this size: {x: [low, high], y: [low, high]}. */
export function homeView(width, height) {
  const ratio = width / Math.max(height, 1) || 1;
  const wide = MARGIN * Math.max(1, ratio / STRETCH);
  const tall = MARGIN * Math.max(1, 1 / ratio / STRETCH);
  return { x: [-wide, wide], y: [-tall, tall] };
}

export class Viewport {
  constructor(host, handlers) {
    Object.assign(this, { host, handlers, pointers: new Map(), moved: 0, ending: new AbortController() });
    this.fit();
    this.bounds = this._home();
    this._listen();
  }

  /** Take the host's size; keeps centre and zoom. */
  fit() {
    const zoomed = this.bounds ? this.zoomLevel() : 1;
    const [x, y] = this.bounds ? this.centre() : [0, 0];
    this.width = Math.max(this.host.clientWidth, 1);
    this.height = Math.max(this.host.clientHeight, 1);
    this.lookAt(x, y, zoomed);
  }

  /** Pixel place of a map coordinate inside the host. */
  project(x, y) {
    const { x: h, y: v } = this.bounds;
    return [((x - h[0]) / (h[1] - h[0])) * this.width, ((v[1] - y) / (v[1] - v[0])) * this.height];
  }

  /** Map coordinate of a pixel inside the host. */
  unproject(px, py) {
    const { x: h, y: v } = this.bounds;
    return [h[0] + (px / this.width) * (h[1] - h[0]), v[1] - (py / this.height) * (v[1] - v[0])];
  }

  centre() {
    return [(this.bounds.x[0] + this.bounds.x[1]) / 2, (this.bounds.y[0] + this.bounds.y[1]) / 2];
  }

  /** 1 when the whole map is in view, 2 when half of it is, … */
  zoomLevel() {
    const home = this._home();
    return (home.y[1] - home.y[0]) / (this.bounds.y[1] - this.bounds.y[0]);
  }

  lookAt(x, y, zoom) {
    const home = this._home();
    const level = Math.min(Math.max(zoom, 0.5), CLOSEST);
    const [wide, tall] = [home.x[1] / level, home.y[1] / level];
    this.bounds = { x: [x - wide, x + wide], y: [y - tall, y + tall] };
  }

  /** Zoom so that what lies under (px, py) stays there. */
  zoomAt(factor, px, py) {
    const [x, y] = this.unproject(px, py);
    const [cx, cy] = this.centre();
    const before = this.zoomLevel();
    const after = Math.min(Math.max(before * factor, 0.5), CLOSEST);
    const share = before / after;
    this.lookAt(x + (cx - x) * share, y + (cy - y) * share, after);
    this.handlers.onMove();
  }

  pan(dx, dy) {
    const { x, y } = this.bounds;
    const [mx, my] = [(dx / this.width) * (x[1] - x[0]), (dy / this.height) * (y[1] - y[0])];
    this.bounds = { x: x.map((at) => at - mx), y: y.map((at) => at + my) };
    this.handlers.onMove();
  }

  destroy() {
    this.ending.abort();
  }

  _home() {
    return homeView(this.width, this.height);
  }

  _listen() {
    const { host } = this;
    const options = { signal: this.ending.signal };
    const place = (event) => {
      const box = host.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    host.addEventListener("pointerdown", (event) => this._down(event, place(event)), options);
    host.addEventListener("pointermove", (event) => this._move(event, place(event)), options);
    host.addEventListener("pointerup", (event) => this._up(event, place(event)), options);
    host.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId), options);
    host.addEventListener("pointerleave", () => this.handlers.onHover(null), options);
    const wheel = (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 30 : 1;
      this.zoomAt(Math.exp(-Math.max(-400, Math.min(400, event.deltaY * lines)) / 400), ...place(event));
    };
    host.addEventListener("wheel", wheel, { ...options, passive: false });
    host.addEventListener("dblclick", (event) => this.zoomAt(event.shiftKey ? 0.5 : 2, ...place(event)), options);
  }

  _down(event, place) {
    if (event.button) return;
    this.host.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, place);
    this.moved = this.pointers.size > 1 ? Infinity : 0;
  }

  _move(event, place) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return event.pointerType === "touch" ? undefined : this.handlers.onHover(...place);
    const [dx, dy] = [place[0] - before[0], place[1] - before[1]];
    this.moved += Math.abs(dx) + Math.abs(dy);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, place);
    if (other) {
      const apart = (a) => Math.hypot(a[0] - other[0], a[1] - other[1]);
      this.zoomAt(apart(place) / Math.max(apart(before), 1), (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
    } else if (this.moved > CLICK_PX) {
      this.handlers.onHover(null);
      this.pan(dx, dy);
    }
  }

  _up(event, place) {
    if (!this.pointers.delete(event.pointerId)) return;
    if (this.moved <= CLICK_PX) this.handlers.onClick(...place, event.pointerType === "touch");
  }
}
