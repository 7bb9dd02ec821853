import { createHash } from 'node:crypto';
import * as z from 'zod';
import { badRequest } from '../failure.ts';

const token = z.strictObject({
  of: z.string(),
  after: z.array(z.union([z.string(), z.number()])),
  skipped: z.number(),
  taken: z.number(),
});

/** The end of a page: the sort key of its last row, because an offset would drift under writes. */
export type Position = Omit<z.infer<typeof token>, 'of'>;

export function writeContinuation(position: Position, query: unknown): string {
  return Buffer.from(JSON.stringify({ of: fingerprint(query), ...position })).toString('base64url');
}

export function readContinuation(text: string, query: unknown): Position {
  const parsed = token.safeParse(decoded(text));
  if (!parsed.success || parsed.data.of !== fingerprint(query))
    throw badRequest('Invalid Continuation Token');
  return parsed.data;
}

function decoded(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function fingerprint(query: unknown): string {
  return createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 12);
}
