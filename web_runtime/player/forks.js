// Programs that are not the page's own: forks from the editor, and what an address brings along.
import { count, fill } from "./dom.js";
import { Game } from "./game.js";
import { linkCard, readLink } from "./link_card.js";
import { encodeProgram, gameLink, repliesFromHash } from "./links.js";
import { StoppedError } from "./runtime.js";

export class Forks {
  constructor(player) {
    this.player = player;
  }

  /** Run a source in place of the page's program; rejects with an error that may carry a `line`. */
  async run(source) {
    const { player } = this;
    if (player.busy || !player.game) throw new Error("Python is still busy.");
    const game = new Game(player.runtime, { source, seed: player.game.seed });
    player.setBusy(true);
    try {
      await game.open();
      this._adopt(game);
      player.offerMissing(game.missing);
    } catch (error) {
      if (error instanceof StoppedError) this._adopt(game);
      player.offerMissing(error.missing, () => this.run(source));
      throw error;
    } finally {
      player.setBusy(false);
      player.draw();
    }
  }

  _adopt(game) {
    const { player } = this;
    const { source, program } = game;
    player.game = game;
    player.fork = source !== player.options.program?.source;
    const own = { source, title: program?.title ?? "Your program", summary: program?.summary ?? "", env_id: null };
    player.program = player.fork ? own : player.options.program;
    player.gaveUp = player.usedHint = false;
    fill(player.view.hint);
    player.say("");
    player.drawProgram();
  }

  /** The validator's browser-side checks on a source; `tell({name, status, sentence})` after each. */
  async check(source, tell) {
    const { player } = this;
    if (player.busy || !player.game) throw new Error("Python is still busy.");
    player.setBusy(true);
    try {
      await player.game.check(source, tell);
    } finally {
      player.setBusy(false);
    }
  }

  /** Show what this page's address holds, if anything; it runs only when the visitor says so. */
  async offerLink() {
    const { player } = this;
    const link = await readLink(player.options.editable);
    if (!link) return;
    if (link.source !== null) player.editor.edit(link.source);
    const close = () => fill(player.view.linked);
    const accept = () => {
      close();
      this._accept(link);
    };
    fill(player.view.linked, linkCard(link, accept, close));
  }

  async _accept({ source, replies }) {
    const { player } = this;
    if (source !== null) {
      try {
        await this.run(source);
      } catch (error) {
        if (error.line) player.editor.mark(error.line);
        return error instanceof StoppedError ? player.failed(error) : player.say(error.message, true);
      }
    }
    if (replies.length) await player.goto(replies);
  }

  /** The address of this very game. */
  async link() {
    const { game, fork, program } = this.player;
    return gameLink(game.seed, game.replies, fork ? await encodeProgram(program.source) : null);
  }

  async copyLink() {
    const { player } = this;
    const { game } = player;
    if (!game?.state) return;
    try {
      const link = await this.link();
      const copied = await navigator.clipboard.writeText(link).then(() => true, () => false);
      const carried = repliesFromHash(new URL(link).hash) ?? [];
      const moves = carried.length === game.replies.length ? `and ${count(carried.length, "move")}` : "but not the moves, which are too long for a link";
      player.say(copied ? `Link copied: it holds seed ${game.seed} ${moves}.` : link);
    } catch (error) {
      player.say(error.message, true);
    }
  }
}
