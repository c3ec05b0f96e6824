// The program's source: read-only until forked, then checked, run, and shared as a link.
import { el, fill } from "./dom.js";
import { encodeProgram, SOURCE_LIMIT } from "./links.js";
import { tokens } from "./map/code.js";
import { download } from "./result_card.js";

const MARKS = { pass: "✓", fail: "✗", unknown: "?", skip: "–", stopped: "✗" };

export class Editor {
  /**
   * @param {string} source
   * @param {{editable: boolean, name(): string, run(source): Promise, check(source, tell): Promise,
   *          link(code): string}} host  `run` and `check` reject with an error that may carry a `line`
   */
  constructor(source, host) {
    this._host = host;
    this._original = source;
    this._numbers = el("pre", { class: "sp-numbers", "aria-hidden": "true" });
    this._colours = el("pre", { class: "sp-colours", "aria-hidden": "true" });
    this._area = el("textarea", {
      class: "sp-area",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-label": "Program source",
    });
    this._area.addEventListener("input", () => {
      fill(this._checks); // they were about another text
      this._paint();
    });
    this._area.addEventListener("keydown", (event) => this._key(event));
    this._area.addEventListener("paste", (event) => this._paste(event));
    this._tools = el("div", { class: "sp-row sp-editbar" });
    this._said = el("p", { class: "sp-notice", role: "status" });
    this._checks = el("ul", { class: "sp-checks" });
    this._file = el("input", { type: "file", accept: ".py,text/*", hidden: true, "aria-label": "Program file" });
    this._file.addEventListener("change", () => this._take(this._file.files[0]));
    this._title = el("summary", {});
    const paper = el("div", { class: "sp-paper" }, this._numbers, el("div", { class: "sp-stack" }, this._colours, this._area));
    this.node = el("details", { class: "sp-source" }, this._title, this._tools, this._said, paper, this._checks, this._file);
    this.show(source);
  }

  get source() {
    return this._area.value;
  }

  /** Show a program as it is, read-only. */
  show(source, note = "") {
    this._original = source;
    this._load(source, false);
    this.say(note);
  }

  /** Show a program in the editor, open for changes. */
  edit(source) {
    this._load(source, true);
    this.node.open = true;
  }

  /** Open it and bring it into view. */
  reveal() {
    this.node.open = true;
    this.node.scrollIntoView({ block: "start" });
    this._title.focus({ preventScroll: true });
  }

  say(text, bad = false) {
    this._said.textContent = text;
    this._said.classList.toggle("sp-error", bad);
  }

  /** Point at the line that an error names. */
  mark(line) {
    const row = this._numbers.children[line - 1];
    if (!row) return;
    row.classList.add("sp-badline");
    this.node.open = true;
    row.scrollIntoView({ block: "nearest" });
  }

  _load(source, editing) {
    this._area.value = source;
    this._area.readOnly = !editing;
    fill(this._checks);
    this._paint();
    const button = (text, onclick, kind) => el("button", { type: "button", class: kind, onclick }, text);
    const choose = this._host.editable ? button("Open a file", () => this._file.click()) : null;
    if (editing) {
      fill(
        this._tools,
        button("Run this", () => this._run(), "sp-primary"),
        button("Check", () => this._check()),
        button("Share as link", () => this._share()),
        button("Download", () => download(this.source, this._host.name() + ".py", "text/x-python")),
        choose,
        button("Discard", () => this.show(this._original)),
      );
      return;
    }
    fill(
      this._tools,
      this._host.editable ? button("Fork", () => this.edit(source), "sp-primary") : null,
      this._host.editable ? button("Check", () => this._check()) : null,
      button("Copy", () => this._copy()),
      button("Download", () => download(source, this._host.name() + ".py", "text/x-python")),
      choose,
    );
  }

  _paint() {
    const lines = this.source.split("\n").length;
    this._title.textContent = `Source (${lines} lines of Python${this._area.readOnly ? "" : ", your fork"})`;
    fill(this._colours, tokens(this.source).map(([kind, text]) => (kind ? el("span", { class: "sp-t-" + kind }, text) : text)), "\n");
    fill(this._numbers, Array.from({ length: lines }, (_, i) => el("span", {}, `${i + 1}\n`)));
  }

