// Where an environment comes from and what is near it: the passage, parents and children, nearest neighbours.
import { el, fill } from "../dom.js";

/**
 * Links to other environments of the run. `rows` are {env_id, title, step, …}; `note(row)` says why each is here;
 * `more` is how many are not listed. `open(envId)` on a plain click, `linkTo(envId)` the address.
 */
export function relatives(name, rows, note, { open, linkTo }, more = 0) {
  if (!rows?.length) return [];
  const items = rows.map((row) => {
    if (row.known === false) return el("li", {}, el("span", {}, row.env_id), el("span", { class: "quiet" }, "not in this run"));
    const link = el("a", { class: "link", href: linkTo(row.env_id) }, row.title || row.env_id);
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open(row.env_id);
    });
    return el("li", {}, link, el("span", { class: "quiet" }, note(row)));
  });
  if (more > 0) items.push(el("li", { class: "quiet" }, `and ${more.toLocaleString("en")} more`));
  return [el("h3", {}, name), el("ul", { class: "relatives" }, ...items)];
}

/** The passage a design was grounded in, fetched when shown. `read()` resolves to {id, text, source, subject}. */
export function passage(docId, read) {
  const box = el("div", { class: "passage" });
  if (!docId) return [el("h3", {}, "Source passage"), el("p", { class: "quiet" }, "Designed without one.")];
  fill(box, el("p", { class: "quiet" }, `Fetching ${docId}…`));
  read().then(
    (found) => {
      const from = [found.id, found.subject, found.source].filter(Boolean).join(" · ");
      fill(box, el("blockquote", {}, found.text), el("p", { class: "quiet" }, from));
    },
    (error) => fill(box, el("p", { class: "quiet" }, `${docId} is not at hand: ${error.message}`)),
  );
  return [el("h3", {}, "Source passage"), box];
}
