// Dots on the graphics processor (WebGL2): one buffer of 16 bytes a dot written once, one of a byte a dot for
// the search and the lasso, and a list of the dots to draw. A slider tick changes two uniforms and a range.
import { channels } from "./colours.js";
import { FRAGMENT, VERTEX } from "./shaders.js";

const BYTES = 16;
const WIDTH = 1024; // of the palette texture
const UNIFORMS = ["view", "steps", "ring", "code", "last", "size", "scale", "line", "dim", "width", "palette", "ink", "paper"];

export class GLLayer {
  /** Raises an Error when the canvas gives no WebGL2 context. */
  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: false, alpha: true, premultipliedAlpha: true });
    if (!this.gl) throw new Error("WebGL2 is not available");
    this.setUp();
  }

  /** Programs and buffers; called again after a lost context came back. */
  setUp() {
    const { gl } = this;
    this.program = link(gl, VERTEX, FRAGMENT);
    this.at = Object.fromEntries(UNIFORMS.map((name) => [name, gl.getUniformLocation(this.program, "u_" + name)]));
    this.dotBuffer = gl.createBuffer();
    this.focusBuffer = gl.createBuffer();
    this.listBuffer = gl.createBuffer();
    this.palette = gl.createTexture();
    this.array = gl.createVertexArray();
    Object.assign(this, { dots: null, focus: undefined, list: null, colour: null });
    this._describe();
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  /** Upload what changed since the last frame, then draw. `frame` as described in plot.js; `bounds` in map units. */
  draw(frame, bounds) {
    const { gl } = this;
    if (gl.isContextLost()) return;
    gl.bindVertexArray(this.array);
    if (frame.dots !== this.dots) this._dots(frame.dots);
    if (frame.focus !== this.focus) this._focus(frame.focus);
    if (frame.list !== this.list) this._list(frame.list);
    if (frame.colour !== this.colour) this._colour(frame.colour);
    this._uniforms(frame, bounds);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    for (const offsets of [frame.list.plain, frame.list.strong]) {
      const first = offsets[frame.range.from];
      const count = offsets[frame.range.to + 1] - first;
      if (count > 0) gl.drawElements(gl.POINTS, count, gl.UNSIGNED_INT, first * 4);
    }
  }

  destroy() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  _describe() {
    const { gl } = this;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.dotBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.SHORT, true, BYTES, 0);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribIPointer(1, 2, gl.UNSIGNED_SHORT, BYTES, 4);
    gl.enableVertexAttribArray(2);
    gl.vertexAttribIPointer(2, 4, gl.UNSIGNED_BYTE, BYTES, 8);
    gl.enableVertexAttribArray(3);
    gl.vertexAttribIPointer(3, 4, gl.UNSIGNED_BYTE, BYTES, 12);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.focusBuffer);
    gl.enableVertexAttribArray(4);
    gl.vertexAttribIPointer(4, 1, gl.UNSIGNED_BYTE, 1, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.listBuffer);
  }

  _dots(dots) {
    const { gl } = this;
    const data = new ArrayBuffer(dots.size * BYTES);
    const short = new Int16Array(data);
    const word = new Uint16Array(data);
    const byte = new Uint8Array(data);
    for (let i = 0, s = 0, b = 8; i < dots.size; i++, s += 8, b += BYTES) {
      short[s] = dots.x[i];
      short[s + 1] = dots.y[i];
      word[s + 2] = dots.step[i];
      word[s + 3] = dots.topic[i];
      byte[b] = dots.skill[i];
      byte[b + 1] = dots.solve[i];
      byte[b + 2] = dots.regret[i] + 128;
      byte[b + 3] = dots.plays[i];
      byte[b + 4] = dots.flags[i];
      byte[b + 5] = dots.run[i];
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.dotBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    this.dots = dots;
    this.focus = undefined;
  }

  _focus(focus) {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.focusBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, focus ?? new Uint8Array(this.dots.size), gl.DYNAMIC_DRAW);
    this.focus = focus;
  }

  _list(list) {
    this.gl.bufferData(this.gl.ELEMENT_ARRAY_BUFFER, list.ids, this.gl.DYNAMIC_DRAW);
    this.list = list;
  }

  _colour(colour) {
    const { gl } = this;
    const height = Math.ceil(colour.css.length / WIDTH);
    const texels = new Uint8Array(WIDTH * height * 4);
    texels.set(colour.rgba);
    gl.bindTexture(gl.TEXTURE_2D, this.palette);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, WIDTH, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, texels);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
    this.colour = colour;
  }

  _uniforms(frame, { x, y }) {
    const { gl, at, canvas } = this;
    const scale = canvas.width / Math.max(canvas.clientWidth, 1);
    const [wide, tall] = [2 / (x[1] - x[0]), 2 / (y[1] - y[0])];
    gl.useProgram(this.program);
    gl.uniform4f(at.view, wide, tall, (-wide * (x[0] + x[1])) / 2, (-tall * (y[0] + y[1])) / 2);
    gl.uniform2ui(at.steps, frame.range.from, frame.range.to);
    gl.uniform2ui(at.ring, frame.ring.solve, frame.ring.plays);
    gl.uniform1i(at.code, frame.colour.code);
    gl.uniform1f(at.last, Math.max(frame.dots.lastStep, 1));
    gl.uniform1f(at.size, frame.size * scale);
    gl.uniform1f(at.scale, scale);
    gl.uniform1f(at.line, Math.min(0.45 + frame.size * 0.04, 0.85) * scale);
    gl.uniform1i(at.dim, frame.focus ? 1 : 0);
    gl.uniform1i(at.width, WIDTH);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.palette);
    gl.uniform1i(at.palette, 0);
    gl.uniform3f(at.ink, ...channels(frame.ink).map((value) => value / 255));
    gl.uniform3f(at.paper, ...channels(frame.paper).map((value) => value / 255));
  }
}

function link(gl, vertex, fragment) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error("the point layer's program was refused: " + gl.getProgramInfoLog(program));
  }
  return program;
}
