import type { IncomingMessage } from 'node:http';

/** Nothing when the body is larger than the limit, in bytes. */
export async function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // Read to the end all the same: closing early would hide the answer from the sender.
    if (size <= limit) chunks.push(chunk);
  }
  return size <= limit ? Buffer.concat(chunks).toString('utf8') : undefined;
}
