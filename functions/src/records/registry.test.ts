import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { movedParts, partsOf, recordOf, records } from './registry.ts';
import type { RecordFacts } from './declare-record.ts';
import { checkKind } from './kinds/eligibility-records.ts';
import { referralKind } from './kinds/referral-records.ts';

test('every declared kind is in the registry once, and so is the kind that its records are a part of', () => {
  const types = records.map(({ type }) => type);
  expect(types).toEqual([...new Set(types)]);
  const files = globSync('kinds/*.ts', { cwd: import.meta.dirname }).map((file) =>
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  );
  const declarations = files.flatMap((text) => text.match(/= declare(?:Record|Stored)\b/g) ?? []);
  expect(types).toHaveLength(declarations.length);
  const parents = records.flatMap(({ belongsTo }) => belongsTo?.kind.type ?? []);
  expect(parents.filter((type) => !recordOf(type))).toEqual([]);
});

test('the renewal of keys, purge and merge find their records, which are all in an agency', () => {
  const found = records.filter(
    ({ sealed, belongsTo, mentions }) => sealed.length > 0 || belongsTo?.atMerge === 'moved' || mentions,
  );
  expect(found.filter(({ partitions }) => partitions.join() !== 'agency')).toEqual([]);
  expect(movedParts.map(({ belongsTo }) => belongsTo.counted)).toEqual(['Documents', 'Checks', 'Notes']);
  expect(partsOf(checkKind).map(({ type }) => type)).toEqual(['exchange']);
  const outliving = partsOf(referralKind).filter(({ belongsTo }) => belongsTo.atPurge === 'stays');
  expect(outliving.map(({ type }) => type)).toEqual(['break-glass', 'purge-receipt', 'webhook-line']);
});

const ends = ({ ttl, kept }: RecordFacts['retention']) => ttl !== undefined || /\d+ days$|months/.test(kept);
const boundedBy = (bound: RecordFacts['boundedBy']) => records.filter((kind) => kind.boundedBy === bound);
const typesOf = (kinds: readonly RecordFacts[]) => kinds.map(({ type }) => type);

test('what is said to bound a kind of record agrees with its other facts', () => {
  expect(typesOf(boundedBy('time').filter(({ retention }) => !ends(retention)))).toEqual([]);
  expect(boundedBy('referral').filter(({ belongsTo }) => belongsTo?.atPurge !== 'removed')).toEqual([]);
  expect(boundedBy('month')).toEqual(records.filter(({ partitions }) => partitions.includes('month')));
  expect(typesOf(boundedBy('nothing'))).toEqual(['break-glass', 'import', 'notification', 'purge-receipt']);
});
