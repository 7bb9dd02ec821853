import { randomBytes } from 'node:crypto';
import path from 'node:path';
import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from './identity/private-file.ts';

const LocalKeys = z.strictObject({
  continuationKey: z.string(),
  signalrAccessKey: z.string(),
});
export type LocalKeys = z.infer<typeof LocalKeys>;

/** The keys of this installation, made at the first start: no two machines share one. */
export function openLocalKeys(folder: string): LocalKeys {
  const file = path.join(folder, 'keys', 'keys.json');
  const stored = readPrivateJson(file, LocalKeys);
  if (stored !== undefined) return stored;
  const made = {
    continuationKey: randomBytes(32).toString('hex'),
    signalrAccessKey: randomBytes(32).toString('hex'),
  };
  writePrivateJson(file, made);
  return made;
}
