import { expect, test } from 'vitest';
import { upwardImports } from './floors.ts';

const planted = (file: string, target: string, isType = false) =>
  upwardImports(new Map([[`functions/src/${file}`, [{ target: `functions/src/${target}`, isType }]]]));

test('an import from a higher floor is found, whether of a value or a type', () => {
  const arrow = 'functions/src/records/reader.ts → functions/src/http/reply.ts';
  expect(planted('records/reader.ts', 'http/reply.ts')).toEqual([arrow]);
  expect(planted('records/reader.ts', 'http/reply.ts', true)).toEqual([arrow]);
  expect(planted('platform/azure/log.ts', 'core/hash.ts')).toHaveLength(1);
  expect(planted('features/audit/a.ts', 'jobs.ts')).toHaveLength(1);
});

test('imports from the same floor and from below are allowed, and tests import from anywhere', () => {
  expect(planted('http/dispatch.ts', 'http/reply.ts')).toEqual([]);
  expect(planted('app.ts', 'features/audit/a.ts')).toEqual([]);
  expect(planted('records/reader.test.ts', 'http/reply.ts')).toEqual([]);
});
