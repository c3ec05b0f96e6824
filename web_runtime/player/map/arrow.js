// Reads one Arrow IPC stream (uncompressed, no dictionaries) into typed arrays and string lists.
// Covers what our routes send: integers of 8 to 32 bits, floats, UTF-8. Anything else is a clear error.

const SCHEMA = 1;
const BATCH = 3;
const TYPE = { INT: 2, FLOAT: 3, UTF8: 5, LARGE_UTF8: 20 };
const INTEGERS = { 8: [Uint8Array, Int8Array], 16: [Uint16Array, Int16Array], 32: [Uint32Array, Int32Array] };

/** @returns {{rows: number, columns: Object<string, ArrayLike>}} */
export function readArrow(buffer) {
  const view = new DataView(buffer);
  let fields = [];
  const batches = [];
  for (let at = 0; at + 8 <= buffer.byteLength; ) {
    const size = view.getInt32(at + 4, true);
    if (view.getUint32(at, true) !== 0xffffffff || size <= 0) break;
    const start = at + 8;
    const message = new Table(view, start + view.getUint32(start, true));
    const kind = message.uint8(1);
    const body = start + size;
    const header = message.table(2);
    if (kind === SCHEMA) fields = readSchema(header);
    else if (kind === BATCH) batches.push(readBatch(buffer, header, body, fields));
    at = body + message.int64(3);
  }
  if (batches.length > 1) throw new Error("expected one record batch, found " + batches.length);
  const empty = Object.fromEntries(fields.map((field) => [field.name, []]));
  return batches[0] ?? { rows: 0, columns: empty };
}

/** A flatbuffer table: field `index` is found through the table's vtable. */
class Table {
  constructor(view, at) {
    this.view = view;
    this.at = at;
    this.vtable = at - view.getInt32(at, true);
    this.size = view.getUint16(this.vtable, true);
  }

  field(index) {
    const slot = 4 + 2 * index;
    const offset = slot < this.size ? this.view.getUint16(this.vtable + slot, true) : 0;
    return offset ? this.at + offset : 0;
  }

  uint8(index) {
    const at = this.field(index);
    return at ? this.view.getUint8(at) : 0;
  }

  int16(index) {
    const at = this.field(index);
    return at ? this.view.getInt16(at, true) : 0;
  }

  int32(index) {
    const at = this.field(index);
    return at ? this.view.getInt32(at, true) : 0;
  }

  int64(index) {
    const at = this.field(index);
    return at ? Number(this.view.getBigInt64(at, true)) : 0;
  }

  table(index) {
    const at = this.field(index);
    return at ? new Table(this.view, at + this.view.getUint32(at, true)) : null;
  }

  /** Start and length of a vector. */
  vector(index) {
    const at = this.field(index);
    if (!at) return { at: 0, length: 0 };
    const start = at + this.view.getUint32(at, true);
    return { at: start + 4, length: this.view.getUint32(start, true) };
  }

  string(index) {
    const { at, length } = this.vector(index);
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, at, length));
  }
}

function readSchema(schema) {
  const { at, length } = schema.vector(1);
  return Array.from({ length }, (_, i) => {
    const slot = at + 4 * i;
    const field = new Table(schema.view, slot + schema.view.getUint32(slot, true));
    const kind = field.uint8(2);
    const type = field.table(3);
    const name = field.string(0);
    if (kind === TYPE.INT && INTEGERS[type.int32(0)]) return { name, array: INTEGERS[type.int32(0)][type.uint8(1)] };
    if (kind === TYPE.FLOAT && type.int16(0) > 0) return { name, array: [Float32Array, Float64Array][type.int16(0) - 1] };
    if (kind === TYPE.UTF8) return { name, text: true };
    throw new Error(`column ${name} has a type this reader does not know (${kind})`);
  });
}

function readBatch(buffer, batch, body, fields) {
  if (batch.field(3)) throw new Error("compressed record batches are not read here");
  const rows = batch.int64(0);
  const { at } = batch.vector(2);
  const view = new DataView(buffer);
  let next = 0;
  const take = () => {
    const slot = at + 16 * next++;
    return body + Number(view.getBigInt64(slot, true));
  };
  const columns = {};
  for (const field of fields) {
    take(); // validity: our columns hold no nulls
    if (field.text) columns[field.name] = strings(buffer, take(), take(), rows);
    else columns[field.name] = new field.array(buffer, take(), rows);
  }
  return { rows, columns };
}

function strings(buffer, offsets, data, rows) {
  const ends = new Int32Array(buffer, offsets, rows + 1);
  const decoder = new TextDecoder();
  return Array.from({ length: rows }, (_, i) => {
    return decoder.decode(new Uint8Array(buffer, data + ends[i], ends[i + 1] - ends[i]));
  });
}
