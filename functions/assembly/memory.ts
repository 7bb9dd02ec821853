/** Reads go up to this far behind the end of a text. */
export const SLACK: usize = 16;
export const BLOCK_BYTES: usize = 256 * 1024;

/** Whoever views the memory from outside pays for each growth; what is not used yet costs nothing. */
const MIN_GROWTH: usize = 256 * 1024 * 1024;

let top: usize = (__heap_base + 15) & ~15;

/** Zeros that stay where they are: the whole memory goes when its import ends. */
export function allocate(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 15) & ~15;
  const size = (<usize>memory.size()) << 16;
  if (top + SLACK > size)
    memory.grow(<i32>((max(top + SLACK - size, max(size / 2, MIN_GROWTH)) + 0xffff) >>> 16));
  return at;
}

/** What is used no more, and is larger than all that came before. */
let spare: usize = 0;
let spareEnd: usize = 0;

export function leave(at: usize, bytes: usize): void {
  spare = at;
  spareEnd = at + bytes;
}

/** Zeros as well, of what was left where there is enough of it. */
export function allocateSpare(bytes: usize): usize {
  const at = spare;
  const end = (at + bytes + 15) & ~15;
  if (end > spareEnd) return allocate(bytes);
  spare = end;
  memory.fill(at, 0, end - at);
  return at;
}

/** Until so many bytes are allocated the memory does not grow: views of it from outside stay good. */
export function provide(bytes: usize): void {
  const before = top;
  allocate(bytes);
  top = before;
}

// A chain of blocks is where its first and its last one are, and where the content of the last one ends and has to end.
const LAST: usize = 4;
const CHAIN_END: usize = 8;
const CHAIN_LIMIT: usize = 12;
export const CHAIN_BYTES: i32 = 16;

// In front of each block: where the next one is, and where its content ends.
const END: usize = 4;
const CONTENT: usize = 16;

/** Room for so many bytes more behind what is there, in blocks of at least `blockBytes`. */
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

/** From here on it is read, block by block. */
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

/** Puts other bytes in the place of the content, if they are no longer. */
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
