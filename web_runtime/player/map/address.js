// Keeps the page's address in step with the state. Deliberate choices become entries of the history, so that Back
// undoes them; slider ticks and moves of the view only change the current one, a few times a second at most.
import { oddities } from "./oddities.js";
import { fromAddress, toAddress } from "./state.js";

const PAUSE_MS = 180; // browsers refuse more than about a hundred changes in half a minute

export class Address {
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.timer = null;
  }

  read() {
    return fromAddress(location.search, this.catalogue);
  }

  /** Sentences about what of the address cannot be used. */
  odd() {
    return oddities(location.search, this.catalogue);
  }

  /** Write `state`; `how` is "push" or "replace". */
  write(state, how) {
    clearTimeout(this.timer);
    this.timer = null;
    if (how === "push") return this._write(state, "pushState");
    this.timer = setTimeout(() => this._write(state, "replaceState"), PAUSE_MS);
    this.pending = state;
    return undefined;
  }

  /** Write what still waits to be written. */
  flush() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this._write(this.pending, "replaceState");
  }

  /** The address of `state`, for sharing. */
  of(state) {
    const query = toAddress(state, this.catalogue, location.search);
    return location.pathname + (query ? "?" + query : "");
  }

  /** The address of one environment of `run` alone. */
  ofEnvironment(envId, run) {
    const known = this.catalogue.runOf(envId) === run ? {} : { run };
    return `${location.pathname}?${new URLSearchParams({ ...known, env: envId })}`;
  }

  drop() {
    clearTimeout(this.timer);
    this.timer = null;
  }

  _write(state, how) {
    this.timer = null;
    const address = this.of(state);
    if (address !== location.pathname + location.search) history[how](history.state, "", address);
  }
}
