// Which topic names are shown and where, given how large they are on the screen. Pure.

const RAISE = 7; // pixels between a topic's upper dots and its name
const EDGE = 4; // and between a name and the sides of the view
const APART = { x: 6, y: 3 }; // between two names

/**
 * Places for `names` in `view` ({width, height}): a Map key -> {left, top, right, bottom}. A name is {key, size, x,
 * top, middle, width, height}: dots of the topic, the pixels of its middle and upper end, and the name's own size. It
 * stands above its topic, else across its middle; where neither is free of the names of larger topics it is hidden. It
 * gives way to the left of `blocked` boxes (buttons over the map). At most `most` names are placed.
 */
export function placeNames(names, view, blocked = [], most = Infinity) {
  const placed = new Map();
  const taken = [...blocked];
  for (const name of [...names].sort((a, b) => b.size - a.size)) {
    if (placed.size >= most) break;
    if (name.x < 0 || name.top < 0 || name.x > view.width || name.top > view.height) continue;
    const box = candidates(name, view)
      .map((candidate) => blocked.reduce(leftOf, candidate))
      .find((candidate) => candidate.left >= EDGE && !taken.some((other) => collide(candidate, other)));
    if (!box) continue;
    taken.push(box);
    placed.set(name.key, box);
  }
  return placed;
}

function candidates({ x, top, middle, width, height }, view) {
  const left = Math.min(Math.max(x - width / 2, EDGE), Math.max(view.width - width - EDGE, EDGE));
  const at = (upper) => ({ left, top: upper, right: left + width, bottom: upper + height });
  return [at(Math.max(top - height - RAISE, 2)), at(middle - height / 2)];
}

function leftOf(box, other) {
  if (!collide(box, other)) return box;
  const right = other.left - APART.x;
  return { ...box, left: right - (box.right - box.left), right };
}

function collide(a, b) {
  return a.left < b.right + APART.x && b.left < a.right + APART.x && a.top < b.bottom + APART.y && b.top < a.bottom + APART.y;
}
