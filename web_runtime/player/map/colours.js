// Colour by anything. Categories use palettes told apart by people with colour-vision deficiencies
// (Okabe and Ito, with three of Paul Tol's); numbers use ramps that also differ in lightness.

const CATEGORIES = {
  light: ["#0072b2", "#e08e00", "#009e73", "#c45a94", "#4aa8e0", "#d55e00", "#5b4bb5", "#8a8a1f", "#8c2f5f", "#5d7f8c"],
  dark: ["#4ea3e0", "#f0b13c", "#2fc79a", "#e08fbd", "#8fd0f7", "#f2803a", "#a99bf0", "#cfcf5c", "#d9749f", "#9fb8c2"],
};
const UNKNOWN = { light: "#a9adb3", dark: "#666c76" };
const RAMPS = {
  light: {
    step: ["#b5d1e8", "#6fa8d3", "#2f78b7", "#0c4a8a", "#06264f"],
    solve: ["#b84300", "#ec9a4c", "#b9bfc6", "#5fa3d6", "#0f569c"],
    regret: ["#6d2b86", "#b794c6", "#b9bfc6", "#63b183", "#04692f"],
  },
  dark: {
    step: ["#3a5f8f", "#3f8fb8", "#55bdb9", "#a9dca6", "#fbf3a8"],
    solve: ["#f2843a", "#d9a978", "#8b9199", "#6fb0e6", "#b5dcff"],
    regret: ["#c886e0", "#a98ab8", "#8b9199", "#74c493", "#b4f5c8"],
  },
};
const MAX_CATEGORIES = 9;

export const COLOUR_NAMES = {
  topic: "Topic",
  skill: "Skill",
  step: "Training step",
  solve: "Solve rate without hint",
  regret: "Regret",
  quadrant: "Quadrant",
  run: "Run",
};

const QUADRANT_TEXT = {
  frontier: "Frontier: the hint makes the difference",
  mastered: "Mastered: solved without a hint",
  intractable: "Intractable: unsolved even with a hint",
};

/** What a dot's colour code is read from; the point layer's shader knows the same numbers. */
export const CODES = { topic: 0, skill: 1, step: 2, solve: 3, regret: 4, quadrant: 5, run: 6 };

/**
 * How dots are coloured. `codeOf(dot)` is a small whole number and `css[code]` its colour (`rgba` the same as
 * bytes); `code` names where the number comes from. `categories` are the legend's entries (null for a ramp) and
 * `categoryOf(dot)` the index of a dot's own.
 */
export function colouring(by, dots, catalogue, dark) {
  const mode = dark ? "dark" : "light";
  if (by === "step") {
    const last = Math.max(dots.lastStep, 1);
    const codeOf = (dot) => Math.floor((dots.step[dot] / last) * 255);
    return ramp(mode, by, codeOf, (code) => code / 255, ["0", String(dots.lastStep)]);
  }
  if (by === "solve") {
    const place = (code) => (code === 255 ? null : code / 250);
    return ramp(mode, by, (dot) => dots.solve[dot], place, ["never solved", "always"]);
  }
  if (by === "regret") {
    const place = (code) => (code === 0 ? null : (code - 28) / 200);
    return ramp(mode, by, (dot) => dots.regret[dot] + 128, place, ["−1", "+1: only the hint helps"]);
  }
  const { codeOf, words } = named(by, dots, catalogue);
  return categories(mode, by, dots, codeOf, words);
}

/** Codes and their words, for colours that stand for names. */
function named(by, dots, catalogue) {
  if (by === "skill") return { codeOf: (dot) => dots.skill[dot], words: padded(catalogue.skills, 256, "Other") };
  if (by === "run") return { codeOf: (dot) => dots.run[dot], words: dots.runs.map((run) => run.entry.name) };
  if (by === "quadrant") {
    const words = catalogue.quadrants.map((quadrant) => QUADRANT_TEXT[quadrant] ?? quadrant);
    return { codeOf: (dot) => dots.quadrant(dot), words: padded(words, 4, "Not scored") };
  }
  return { codeOf: (dot) => dots.topic[dot], words: dots.topics.map((topic) => dots.themes[topic.theme]) };
}

function padded(words, size, filler) {
  return Array.from({ length: size }, (_, i) => words[i] ?? filler);
}

function categories(mode, by, dots, codeOf, words) {
  const counts = new Map();
  const perCode = new Uint32Array(words.length);
  for (let dot = 0; dot < dots.size; dot++) perCode[codeOf(dot)]++;
  words.forEach((word, code) => perCode[code] && counts.set(word, (counts.get(word) ?? 0) + perCode[code]));
  const rest = ["Other", "Not scored"];
  const names = [...counts.keys()].sort(
    (a, b) => rest.includes(a) - rest.includes(b) || counts.get(b) - counts.get(a) || (a < b ? -1 : 1),
  );
  const colourOf = (name, i) => (rest.includes(name) || i >= MAX_CATEGORIES ? UNKNOWN[mode] : CATEGORIES[mode][i]);
  const list = names.map((name, i) => ({ name, colour: colourOf(name, i) }));
  const place = new Map(names.map((name, i) => [name, i]));
  const category = Uint16Array.from(words, (word) => place.get(word) ?? 0);
  const css = words.map((word) => list[place.get(word)]?.colour ?? UNKNOWN[mode]);
  const categoryOf = (dot) => category[codeOf(dot)];
  return { code: CODES[by], codeOf, css, rgba: bytes(css), categories: list, categoryOf, ramp: null };
}

function ramp(mode, by, codeOf, place, ends) {
  const stops = RAMPS[mode][by].map(channels);
  const css = Array.from({ length: 256 }, (_, code) => {
    const at = place(code);
    return at === null ? UNKNOWN[mode] : mix(stops, Math.min(Math.max(at, 0), 1));
  });
  const key = { colours: RAMPS[mode][by], ends, unknown: UNKNOWN[mode] };
  return { code: CODES[by], codeOf, css, rgba: bytes(css), categories: null, categoryOf: () => 0, ramp: key };
}

function bytes(css) {
  return Uint8Array.from(css.flatMap((colour) => [...channels(colour), 255]));
}

/** [red, green, blue], 0 to 255, of a hexadecimal or rgb() colour. */
export function channels(colour) {
  if (colour[0] !== "#") return colour.match(/[\d.]+/g).slice(0, 3).map((value) => Math.round(Number(value)));
  const long = colour.length < 7 ? "#" + [...colour.slice(1)].map((digit) => digit + digit).join("") : colour;
  return [1, 3, 5].map((at) => parseInt(long.slice(at, at + 2), 16));
}

function mix(stops, at) {
  const place = at * (stops.length - 1);
  const low = Math.min(Math.floor(place), stops.length - 2);
  const part = stops[low].map((value, i) => Math.round(value + (stops[low + 1][i] - value) * (place - low)));
  return `rgb(${part.join(",")})`;
}
