// What a search found and what a lasso holds: the dots that stay lit while the rest stands back.
import { count } from "../dom.js";
import { inside } from "./lasso.js";
import { find } from "./search.js";

export class Focus {
  constructor(catalogue) {
    Object.assign(this, { catalogue, mask: null, ranked: null, hits: null, ticket: null, key: [] });
  }

  /** Bring `mask` (a byte per dot, or null when everything is in focus) up to date. */
  update(dots, lasso) {
    if (this.dots !== dots) this.hits = this.ranked = null;
    this.dots = dots;
    const key = [dots, lasso, this.hits];
    if (key.every((part, i) => part === this.key[i])) return;
    this.key = key;
    this.lasso = lasso;
    this.mask = lasso ? inside(dots, lasso) : null;
    if (!this.hits) return;
    const found = new Uint8Array(dots.size);
    for (const dot of this.hits) found[dot] = this.mask ? this.mask[dot] : 1;
    this.mask = found;
  }

  /**
   * Look for `search` among `dots`. Returns {words, isProblem}: what to say of it, or null when a later search has
   * taken its place. The next {@link update} lights what was found.
   */
  async find(search, dots) {
    const ticket = (this.ticket = {});
    let said = { words: "", isProblem: false };
    let found = null;
    try {
      if (search) found = await find(search, dots, this.catalogue);
      if (found) said = { words: await this._words(search, found, dots), isProblem: false };
    } catch (error) {
      said = { words: error.message, isProblem: true };
    }
    if (ticket !== this.ticket) return null;
    this.dots = dots;
    this.hits = found?.ids ?? null;
    this.ranked = found?.ranked ?? null;
    return said;
  }

  /** The table's heading for `n` environments. */
  heading(n) {
    const environments = n === 1 ? "1 environment" : `${n.toLocaleString("en")} environments`;
    const which = this.hits ? (this.lasso ? "found inside the lasso" : "found") : this.lasso ? "inside the lasso" : "in view";
    return `${environments} ${which}`;
  }

  async _words(search, { ids, ranked }, dots) {
    const n = ids.length;
    if (search.how === "alike") {
      const run = this.catalogue.runOf(search.words);
      const dot = await dots.find(run, search.words);
      const title = dot < 0 ? search.words : (await dots.text(dot)).title || search.words;
      return `${count(n, "environment")} most like “${title}”`;
    }
    return ranked ? `${n.toLocaleString("en")} nearest in meaning, best first` : count(n, "match").replace(/matchs$/, "matches");
  }
}
