// The point layer's two programs. One vertex is one dot; nothing about a dot is computed on the page's side.
// Codes of u_code are CODES of colours.js. Sizes are in device pixels.

export const VERTEX = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in vec2 a_place;   // [-1, 1]
layout(location = 1) in uvec2 a_when;   // step, topic
layout(location = 2) in uvec4 a_score;  // skill, solve rate x 250, regret x 100 + 128, plays
layout(location = 3) in uvec4 a_kind;   // flags, run, -, -
layout(location = 4) in uint a_focus;   // 1: matches the search, inside the lasso
uniform vec4 u_view;                    // scale x, y, shift x, y into clip space
uniform uvec2 u_steps;                  // first and last step shown
uniform uvec2 u_ring;                   // solve code at most, plays at least
uniform int u_code;
uniform float u_last;                   // last step of the runs
uniform float u_size;
uniform float u_scale;                  // device pixels per CSS pixel
uniform float u_line;                   // half the width of a ring's line
uniform bool u_dim;                     // dots out of focus stand back
uniform int u_width;                    // of the palette
uniform sampler2D u_palette;
flat out vec4 v_fill;
flat out vec3 v_radii;                  // dot, ring (0: none), point
flat out float v_dashed;

uint code() {
  if (u_code == 0) return a_when.y;
  if (u_code == 1) return a_score.x;
  if (u_code == 2) return uint(floor(float(a_when.x) / u_last * 255.0));
  if (u_code == 3) return a_score.y;
  if (u_code == 4) return a_score.z;
  if (u_code == 5) return (a_kind.x >> 2u) & 3u;
  return a_kind.y;
}

void main() {
  if (a_when.x < u_steps.x || a_when.x > u_steps.y) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = 0.0;
    return;
  }
  int at = int(code());
  vec4 colour = texelFetch(u_palette, ivec2(at % u_width, at / u_width), 0);
  bool back = u_dim && a_focus == 0u;
  bool hard = a_score.y <= u_ring.x && a_score.w >= u_ring.y;
  float dot = (u_dim && !back ? u_size * 1.25 + 1.0 : u_size) * 0.5;
  float ring = hard && !back ? dot * 1.25 + 1.6 * u_scale : 0.0;
  v_fill = vec4(colour.rgb, back ? 0.16 : 0.92);
  v_dashed = (a_kind.x & 3u) == 1u ? 0.0 : 1.0;
  gl_Position = vec4(a_place * u_view.xy + u_view.zw, 0.0, 1.0);
  gl_PointSize = 2.0 * (max(dot, ring + u_line) + 1.0);
  v_radii = vec3(dot, ring, gl_PointSize * 0.5);
}`;

export const FRAGMENT = `#version 300 es
precision highp float;
flat in vec4 v_fill;
flat in vec3 v_radii;
flat in float v_dashed;
uniform vec3 u_ink;
uniform vec3 u_paper;
uniform float u_scale;
uniform float u_line;
out vec4 colour;

void main() {
  vec2 from = (gl_PointCoord - 0.5) * 2.0 * v_radii.z;
  float r = length(from);
  float inside = clamp(v_radii.x - r + 0.5, 0.0, 1.0);
  float edge = v_radii.x > 2.0 * u_scale ? clamp(r - v_radii.x + 0.9 * u_scale, 0.0, 1.0) * 0.45 : 0.0;
  colour = vec4(mix(v_fill.rgb, u_paper, edge), 1.0) * v_fill.a * inside;
  if (v_radii.y == 0.0) return;
  float band = clamp(u_line - abs(r - v_radii.y) + 0.5, 0.0, 1.0);
  if (v_dashed > 0.5 && band > 0.0) {
    float turn = atan(from.y, from.x) / 6.2831853 * 7.0;
    band *= smoothstep(0.32, 0.42, abs(fract(turn) - 0.5) * 2.0);
  }
  colour = mix(colour, vec4(u_ink, 1.0), band);
}`;
