import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { FieldSecrets, makeFieldSecrets } from '@handoff/functions/platform/azure/keys/field-keys';
import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from './secrets.ts';

const LocalKeys = z.strictObject({
  continuationKey: z.string(),
  signalrAccessKey: z.string(),
});
export interface LocalKeys extends z.infer<typeof LocalKeys> {
  /** Keys of the patient numbers in the store, which cannot be read without them. */
  fieldSecrets: FieldSecrets;
}

/** The keys of this installation, made at the first start: no two machines share one. */
export function openLocalKeys(folder: string): LocalKeys {
  const own = <T>(name: string, schema: z.ZodType<T>, make: () => T) =>
    openOrMake(path.join(folder, 'keys', name), schema, make);
  return {
    ...own('keys.json', LocalKeys, () => ({ continuationKey: fresh(), signalrAccessKey: fresh() })),
    fieldSecrets: own('field-keys.json', FieldSecrets, makeFieldSecrets),
  };
}

export const writeFieldSecrets = (folder: string, secrets: FieldSecrets) =>
  writePrivateJson(path.join(folder, 'keys', 'field-keys.json'), FieldSecrets.parse(secrets));

function openOrMake<T>(file: string, schema: z.ZodType<T>, make: () => T): T {
  const stored = readPrivateJson(file, schema);
  if (stored !== undefined) return stored;
  const made = make();
  writePrivateJson(file, made);
  return made;
}

const fresh = () => randomBytes(32).toString('hex');
