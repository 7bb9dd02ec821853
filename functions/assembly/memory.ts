/** Reads may go this far past the end of a text. */
export const SLACK: usize = 16;
export const BLOCK_BYTES: usize = 256 * 1024;

/** Each growth makes the host renew its views and may start a garbage collection; unused memory costs nothing. */
const MIN_GROWTH: usize = 256 * 1024 * 1024;

let top: usize = (__heap_base + 15) & ~15;

/** Gives zeroed memory that never moves. Nothing is freed: all of the memory goes when its import ends. */
export function allocate(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 15) & ~15;
  const size = (<usize>memory.size()) << 16;
  if (top + SLACK > size)
    memory.grow(<i32>((max(top + SLACK - size, max(size / 2, MIN_GROWTH)) + 0xffff) >>> 16));
  return at;
}

/** Memory that is no longer used; only the last, largest piece is remembered. */
let spare: usize = 0;
let spareEnd: usize = 0;

export function leave(at: usize, bytes: usize): void {
  spare = at;
  spareEnd = at + bytes;
}

/** Like `allocate`, but takes memory that is no longer used first. */
export function allocateSpare(bytes: usize): usize {
  const at = spare;
  const end = (at + bytes + 15) & ~15;
  if (end > spareEnd) return allocate(bytes);
  spare = end;
  memory.fill(at, 0, end - at);
  return at;
}

/** Ensures that the memory does not grow, and views of it stay valid, until that many bytes are allocated. */
export function provide(bytes: usize): void {
  const before = top;
  allocate(bytes);
  top = before;
}

// A chain of blocks has four words: its first block, its last block, and where the content of the last one ends and
// must end.
const LAST: usize = 4;
const CHAIN_END: usize = 8;
const CHAIN_LIMIT: usize = 12;
export const CHAIN_BYTES: i32 = 16;

// Each block begins with two words: the next block, and where its content ends.
const END: usize = 4;
const CONTENT: usize = 16;

/** Appends that many bytes to the chain and gives their address; a new block has at least `blockBytes`. */
export function appended(chain: usize, bytes: usize, blockBytes: usize): usize {
  if (load<usize>(chain + CHAIN_END) + bytes > load<usize>(chain + CHAIN_LIMIT))
    addBlock(chain, max(blockBytes, CONTENT + bytes));
  const at = load<usize>(chain + CHAIN_END);
  store<usize>(chain + CHAIN_END, at + bytes);
  return at;
}

function addBlock(chain: usize, bytes: usize): void {
  const block = allocateSpare(bytes);
  if (firstBlock(chain) == 0) store<usize>(chain, block);
  else {
    closeChain(chain);
    store<usize>(load<usize>(chain + LAST), block);
  }
  store<usize>(chain + LAST, block);
  store<usize>(chain + CHAIN_END, block + CONTENT);
  store<usize>(chain + CHAIN_LIMIT, block + bytes);
}

/** To be called before the chain is read block by block. */
export function closeChain(chain: usize): void {
  const last = load<usize>(chain + LAST);
  if (last != 0) store<usize>(last + END, load<usize>(chain + CHAIN_END));
}

export function firstBlock(chain: usize): usize {
  return load<usize>(chain);
}

export function nextBlock(block: usize): usize {
  return load<usize>(block);
}

export function contentOf(block: usize): usize {
  return block + CONTENT;
}

export function endOfContent(block: usize): usize {
  return load<usize>(block + END);
}

/** Overwrites the content of the chain, unless the new bytes need more room. */
export function replaceContent(chain: usize, from: usize, length: usize): bool {
  let room: usize = 0;
  for (let block = firstBlock(chain); block != 0; block = nextBlock(block))
    room += endOfContent(block) - contentOf(block);
  if (room < length) return false;
  let at = from;
  for (let block = firstBlock(chain); at < from + length; block = nextBlock(block)) {
    const bytes = min(endOfContent(block) - contentOf(block), from + length - at);
    memory.copy(contentOf(block), at, bytes);
    at += bytes;
  }
  return true;
}

export function readContent(chain: usize, to: usize, length: usize): void {
  let at = to;
  for (let block = firstBlock(chain); at < to + length; block = nextBlock(block)) {
    const bytes = min(endOfContent(block) - contentOf(block), to + length - at);
    memory.copy(at, contentOf(block), bytes);
    at += bytes;
  }
}
