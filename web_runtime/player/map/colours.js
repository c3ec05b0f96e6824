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

/** How dots are coloured: `of(dot)` a CSS colour, `legend` its key. */
export function colouring(by, dots, catalogue, dark) {
  const mode = dark ? "dark" : "light";
  if (by === "step") return ramp(mode, "step", (d) => dots.step[d] / Math.max(dots.lastStep, 1), ["0", String(dots.lastStep)]);
  if (by === "solve") return ramp(mode, "solve", (d) => dots.solveRate(d), ["never solved", "always"]);
  if (by === "regret") {
    const place = (d) => (dots.regretOf(d) === null ? null : (dots.regretOf(d) + 1) / 2);
    return ramp(mode, "regret", place, ["−1", "+1: only the hint helps"]);
  }
  return categories(mode, wordOf(by, dots, catalogue), dots.size);
}

/** dot -> category word for the categorical colourings. */
export function wordOf(by, dots, catalogue) {
  if (by === "skill") return (d) => catalogue.skills[dots.skill[d]] ?? "Other";
  if (by === "run") return (d) => dots.of(d).entry.title;
  if (by === "quadrant") return (d) => QUADRANT_TEXT[catalogue.quadrants[dots.quadrant(d)]] ?? "Not scored";
  return (d) => dots.of(d).coarseLabel.get(dots.topic[d]) ?? "Other";
}

function categories(mode, word, size) {
  const counts = new Map();
  for (let dot = 0; dot < size; dot++) counts.set(word(dot), (counts.get(word(dot)) ?? 0) + 1);
  const rest = ["Other", "Not scored"];
  const words = [...counts.keys()].sort(
    (a, b) => rest.includes(a) - rest.includes(b) || counts.get(b) - counts.get(a) || (a < b ? -1 : 1),
  );
  const colour = new Map();
  words.forEach((name, i) => {
    colour.set(name, rest.includes(name) || i >= MAX_CATEGORIES ? UNKNOWN[mode] : CATEGORIES[mode][i]);
  });
  return {
    of: (dot) => colour.get(word(dot)),
    word,
    legend: { kind: "categories", items: words.map((name) => ({ name, colour: colour.get(name) })) },
  };
}

function ramp(mode, name, place, ends) {
  const stops = RAMPS[mode][name].map(channels);
  const table = Array.from({ length: 101 }, (_, i) => mix(stops, i / 100));
  return {
    of: (dot) => {
      const at = place(dot);
      return at === null ? UNKNOWN[mode] : table[Math.round(Math.min(Math.max(at, 0), 1) * 100)];
    },
    word: null,
    legend: { kind: "ramp", colours: RAMPS[mode][name], ends, unknown: UNKNOWN[mode] },
  };
}

function channels(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

function mix(stops, at) {
  const place = at * (stops.length - 1);
  const low = Math.min(Math.floor(place), stops.length - 2);
  const part = stops[low].map((value, i) => Math.round(value + (stops[low + 1][i] - value) * (place - low)));
  return `rgb(${part.join(",")})`;
}
