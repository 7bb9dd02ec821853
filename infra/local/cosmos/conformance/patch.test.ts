import { randomUUID } from 'node:crypto';
import type { Container, PatchOperation, PatchRequestBody } from '@azure/cosmos';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount } from './account.ts';

// Source of every rule here: learn.microsoft.com/azure/cosmos-db/partial-document-update, unless a test names another
// one.
const account = useAccount();
let container: Container;
beforeAll(async () => {
  container = await account.newContainer();
});

async function patched(document: Record<string, unknown>, patch: PatchRequestBody): Promise<unknown> {
  const id = randomUUID();
  await container.items.create({ ...document, id, pk: 'a' });
  const { resource } = await container.item(id, 'a').patch<Record<string, unknown>>(patch);
  const { resource: stored } = await container.item(id, 'a').read();
  expect(stored).toEqual(resource);
  return Object.fromEntries(Object.keys({ ...document, ...stored }).map((name) => [name, stored?.[name]]));
}

// Source: Azure/azure-sdk-for-js item/item.spec.ts, "handles add, remove, replace, set, incr"
test('the five operations work together', async () => {
  const document = { last: 'a', removable: 'yes', existing: { key: 'val' }, num: 0 };
  const result = await patched(document, [
    { op: 'add', path: '/laster', value: 'c' },
    { op: 'replace', path: '/last', value: 'b' },
    { op: 'remove', path: '/removable' },
    { op: 'set', path: '/existing/newKey', value: 'newVal' },
    { op: 'incr', path: '/num', value: 5 },
  ]);
  expect(result).toMatchObject({
    laster: 'c',
    last: 'b',
    existing: { key: 'val', newKey: 'newVal' },
    num: 5,
  });
  expect(result).toHaveProperty('removable', undefined);
});

// Source: item/item.spec.ts, "conditionally patches"; 412 for a false one: partial-document-update-getting-started
test('a patch is applied only when its condition holds', async () => {
  const condition = 'from c where NOT IS_DEFINED(c.isDone)';
  const operations: PatchOperation[] = [{ op: 'add', path: '/isDone', value: true }];
  expect(await patched({}, { condition, operations })).toMatchObject({ isDone: true });
  await expect(patched({ isDone: false }, { condition, operations })).rejects.toMatchObject({ code: 412 });
});

describe('one operation', () => {
  const cases: [string, Record<string, unknown>, PatchOperation, Record<string, unknown>][] = [
    [
      'add inserts',
      { tags: ['a', 'c'] },
      { op: 'add', path: '/tags/1', value: 'b' },
      { tags: ['a', 'b', 'c'] },
    ],
    ['add to the end', { tags: ['a'] }, { op: 'add', path: '/tags/-', value: 'b' }, { tags: ['a', 'b'] }],
    [
      'add behind the last',
      { tags: ['a'] },
      { op: 'add', path: '/tags/1', value: 'b' },
      { tags: ['a', 'b'] },
    ],
    [
      'set overwrites',
      { tags: ['a', 'c'] },
      { op: 'set', path: '/tags/1', value: 'b' },
      { tags: ['a', 'b'] },
    ],
    ['remove closes up', { tags: ['a', 'b'] }, { op: 'remove', path: '/tags/0' }, { tags: ['b'] }],
    ['incr of nothing sets', {}, { op: 'incr', path: '/n', value: 3 }, { n: 3 }],
    ['add over a value replaces', { n: 1 }, { op: 'add', path: '/n', value: 2 }, { n: 2 }],
    ['names are escaped', { 'a/b': 1 }, { op: 'set', path: '/a~1b', value: 2 }, { 'a/b': 2 }],
  ];
  test.each(cases)('%s', async (_name, document, operation, expected) => {
    expect(await patched(document, [operation])).toMatchObject(expected);
  });
});

describe('is refused and changes nothing', () => {
  const cases: [string, PatchOperation[]][] = [
    ['a missing parent', [{ op: 'add', path: '/missing/child', value: 1 }]],
    ['replace of nothing', [{ op: 'replace', path: '/missing', value: 1 }]],
    ['remove of nothing', [{ op: 'remove', path: '/missing' }]],
    ['incr of a text', [{ op: 'incr', path: '/text', value: 1 }]],
    ['an index beyond the end', [{ op: 'add', path: '/tags/5', value: 1 }]],
    ['the id', [{ op: 'set', path: '/id', value: 'other' }]],
    ['the partition key', [{ op: 'set', path: '/pk', value: 'b' }]],
    ['a system property', [{ op: 'set', path: '/_ts', value: 1 }]],
    // Source: partial-document-update-faq, "limit of 10 patch operations"
    ['eleven operations', Array.from({ length: 11 }, () => ({ op: 'incr', path: '/n', value: 1 }))],
    [
      'a second one that fails',
      [
        { op: 'incr', path: '/n', value: 1 },
        { op: 'remove', path: '/missing' },
      ],
    ],
  ];
  test.each(cases)('%s', async (_name, operations) => {
    const id = randomUUID();
    const { resource } = await container.items.create({ id, pk: 'a', text: 'x', tags: ['a'], n: 0 });
    await expect(container.item(id, 'a').patch(operations)).rejects.toMatchObject({ code: 400 });
    expect((await container.item(id, 'a').read()).resource).toEqual(resource);
  });
});
