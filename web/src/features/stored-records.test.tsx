// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { agencyActions, systemActions } from '@handoff/shared/domain/records/audit-actions';
import { NotificationKind, UserNotification } from '@handoff/shared/domain/access/notification';
import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { Referral } from '@handoff/shared/domain/referral/referral';
import { valuesOf } from '@handoff/shared/testing/values-of-schema';
import { renderScreen } from '../testing/render-screen.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { AuditLine } from './admin/audit/audit-line.tsx';
import { Result } from './eligibility/result/result.tsx';
import { verdicts } from './eligibility/result/verdicts.ts';
import { NotificationRow } from './notifications/notification-row.tsx';
import { byDayAndRecord, dayName } from './notifications/notification-days.ts';

const SEED = 20_261_128;
const draw = <T,>(values: fc.Arbitrary<T>, count: number): T[] =>
  fc.sample(values, { numRuns: count, seed: SEED });

/** Texts that look like something that is formatted, and are not. */
const nonsense = fc.constantFrom(
  ...'|accepted|not accepted|2026-02-31|2026-13-01|9999-99-99|0000-00-00|+275760-09-14|T|-|NaN|null|{}'.split(
    '|',
  ),
  ...'[|[null]|[[]]|[{"BusinessDomainId":1}]|[{"Id":"a","Name":"b","Color":"none"}]'.split('|'),
  ...'2026-11-28T25:61:00Z|12345|555-0143 ext 12|referral-|\u0000|🏥'.split('|'),
);

/** The names of fields down to their leaves, such as `Patient.LastName`. */
function fieldNames(schema: unknown, prefix = ''): string[] {
  const { properties } = z.object({ properties: z.record(z.string(), z.unknown()).optional() }).parse(schema);
  return Object.entries(properties ?? {}).flatMap(([name, part]) => [
    `${prefix}${name}`,
    ...fieldNames(z.object({}).loose().safeParse(part).data ?? {}, `${prefix}${name}.`),
  ]);
}
const fields = [
  ...fieldNames(z.toJSONSchema(Referral, { io: 'output', unrepresentable: 'any' })),
  ...PrefilledField.options,
  'ExpiresAt',
  'SettingsDeclineReasonsInfo',
  'RolesWithinAgencies',
  'Document',
  'EndsOn',
  '',
];

const change = fc.record({
  field: fc.constantFrom(...fields),
  old: fc.oneof(nonsense, fc.double(), fc.boolean(), fc.constant(null)),
  new: fc.oneof(nonsense, fc.string(), fc.integer(), fc.constant(null)),
});
const entriesOf = (action: string) =>
  draw(
    fc
      .tuple(valuesOf(z.toJSONSchema(AuditEntry)), fc.array(change, { minLength: 3, maxLength: 6 }), nonsense)
      .map(([entry, changes, at]) => AuditEntry.parse(Object.assign({}, entry, { action, changes, at }))),
    2,
  );

const everyField = fields.flatMap((field) =>
  ['accepted', '2026-02-31', '[null]'].map((now) => ({ field, old: null, new: now })),
);

const paths = [
  '/admin/medicareeligible',
  '/admin/medicareeligibilityissues',
  '/admin/medicarenoteligible',
] as const;

const asStored = () => screen.queryAllByText(/cannot be shown/);

test('each kind of audit entry is shown, whatever its changes hold', async () => {
  const entries = [
    ...Object.keys(agencyActions),
    ...Object.keys(systemActions),
    'an.action-of-later',
  ].flatMap(entriesOf);
  const everything = { ...entriesOf('referral.prefilled')[0], changes: everyField };
  const props = { people: new Map(), agencies: new Map(), initials: undefined, settings: undefined };
  const whole = [...entries, AuditEntry.parse(everything)];
  await renderScreen(
    <ol>
      {whole.map((entry, index) => (
        <AuditLine key={index} entry={entry} trail="agency" isAlone={false} {...props} />
      ))}
    </ol>,
  );
  expect(await screen.findAllByRole('link', { name: /^History of/ })).not.toHaveLength(0);
  expect(document.querySelectorAll('ol > li > time')).toHaveLength(whole.length);
});

test('each kind of notification is shown, whatever it holds', async () => {
  const drawn = NotificationKind.options.flatMap((Kind) =>
    draw(fc.tuple(valuesOf(z.toJSONSchema(UserNotification)), nonsense, nonsense), 5).map(
      ([notification, CreatedAt, ReadAt], index) =>
        UserNotification.parse({ ...Object(notification), Id: `${Kind}${index}`, Kind, CreatedAt, ReadAt }),
    ),
  );
  const days = byDayAndRecord(drawn);
  await renderScreen(
    <ul>
      {days.map(({ day, items }) => [
        <li key={day}>{dayName(day, new Date())}</li>,
        ...items.map(({ notification }) => (
          <NotificationRow key={notification.Id} notification={notification} patient={undefined} />
        )),
      ])}
    </ul>,
  );
  expect(await screen.findAllByRole('link')).toHaveLength(drawn.length);
});

test('each kind of finding is shown, and the whole of a check, whatever Medicare wrote', async () => {
  const checks = draw(
    valuesOf(z.toJSONSchema(FullPastCheck, { io: 'output', unrepresentable: 'any' })),
    40,
  ).map((check) => FullPastCheck.parse(check));
  await renderScreen(
    checks.map((check, index) => (
      <Result key={index} check={check} verdict={verdicts[paths[index % paths.length] ?? paths[0]]} />
    )),
  );
  expect(await screen.findAllByText('Service date')).toHaveLength(checks.length);
  expect(asStored()).toEqual([]);
});

const cell = ({ Name }: { Name: string }) => {
  if (Name === 'Broken') throw new RangeError('Invalid time value');
  return Name;
};

test('a row that cannot be shown says so and shows what is stored, and the others are shown as usual', async () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  const rows = ['Aetna', 'Broken', 'Cigna'].map((Name) => ({ Id: Name, Name }));
  await renderScreen(<DataTable label="Plans" rows={rows} columns={[{ title: 'Plan', cell }]} />);
  expect((await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)).toEqual([
    'Aetna',
    'Cigna',
  ]);
  expect(asStored()).toHaveLength(1);
  expect(screen.getByText(/"Name": "Broken"/)).toBeDefined();
  silenced.mockRestore();
});
