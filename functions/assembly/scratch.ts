import { allocate, SLACK } from './memory';

// Keeps texts that the block has only in parts: streets joined from several columns, and fields whose quotes are doubled.
// They are valid until the next batch of rows is read.

const SCRATCH_BYTES: usize = 512 * 1024;

let scratch: usize = 0;
let scratchEnd: usize = 0;

export function prepareScratch(): void {
  scratch = allocate(SCRATCH_BYTES + SLACK);
  scratchEnd = scratch;
}

/** Gives the start of the next text, which is the end of the current one. */
export function endOfScratch(): usize {
  return scratchEnd;
}

/** Forgets the texts from `at` on. */
export function leaveScratch(at: usize): void {
  scratchEnd = at;
}

export function clearScratch(): void {
  scratchEnd = scratch;
}

export function scratchLeft(): usize {
  return scratch + SCRATCH_BYTES - scratchEnd;
}

export function addByte(byte: u8): void {
  store<u8>(scratchEnd++, byte);
}

export function addBytes(from: usize, length: usize): void {
  memory.copy(scratchEnd, from, length);
  scratchEnd += length;
}
