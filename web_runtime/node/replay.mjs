// Replays episodes under Pyodide in Node: the same interpreter build a browser runs.
//   node replay.mjs ASSET_DIR < jobs.jsonl > transcripts.jsonl
// One job a line: {"source", "seed", "replies", "max_turns"}; one JSON line out per job, in order:
// {"transcript": {...}} or {"error": "sentence"}.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const dir = resolve(process.argv[2]) + "/";
const { loadPyodide } = await import(pathToFileURL(dir + "pyodide.mjs").href);
const python = await loadPyodide({
  indexURL: dir,
  env: { PYTHONHASHSEED: "0" },
  enableRunUntilComplete: false,
  stdout: () => {},
  stderr: () => {},
});
python.unpackArchive(new Uint8Array(readFileSync(dir + "spade_env.whl")), "wheel");
const run = python.runPython(`
import json
import spade_env


def run(job_text):
    job = json.loads(job_text)
    try:
        program = spade_env.load(job["source"])
        transcript = spade_env.replay(program, job["seed"], job["replies"], max_turns=job["max_turns"])
    except spade_env.LoadError as error:
        return json.dumps({"error": f"{error.stage}: {error}"})
    return json.dumps({"transcript": transcript}, ensure_ascii=False)


run
`);
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) process.stdout.write(run(line) + "\n");
}
