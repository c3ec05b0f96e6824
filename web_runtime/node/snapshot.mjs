// Makes the memory snapshot that lets a visitor's browser skip the interpreter's start-up.
//   node snapshot.mjs PYODIDE_DIR HOST_WHEEL OUT_FILE MODULE,MODULE,...
// The heap holds the imported modules; files of the virtual file system are not part of it, which is why
// everything the host needs is imported here.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodideDir, wheelFile, outFile, modules] = process.argv.slice(2);
const dir = resolve(pyodideDir) + "/";
const { loadPyodide } = await import(pathToFileURL(dir + "pyodide.mjs").href);

const python = await loadPyodide({
  indexURL: dir,
  env: { PYTHONHASHSEED: "0" },
  enableRunUntilComplete: false,
  _makeSnapshot: true,
});
try {
  python.unpackArchive(new Uint8Array(readFileSync(wheelFile)), "wheel");
  python.runPython(`import ${modules}\nimport gc\ngc.collect()`);
  writeFileSync(outFile, python.makeMemorySnapshot());
} catch (error) {
  console.error(String(error.message ?? error).trim().slice(-400));
  process.exit(1);
}
