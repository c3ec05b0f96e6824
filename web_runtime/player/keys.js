// The player's keyboard: z takes a move back, arrows (or w a s d) steer, and typing stays typing.

const LETTERS = { w: "ArrowUp", a: "ArrowLeft", s: "ArrowDown", d: "ArrowRight" };

/** "undo", the name of an arrow key, or null for a key that is not the game's. */
export function gameKey(event) {
  const target = event.composedPath()[0];
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName ?? "") || target?.isContentEditable;
  const emptyMove = target?.name === "move" && target.value === "";
  if ((typing && !emptyMove) || event.altKey || event.isComposing) return null;
  const command = event.ctrlKey || event.metaKey;
  if (event.key === "z" && !event.shiftKey) return command || !typing ? "undo" : null;
  const key = typing ? event.key : (LETTERS[event.key] ?? event.key);
  return !command && key.startsWith("Arrow") ? key : null;
}
