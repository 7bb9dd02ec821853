/** Reads a stream of chunks in exact sizes. */
export interface ByteReader {
  /** The next chunk of any size; undefined at the end. */
  next(): Promise<Buffer | undefined>;
  take(count: number): Promise<Buffer>;
  /** Exactly that many bytes, in chunks. */
  some(count: number): AsyncGenerator<Buffer>;
  /** Puts bytes back in front of the rest. */
  unread(bytes: Buffer): void;
}

/** `atEnd` makes the error for a stream that ends too early. */
export function byteReader(chunks: AsyncIterable<Buffer>, atEnd: () => Error): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let ahead: Buffer[] = [];

  async function next(): Promise<Buffer | undefined> {
    const known = ahead.shift();
    if (known) return known;
    const read = await source.next();
    return read.done ? undefined : read.value;
  }
  function unread(bytes: Buffer): void {
    if (bytes.length > 0) ahead = [bytes, ...ahead];
  }
  async function* some(count: number): AsyncGenerator<Buffer> {
    for (let missing = count; missing > 0;) {
      const chunk = await next();
      if (!chunk) throw atEnd();
      unread(chunk.subarray(missing));
      const part = chunk.subarray(0, missing);
      missing -= part.length;
      yield part;
    }
  }
  async function take(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of some(count)) parts.push(part);
    return Buffer.concat(parts);
  }
  return { next, take, some, unread };
}

export async function* buffersOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}
