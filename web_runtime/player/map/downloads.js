// The table's dots as files: CSV made here, Parquet and the published pool format made by the server.
import { el } from "../dom.js";
import { download } from "./figure.js";

const COLUMNS = ["env_id", "run", "title", "summary", "step", "skill", "topic", "solve_rate_plain", "solve_rate_hint", "regret", "plays", "solvable", "quadrant"];

/**
 * Buttons; `chosen()` -> {dots, ids, catalogue}; `say(words)` shows a problem. Only a server (`served`) makes the formats
 * other than CSV.
 */
export function downloadButtons(chosen, say, served) {
  const button = (name, title, act) => {
    const node = el("button", { type: "button", class: "small", title }, name);
    node.addEventListener("click", async () => {
      node.disabled = true;
      try {
        await act(chosen());
      } catch (error) {
        say(error.message);
      } finally {
        node.disabled = false;
      }
    });
    return node;
  };
  return el(
    "div",
    { class: "downloads", role: "group", "aria-label": "Download the environments of the table" },
    el("span", { class: "quiet" }, "Download"),
    button("CSV", "The table's columns as text", saveTable),
    served ? button("Parquet", "Every column of the run log, without plays", (what) => saveFromServer(what, "parquet")) : null,
    served ? button("Pool", "Programs in the published pool format (Parquet)", (what) => saveFromServer(what, "pool")) : null,
  );
}

async function saveTable({ dots, ids, catalogue }) {
  const rows = [COLUMNS.join(",")];
  for (const dot of ids) {
    const text = dots.peek(dot) ?? (await dots.text(dot));
    const values = [
      text.env_id, dots.of(dot).id, text.title, text.summary, dots.step[dot], catalogue.skills[dots.skill[dot]], dots.topicName(dot),
      dots.solveRate(dot), dots.solveRateHint(dot), dots.regretOf(dot), dots.plays[dot],
      catalogue.solvable[dots.flags[dot] & 3], catalogue.quadrants[dots.quadrant(dot)],
    ]; // prettier-ignore
    rows.push(values.map(cell).join(","));
  }
  const blob = new Blob([rows.join("\r\n") + "\r\n"], { type: "text/csv" });
  download(URL.createObjectURL(blob), "environments.csv");
}

/** Quoted as RFC 4180 says; a leading = + - @ of text is kept from being a formula. */
function cell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function saveFromServer({ dots, ids, catalogue }, format) {
  const rows = {};
  for (const dot of ids) (rows[dots.of(dot).id] ??= []).push(dots.row(dot));
  const body = JSON.stringify({ format, rows });
  const answer = await fetch(catalogue.base + "export", { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) {
    const said = await answer.json().catch(() => null);
    throw new Error(said?.error ?? "This download needs the explorer's server.");
  }
  const name = format === "pool" ? "pool.parquet" : "environments.parquet";
  download(URL.createObjectURL(await answer.blob()), name);
}
