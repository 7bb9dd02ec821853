import { expect, test } from 'vitest';
import { listChangeLines } from './list-labels.ts';

const field = 'SettingsReferralStatusesInfo';
const fresh = { Id: 'new', Name: 'New', Color: 'blue', Terminal: false, Next: ['review'] };
const review = { Id: 'review', Name: 'In review', Color: 'yellow', Terminal: false };
const lost = { Id: 'lost', Name: 'Lost', Color: 'red', Terminal: true };

const kept = { Id: 'kept', Name: 'Kept', Color: 'gray', Terminal: true };

const names = new Map([fresh, review, lost].map(({ Id, Name }) => [Id, Name]));
const namesOf = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ');
const lines = (before: object[] | null, after: object[]) =>
  listChangeLines({ field, old: before && JSON.stringify(before), new: JSON.stringify(after) }, namesOf)?.map(
    ({ label, old, now }) => `${label} | ${old} | ${now}`,
  );

test('a changed list shows what differs, entry by entry', () => {
  expect(
    lines([fresh, review], [{ ...fresh, Name: 'Received', Retired: true, Color: 'grape' }, review]),
  ).toEqual(['New: Name | New | Received', 'New: Retired | no | yes', 'New: Color | Blue | Violet']);
  expect(
    lines(
      [fresh, review],
      [
        { ...fresh, Next: undefined },
        { ...review, Next: [] },
      ],
    ),
  ).toEqual(['New: Can go to | In review | any status', 'In review: Can go to | any status | nothing']);
});

test('an entry that was added, deleted or moved is named once', () => {
  expect(lines([fresh, review], [review, fresh, lost])).toEqual([
    'Lost |  | added',
    'Moved New from 1 to 2 |  | ',
  ]);
  expect(lines([fresh, review, lost], [lost, fresh, review])).toEqual(['Moved Lost from 3 to 1 |  | ']);
  expect(lines([fresh, review, lost, kept], [kept, lost, review, fresh])).toEqual([
    'Order | New, In review, Lost, Kept | Kept, Lost, In review, New',
  ]);
  expect(lines([fresh, review, lost], [fresh, lost])).toEqual(['In review |  | deleted']);
  expect(lines(null, [fresh])).toEqual(['New |  | added']);
});

test('other changes, and lists that cannot be parsed, return nothing', () => {
  expect(listChangeLines({ field: 'Name', old: 'A', new: 'B' }, namesOf)).toBeUndefined();
  expect(listChangeLines({ field, old: '[{"Id":1}]', new: '[' }, namesOf)).toBeUndefined();
});
