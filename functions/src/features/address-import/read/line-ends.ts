const CR = 0x0d;
const LF = 0x0a;

/** One kind of line end: csv-parse compares every byte with each kind it is told of. */
export async function* unixLineEnds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let endsInCr = false;
  for await (const chunk of chunks) {
    const bytes: Buffer = endsInCr ? Buffer.concat([Buffer.of(CR), chunk]) : chunk;
    endsInCr = bytes.at(-1) === CR;
    yield withoutCrBeforeLf(endsInCr ? bytes.subarray(0, -1) : bytes);
  }
  if (endsInCr) yield Buffer.of(CR);
}

function withoutCrBeforeLf(bytes: Buffer): Buffer {
  let cr = bytes.indexOf(CR);
  if (cr < 0) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  for (; cr >= 0; cr = bytes.indexOf(CR, cr + 1)) {
    if (bytes[cr + 1] !== LF) continue;
    length += bytes.copy(kept, length, from, cr);
    from = cr + 1;
  }
  length += bytes.copy(kept, length, from);
  return kept.subarray(0, length);
}
