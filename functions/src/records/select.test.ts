import { expect, test } from 'vitest';
import * as z from 'zod';
import { fill, found, nthDay, startTestStores } from '../testing/test-store.ts';
import {
  above,
  below,
  containing,
  countOf,
  excludingPart,
  inAnyCase,
  including,
  includingPart,
  isMissing,
  isThere,
  noneOf,
  not,
  oneOf,
  OnlyId,
  queryOf,
  select,
  selectByName,
  type Where,
} from './select.ts';

const stores = await startTestStores();

const Thing = z.object({
  Id: z.string(),
  Name: z.string(),
  At: z.string(),
  Owner: z.object({ Id: z.string() }).nullable(),
  Names: z.array(z.string()),
  Parts: z.array(z.object({ Name: z.string(), Size: z.string() })),
  End: z.string().optional(),
});
type Thing = z.infer<typeof Thing>;
const thing = { type: 'thing', schema: Thing };

const conditions: [text: string, where: Where<Thing>, expected: number[]][] = [
  ['a value', { Name: 'n2' }, [2]],
  ['another value', { Name: not('n2') }, [0, 1, 3, 4, 5, 6, 7, 8, 9]],
  ['a field of a record', { Owner: { Id: 'me' } }, [0, 3, 6, 9]],
  ['null', { Owner: null }, [1, 4, 7]],
  ['an interval', { At: [above(nthDay(2)), below(nthDay(5))] }, [3, 4]],
  ['one of several', { Name: oneOf(['n1', 'n4', 'other']) }, [1, 4]],
  ['none of several', { Name: noneOf(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6']) }, [7, 8, 9]],
  ['an element', { Names: including('even') }, [0, 2, 4, 6, 8]],
  ['a part', { Parts: includingPart({ Name: 'p8' }) }, [8]],
  ['no such part', { At: below(nthDay(3)), Parts: excludingPart({ Name: 'p1' }) }, [0, 2]],
  ['a field that is there', { End: isThere }, [9]],
  ['a field that is not', { At: above(nthDay(7)), End: isMissing }, [8]],
  ['a part of a text', { Name: containing('7') }, [7]],
  ['a text in any case', { Id: inAnyCase('thing5') }, [5]],
  ['one or the other', { OR: [{ Name: 'n1' }, { Owner: null, Names: including('even') }] }, [1, 4]],
  ['all of several', { AND: [{ OR: [{ Name: 'n1' }, { Name: 'n4' }] }, { Names: including('even') }] }, [4]],
  ['nothing', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
];

test.each(conditions)('finds records by %s', async (_text, where, expected) => {
  const partition = (await stores.newStore()).app('d:1');
  await fill(partition, 'thing', (n) => ({
    Id: `Thing${n}`,
    Name: `n${n}`,
    At: nthDay(n),
    Owner: n % 3 === 1 ? null : { Id: n % 3 === 0 ? 'me' : 'you' },
    Names: [n % 2 === 0 ? 'even' : 'odd'],
    Parts: [{ Name: `p${n}`, Size: 'large' }],
    ...(n === 9 && { End: nthDay(9) }),
  }));
  await fill(partition, 'other', (n) => ({ Name: `n${n}`, At: nthDay(n) }));
  const selection = select(thing, { where });
  expect(await found(partition, selection)).toBe(expected.map((n) => `thing${n}`).join(' '));
  expect(await partition.count(countOf(selection))).toBe(expected.length);
});

test('leaves out deleted records unless they are wanted, and other types unless they are named', async () => {
  const partition = (await stores.newStore()).app('d:1');
  await fill(partition, 'thing', (n) => ({ Name: `n${9 - n}`, DeletedAt: n < 8 ? nthDay(1) : null }));
  await fill(partition, 'other', (n) => ({ DeletedAt: n < 9 ? nthDay(1) : null }));
  expect(await found(partition, selectByName(thing))).toBe('thing9 thing8');
  expect(await partition.count(countOf(select(thing, { withDeleted: true })))).toBe(10);
  expect(await found(partition, select(thing, { types: ['thing', 'other'] }))).toBe('thing8 thing9 other9');
});

test('reads only the fields of a schema, and orders as a composite index does', () => {
  const query = queryOf(
    select(thing, { where: { Name: 'a' }, order: ['type ASC', 'Name ASC', 'At DESC'] }, OnlyId),
  );
  expect(query.sql).toBe(
    "SELECT c.id, c.type, c._etag, c.Id FROM c WHERE c.type = 'thing' AND c.DeletedAt = null AND c.Name = @p0" +
      ' ORDER BY c.type ASC, c.Name ASC, c.At DESC',
  );
});

test('values are parameters, and never a part of the text', () => {
  const hostile = "' OR true --";
  const where: Where<Thing> = {
    Name: [not(hostile), oneOf([hostile]), containing(hostile)],
    Parts: includingPart({ Name: hostile }),
    OR: [{ Id: hostile }],
  };
  const { sql, parameters } = queryOf(select(thing, { where }));
  expect(sql).not.toContain('--');
  expect(Object.values(parameters)).toHaveLength(5);
});

test.each<[string, object]>([
  ['a value that is not given', { Name: undefined }],
  ['a field that is text of a query', { 'Name = c.Name OR c.Name': 'a' }],
  ['none of no alternatives', { OR: [] }],
])('refuses %s, which would find every record', (_text, where) => {
  expect(() => select(thing, { where })).toThrow('not a condition');
});
