// Building page elements from data. Text from environments only ever becomes text nodes.

/** el("button", {class: "x", onclick: f, "aria-label": "…"}, "text", node, …) */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Replace everything inside `node`. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** Load a stylesheet beside these modules once per root (document or shadow root). */
export function useStyles(root, href) {
  const scope = root.getRootNode();
  const host = scope instanceof ShadowRoot ? scope : document.head;
  if ([...host.querySelectorAll("link[rel=stylesheet]")].some((link) => link.href === href)) return;
  host.append(el("link", { rel: "stylesheet", href }));
}

/** "3 turns", "1 turn" */
export function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
