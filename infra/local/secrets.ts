import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';

export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns a digest to store instead of a secret: a reader of the file cannot use it. */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

export function readPrivateJson<T>(file: string, schema: z.ZodType<T>): T | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is damaged; delete it to start over`, { cause });
  }
}

/** Writes under another name and renames, so that a killed process never leaves half a file. */
export function writePrivateJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600 });
  renameSync(draft, file);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
