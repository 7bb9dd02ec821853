import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';

const text = readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8');
const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

/** Workspaces and links have no archive; what is bundled comes in the archive of another package, which has a hash. */
const fetched = Object.entries(Lockfile.parse(JSON.parse(text)).packages).filter(
  ([folder, { link, inBundle }]) => folder.includes('node_modules/') && !link && !inBundle,
);

test('every package has a hash, including those for other platforms', () => {
  expect(fetched.length).toBeGreaterThan(800);
  const unchecked = fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unchecked.map(([folder]) => folder)).toEqual([]);
});

test('the lockfile names no registry, so everyone may use their own', () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(text).not.toMatch(/"resolved": "\w+:/);
});
