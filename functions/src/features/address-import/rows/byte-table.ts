import { InvalidFileError } from '../read/invalid-file.ts';

/** A piece of other bytes: one object is filled again and again. */
export interface ByteSpan {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** Texts that come again and again, each kept once, as bytes: looking one up makes no string and no object. */
export interface ByteTable {
  size(): number;
  /** Of the bytes under this key, added when they are new. */
  idOf(span: ByteSpan, key: number): number;
  text: (id: number) => string;
  key: (id: number) => number;
}

const BLOCK_BITS = 18;
const BLOCK_BYTES = 1 << BLOCK_BITS;
const FIRST_SLOTS = 1 << 10;
const MAX_TEXTS = 1 << 24;
/** In front of a text's bytes: its id, its key and its length, four bytes each. */
const HEAD_BYTES = 12;

interface Block {
  bytes: Buffer;
  numbers: Int32Array;
}

export function newByteTable({ tooMany }: { tooMany: string }): ByteTable {
  const blocks: Block[] = [];
  let written = BLOCK_BYTES;
  let size = 0;
  /** Where each text's head is. */
  let places = new Int32Array(FIRST_SLOTS);
  /** Hash and place + 1 side by side, so that most lookups touch two places of memory. */
  let slots = new Int32Array(2 * FIRST_SLOTS);

  function idOf(span: ByteSpan, key: number): number {
    const hash = hashOf(span, key);
    const mask = slots.length - 2;
    for (let slot = (2 * hash) & mask; ; slot = (slot + 2) & mask) {
      const place = (slots[slot + 1] ?? 0) - 1;
      if (place < 0) return add(span, { key, hash, slot });
      if (slots[slot] !== hash) continue;
      const id = idAt(place, { span, key });
      if (id >= 0) return id;
    }
  }

  /** -1 when another text is there. */
  function idAt(place: number, { span, key }: { span: ByteSpan; key: number }): number {
    const block = blocks[place >>> BLOCK_BITS];
    if (!block) return -1;
    const head = (place & (BLOCK_BYTES - 1)) >>> 2;
    const length = span.to - span.from;
    if (block.numbers[head + 1] !== key || block.numbers[head + 2] !== length) return -1;
    const start = 4 * head + HEAD_BYTES;
    for (let at = 0; at < length; at++) if (span.bytes[span.from + at] !== block.bytes[start + at]) return -1;
    return block.numbers[head] ?? -1;
  }

  function add(span: ByteSpan, { key, hash, slot }: { key: number; hash: number; slot: number }): number {
    if (size === MAX_TEXTS) throw new InvalidFileError(tooMany);
    const place = keep(span, key);
    if (size === places.length) places = enlarged(places);
    places[size++] = place;
    slots[slot] = hash;
    slots[slot + 1] = place + 1;
    if (3 * size > slots.length) grow();
    return size - 1;
  }

  /** No text lies across two blocks. */
  function keep({ bytes, from, to }: ByteSpan, key: number): number {
    const length = to - from;
    if (written + HEAD_BYTES + length > BLOCK_BYTES) {
      const memory = new ArrayBuffer(BLOCK_BYTES);
      blocks.push({ bytes: Buffer.from(memory), numbers: new Int32Array(memory) });
      written = 0;
    }
    const block = blocks[blocks.length - 1];
    block?.numbers.set([size, key, length], written >>> 2);
    block?.bytes.set(bytes.subarray(from, to), written + HEAD_BYTES);
    const place = ((blocks.length - 1) << BLOCK_BITS) + written;
    written += (HEAD_BYTES + length + 3) & ~3;
    return place;
  }

  function grow(): void {
    const before = slots;
    slots = new Int32Array(2 * before.length);
    const mask = slots.length - 2;
    for (let old = 0; old < before.length; old += 2) {
      if (before[old + 1] === 0) continue;
      let slot = (2 * (before[old] ?? 0)) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = before[old] ?? 0;
      slots[slot + 1] = before[old + 1] ?? 0;
    }
  }

  const numberAt = (id: number, which: number) => {
    const place = places[id] ?? 0;
    return blocks[place >>> BLOCK_BITS]?.numbers[((place & (BLOCK_BYTES - 1)) >>> 2) + which] ?? 0;
  };

  return {
    size: () => size,
    idOf,
    text(id) {
      const place = places[id] ?? 0;
      const from = (place & (BLOCK_BYTES - 1)) + HEAD_BYTES;
      return blocks[place >>> BLOCK_BITS]?.bytes.toString('utf8', from, from + numberAt(id, 2)) ?? '';
    },
    key: (id) => numberAt(id, 1),
  };
}

function enlarged(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}

/** FNV-1a, its last bits mixed with its first ones. */
function hashOf({ bytes, from, to }: ByteSpan, key: number): number {
  let hash = Math.imul(0x811c9dc5 ^ key, 0x01000193);
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash ^ (hash >>> 15);
}
