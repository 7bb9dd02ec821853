import { allocate, appended, BLOCK_BYTES, CHAIN_BYTES, leave } from './memory';

// A hash table of texts. An entry has a key, the length of the text, a number that belongs to its user, and the text.

export const LENGTH: usize = 4;
export const VALUE: usize = 8;
export const TEXT: usize = 12;

const MAX_TEXTS: u32 = 1 << 24;
const MIN_SLOT_BYTES: usize = 8 * 1024;

export const texts = memory.data(CHAIN_BYTES);
/** Hash and entry are neighbors, so that most lookups read memory at two addresses only. */
let slots: usize = 0;
let slotBytes: usize = 0;
let count: u32 = 0;

export function textCount(): u32 {
  return count;
}

export function hasTooManyTexts(): bool {
  return count >= MAX_TEXTS;
}

/** The slot for the text that was not found. */
let freeSlot: usize = 0;

/** Gives the entry of the text; 0 when it is new. */
export function findEntry(hash: u32, text: usize, length: usize, key: i32): usize {
  const mask = slotBytes - 8;
  let slot = ((<usize>hash) << 3) & mask;
  while (true) {
    const entry = load<usize>(slots + slot, 4);
    if (entry == 0) break;
    if (load<u32>(slots + slot) == hash && isEntryOf(entry, text, length, key)) return entry;
    slot = (slot + 8) & mask;
  }
  freeSlot = slots + slot;
  return 0;
}

/** Adds the text that `findEntry` did not find just before. */
export function addEntry(hash: u32, text: usize, length: usize, key: i32): usize {
  const entry = keep(text, length, key);
  store<u32>(freeSlot, hash);
  store<usize>(freeSlot, entry, 4);
  count++;
  return entry;
}

export function isEntryOf(entry: usize, text: usize, length: usize, key: i32): bool {
  return (
    load<i32>(entry) == key && load<usize>(entry + LENGTH) == length && isSame(entry + TEXT, text, length)
  );
}

function keep(text: usize, length: usize, key: i32): usize {
  const entry = appended(texts, sizeOf(length), BLOCK_BYTES);
  store<i32>(entry, key);
  store<usize>(entry + LENGTH, length);
  memory.copy(entry + TEXT, text, length);
  return entry;
}

function sizeOf(length: usize): usize {
  return (TEXT + length + 3) & ~3;
}

/** Entries follow one another in the order in which they were added. */
export function entryBehind(entry: usize): usize {
  return entry + sizeOf(load<usize>(entry + LENGTH));
}

/** The first slot of a lookup. Reading many at once costs little more than reading one. */
export function slotOf(hash: u32): usize {
  return slots + (((<usize>hash) << 3) & (slotBytes - 8));
}

/** The first entry with this hash, whatever its text; 0 when there is none. */
export function firstEntry(hash: u32): usize {
  const mask = slotBytes - 8;
  let slot = ((<usize>hash) << 3) & mask;
  while (true) {
    const entry = load<usize>(slots + slot, 4);
    if (entry == 0 || load<u32>(slots + slot) == hash) return entry;
    slot = (slot + 8) & mask;
  }
}

/** An upper bound of what `growSlots` allocates on the way to that many texts. */
export function slotRoom(most: u32): usize {
  return 2 * bytesOfSlots(most);
}

/** At least a third of the slots stay free. */
function bytesOfSlots(most: u32): usize {
  let bytes = max(slotBytes, MIN_SLOT_BYTES);
  while (<usize>most * 12 > bytes) bytes *= 2;
  return bytes;
}

/** Makes room for that many texts. */
export function growSlots(most: u32): void {
  const bytes = bytesOfSlots(most);
  if (bytes == slotBytes) return;
  const old = slots;
  const oldBytes = slotBytes;
  slots = allocate(bytes);
  slotBytes = bytes;
  for (let at = old; at < old + oldBytes; at += 8) {
    const entry = load<usize>(at, 4);
    if (entry == 0) continue;
    const hash = load<u32>(at);
    let slot = ((<usize>hash) << 3) & (bytes - 8);
    while (load<usize>(slots + slot, 4) != 0) slot = (slot + 8) & (bytes - 8);
    store<u32>(slots + slot, hash);
    store<usize>(slots + slot, entry, 4);
  }
  leave(old, oldBytes);
}

/** Frees the slots at the end of the file, when nothing is looked up any more. */
export function leaveSlots(): void {
  leave(slots, slotBytes);
}

/** Hashes eight bytes at a time; the last eight may overlap the ones before. */
export function hashOf(text: usize, length: usize, key: i32): u32 {
  let hash: u64 = ((<u64>key) << 32) | <u64>length;
  if (length < 8) hash = mixed(hash, firstBytes(text, length));
  else {
    const last = text + length - 8;
    for (let at = text; at < last; at += 8) hash = mixed(hash, load<u64>(at));
    hash = mixed(hash, load<u64>(last));
  }
  return <u32>(hash ^ (hash >> 32));
}

function mixed(hash: u64, bytes: u64): u64 {
  const product = (hash ^ bytes) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 29);
}

export function isSame(one: usize, other: usize, length: usize): bool {
  if (length < 8) return firstBytes(one, length) == firstBytes(other, length);
  const last = length - 8;
  for (let at: usize = 0; at < last; at += 8) if (load<u64>(one + at) != load<u64>(other + at)) return false;
  return load<u64>(one + last) == load<u64>(other + last);
}

/** Reads fewer than eight bytes. */
export function firstBytes(text: usize, length: usize): u64 {
  return load<u64>(text) & (((<u64>1) << (length << 3)) - 1);
}
