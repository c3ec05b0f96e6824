// Fetching run data.

/**
 * Fetch as "json", "arrow" (an ArrayBuffer) or "packed" (JSON in a gzip file). A refusal becomes an Error with the
 * server's own sentence.
 */
export async function get(url, kind) {
  const response = await fetch(url);
  if (!response.ok) {
    const said = await response.json().catch(() => null);
    const error = new Error(said?.error ?? `${url} answered ${response.status}`);
    error.status = response.status;
    throw error;
  }
  if (kind === "arrow") return response.arrayBuffer();
  return kind === "packed" ? unpacked(await response.blob()) : response.json();
}

// Some web servers declare a .gz file as an encoding, and then the browser has unpacked it already.
async function unpacked(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return JSON.parse(await blob.text());
  if (typeof DecompressionStream !== "function") throw new Error("This browser is too old to unpack the data of this site.");
  return new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
