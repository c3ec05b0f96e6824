// Which of many dots are drawn. Up to LIMIT in view are all drawn; beyond that dense places are thinned hardest,
// so that sparse places keep every dot, and zooming in brings the rest. Pure functions of typed arrays.

export const LIMIT = 50_000;
const CELLS = 128;
const LEVELS = 65_536;

/** Rank of each dot within its surroundings, 0 first: j / sqrt(n) for the j-th of the n dots in its cell. */
export function priorities(dots) {
  const cell = (dot) => (((dots.y[dot] + 32768) * CELLS) >> 16) * CELLS + (((dots.x[dot] + 32768) * CELLS) >> 16);
  const total = new Uint32Array(CELLS * CELLS);
  for (let dot = 0; dot < dots.size; dot++) total[cell(dot)]++;
  const scale = (LEVELS - 1) / Math.sqrt(total.reduce((a, b) => Math.max(a, b), 1));
  const seen = new Uint32Array(CELLS * CELLS);
  const rank = new Uint16Array(dots.size);
  const stride = coprime(dots.size);
  for (let i = 0, dot = 0; i < dots.size; i++, dot = (dot + stride) % dots.size) {
    const at = cell(dot);
    rank[dot] = (seen[at]++ / Math.sqrt(total[at])) * scale;
  }
  return rank;
}

/** A step length near the golden section of `size` that visits every index once, far apart in a row. */
function coprime(size) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  let step = Math.max(1, Math.round(size * 0.618034));
  while (gcd(step, size) !== 1) step++;
  return step;
}

/**
 * The dots to draw, plain ones before the emphasised (ringed or in focus), each part in step order.
 *
 * `candidates` are passing dots in step order, `inView(dot)` tells which matter, `first(dot)` which are never left
 * out for lack of room, `strong(dot)` which are drawn on top. Returns {ids, plain, strong, sampled, mask}: `plain`
 * and `strong` are step offsets, so dots of steps [a, b] of a part are ids[offsets[a] .. offsets[b + 1]].
 */
export function drawList(dots, candidates, { rank, limit, inView, first, strong }) {
  const { threshold, seen } = cut(candidates, rank, limit, inView, first);
  const steps = dots.lastStep + 2;
  const parts = [new Uint32Array(candidates.length), new Uint32Array(candidates.length)];
  const offsets = [new Uint32Array(steps), new Uint32Array(steps)];
  const sizes = [0, 0];
  const mask = new Uint8Array(dots.size);
  for (let i = 0; i < candidates.length; i++) {
    const dot = candidates[i];
    if (inView && !inView(dot)) continue;
    if (threshold < LEVELS && rank[dot] >= threshold && !first?.(dot)) continue;
    const part = strong(dot) ? 1 : 0;
    parts[part][sizes[part]++] = dot;
    offsets[part][dots.step[dot] + 1]++;
    mask[dot] = 1;
  }
  const ids = new Uint32Array(sizes[0] + sizes[1]);
  ids.set(parts[0].subarray(0, sizes[0]));
  ids.set(parts[1].subarray(0, sizes[1]), sizes[0]);
  offsets[1][0] = sizes[0];
  for (const sums of offsets) for (let i = 1; i < steps; i++) sums[i] += sums[i - 1];
  return { ids, plain: offsets[0], strong: offsets[1], sampled: threshold < LEVELS, mask, of: seen };
}

/**
 * `threshold`: the rank from which dots in view are left out so that at most `limit` remain (LEVELS when all fit);
 * `seen`: how many candidates are in view.
 */
function cut(candidates, rank, limit, inView, first) {
  const histogram = new Uint32Array(LEVELS);
  let kept = 0;
  let seen = 0;
  if (candidates.length <= limit && !inView) return { threshold: LEVELS, seen: candidates.length };
  for (let i = 0; i < candidates.length; i++) {
    const dot = candidates[i];
    if (inView && !inView(dot)) continue;
    seen++;
    if (first?.(dot)) kept++;
    else histogram[rank[dot]]++;
  }
  if (seen <= limit) return { threshold: LEVELS, seen };
  let threshold = 0;
  while (threshold < LEVELS - 1 && kept + histogram[threshold] <= limit) kept += histogram[threshold++];
  return { threshold, seen };
}

/** How many drawn dots are of steps [from, to]. */
export function drawnIn({ plain, strong }, { from, to }) {
  return plain[to + 1] - plain[from] + strong[to + 1] - strong[from];
}

/** The drawn dots of steps [from, to], plain ones first. */
export function drawnDots({ ids, plain, strong }, { from, to }) {
  const parts = [plain, strong].map((offsets) => ids.subarray(offsets[from], offsets[to + 1]));
  const found = new Uint32Array(parts[0].length + parts[1].length);
  found.set(parts[0]);
  found.set(parts[1], parts[0].length);
  return found;
}