  // Tab indents while editing; Escape first, then Tab, leaves the text as a keyboard user expects.
  _key(event) {
    if (event.key === "Escape") this._leaving = true;
    else if (event.key === "Tab" && !event.shiftKey && !this._area.readOnly && !this._leaving) {
      event.preventDefault();
      this._area.setRangeText("    ", this._area.selectionStart, this._area.selectionEnd, "end");
      this._paint();
    } else this._leaving = false;
  }

  async _run() {
    this.say("Starting it…");
    await this._attempt(async () => {
      await this._host.run(this.source);
      this.say("Running your fork above.");
    });
  }

  async _check() {
    fill(this._checks);
    let failed = 0;
    let done = 0;
    this.say("Checking…");
    const tell = ({ name, status, sentence }) => {
      done += 1;
      failed += status === "fail" || status === "stopped";
      this._checks.append(el("li", { class: "sp-check sp-" + status }, el("span", { class: "sp-mark" }, MARKS[status] ?? "?"), el("strong", {}, name), `: ${sentence}`));
    };
    await this._attempt(async () => {
      await this._host.check(this.source, tell);
      this.say(failed ? `${failed} of ${done} checks failed.` : `All ${done} checks done, none failed.`, failed > 0);
    });
  }

  async _share() {
    await this._attempt(async () => {
      const link = this._host.link(await encodeProgram(this.source));
      try {
        await navigator.clipboard.writeText(link);
        this.say("Link copied. The program is inside the link; nothing was uploaded.");
      } catch {
        this.say(link);
      }
    });
  }

  async _copy() {
    try {
      await navigator.clipboard.writeText(this.source);
      this.say("Copied.");
    } catch {
      this.say("This browser does not let the page copy; select the text instead.", true);
    }
  }

  async _attempt(action) {
    for (const row of this._numbers.children) row.classList.remove("sp-badline");
    try {
      await action();
    } catch (error) {
      this.say(error.message, true);
      if (error.line) this.mark(error.line);
    }
  }

  async _take(file) {
    if (!file) return;
    this.node.open = true;
    if (file.size > SOURCE_LIMIT) return this.say(`${file.name} has ${file.size} bytes; a program has at most ${SOURCE_LIMIT}.`, true);
    const source = await file.arrayBuffer().then((bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes), () => null).catch(() => null);
    this._file.value = "";
    if (source === null) return this.say(`${file.name} is not a text file; a program is one Python file in UTF-8.`, true);
    this._adopt(source, `${file.name} is open. Read it, then press Run this.`);
  }

  _adopt(source, said) {
    this.edit(source);
    this.say(said);
    this._title.scrollIntoView({ block: "nearest" });
  }

  // A file on the clipboard is opened, and a program pasted over one that is read-only becomes a fork.
  _paste(event) {
    const { files } = event.clipboardData;
    const text = event.clipboardData.getData("text/plain");
    const { readOnly, selectionStart, selectionEnd } = this._area;
    const kept = readOnly ? 0 : this.source.length - (selectionEnd - selectionStart);
    if (!this._host.editable || (!files.length && !text)) return;
    if (files.length || readOnly || kept + text.length > SOURCE_LIMIT) event.preventDefault();
    if (files.length) this._take(files[0]);
    else if (kept + text.length > SOURCE_LIMIT) this.say(`With that the program would have ${kept + text.length} characters; it has at most ${SOURCE_LIMIT}.`, true);
    else if (readOnly) this._adopt(text, "The pasted program is open. Read it, then press Run this.");
  }

  /** Open a file that is dropped anywhere on `zone`, instead of leaving the page for it. */
  acceptDrops(zone) {
    const holdsFile = (event) => event.dataTransfer?.types.includes("Files");
    zone.addEventListener("dragover", (event) => holdsFile(event) && event.preventDefault());
    zone.addEventListener("drop", (event) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      this._take(event.dataTransfer.files[0]);
    });
  }
}
