import { api } from '@handoff/shared/contract/api';
import { endOfWeeks, weekOf } from '@handoff/shared/domain/agency/capacity';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { dayText } from '@handoff/shared/domain/records/calendar-day';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { capacityDraft } from '../../testing/examples/drafts.ts';
import { referral as newReferral, checksOf } from '../../testing/examples/example-records.ts';
import type { PersonName } from '../../testing/people.ts';

let handoff: TestApi;
let today: string;
beforeEach(async () => {
  handoff = await freshApi();
  today = dayIn('America/New_York', handoff.platform.clock.now());
});

const ana = { as: 'ana' } as const;
type Draft = Parameters<typeof capacityDraft>[0];

const set = (changes: Draft = {}, as: PersonName = 'ana') =>
  handoff.call(
    api.capacities.set,
    { body: capacityDraft({ EndsOn: endOfWeeks(today, 2), ...changes }) },
    { as },
  );
const refusedAt = async (changes: Draft) => Object.keys((await set(changes)).error().fields ?? {});
const listed = async (as: PersonName = 'vic') =>
  (await handoff.call(api.capacities.list, {}, { as })).ok().CapacitiesInfo;

const capacityOf = async (id: string) => (await checksOf(handoff, id)).Capacity;

test('intake says that a discipline is full, and the checks of its referrals say so until the last day', async () => {
  const { Id } = await newReferral(handoff);
  expect(await capacityOf(Id)).toMatchObject({ Answer: 'yes', Rule: 'Open' });
  const [saved] = (await set({ Note: 'Two nurses are away.' })).ok().CapacitiesInfo;
  expect(saved).toMatchObject({ StartsOn: weekOf(today), UpdatedBy: { FullName: 'Ana Intake' } });
  const until = dayText(endOfWeeks(today, 2));
  expect(await capacityOf(Id)).toEqual({
    Answer: 'no',
    Rule: 'Full',
    Reason: `Skilled nursing is full in Hartford County until ${until}.`,
  });
  const rows = await handoff.call(api.referrals.list, { query: { Fits: 'true' } }, { as: 'vic' });
  expect(rows.ok().ReferralFits?.map(({ Capacity }) => Capacity.Rule)).toEqual(['Full']);

  handoff.advance(15 * 86_400_000);
  expect(await capacityOf(Id)).toMatchObject({ Rule: 'Open' });
});

test('a later limit of a discipline and county replaces the earlier one, and opening it removes it', async () => {
  const [first] = (await set()).ok().CapacitiesInfo;
  const changes = { Level: 'Limited', County: 'HARTFORD COUNTY', Note: 'One visit a day.' } as const;
  await set(changes, 'mia');
  expect(await listed()).toMatchObject([{ ...changes, Id: first?.Id }]);
  await set({ Discipline: 'Hospice' });
  await set({ County: '' });
  expect(await listed()).toHaveLength(3);

  const Id = first?.Id ?? '';
  const remove = (body: { Id: string; Etag?: string }) => handoff.call(api.capacities.remove, { body }, ana);
  expect((await remove({ Id, Etag: first?.Etag ?? '' })).error().code).toBe('conflict');
  (await remove({ Id })).ok();
  expect(await listed()).toHaveLength(2);
  const trail = await handoff.call(api.audit.list, { query: { Subject: Id } }, { as: 'mia' });
  expect(trail.ok().AuditInfo.map(({ action }) => action)).toEqual([
    'capacity.deleted',
    'capacity.updated',
    'capacity.created',
  ]);
});

test('a limit needs a discipline of the agency, a last day, and a week that begins before it', async () => {
  expect(await refusedAt({ Discipline: 'Chess' })).toEqual(['Discipline']);
  expect(await refusedAt({ EndsOn: '2026-02-30' })).toEqual(['EndsOn']);
  expect(await refusedAt({ StartsOn: weekOf(today), EndsOn: '2020-01-01' })).toEqual(['EndsOn']);
  expect(await refusedAt({ EndsOn: '2020-01-01' })).toEqual(['EndsOn']);
  expect(await listed()).toEqual([]);
});

test('people who may decline change it, others may not, and another agency sees none of it', async () => {
  for (const as of ['cal', 'vic'] as const) expect((await set({}, as)).error().code).toBe('forbidden');
  (await set({}, 'mia')).ok();
  expect(await listed('eve')).toEqual([]);
});

test('our other agencies see what is full there, by the name of the discipline and without the note', async () => {
  await set({ Note: 'Two nurses are away.' });
  const { BranchesInfo } = (await handoff.call(api.businessDomains.branches, {}, { as: 'eve' })).ok();
  expect(BranchesInfo.map(({ Name, Capacities }) => [Name, Capacities])).toEqual([
    [
      'Harbor Home Care',
      [
        {
          ...capacityDraft(),
          StartsOn: weekOf(today),
          EndsOn: endOfWeeks(today, 2),
        },
      ],
    ],
  ]);
});

test('a discipline with a limit is not deleted, but replaced by another one', async () => {
  await set();
  const left = [{ Id: 'Hospice', Name: 'Hospice' }];
  const save = (Remap: { From: string; To: string }[] = []) => {
    const body = { Etag: '', SettingsDisciplinesInfo: left, Remap };
    return handoff.call(api.settings.updateDisciplines, { body }, { as: 'mia' });
  };
  expect((await save()).error()).toMatchObject({
    code: 'in_use',
    usedIn: [{ what: 'capacity entries', count: 1 }],
  });
  (await save([{ From: 'Skilled nursing', To: 'Hospice' }])).ok();
  expect(await listed()).toMatchObject([{ Discipline: 'Hospice' }]);
});

test('a change is announced to the open screens of the agency', async () => {
  const [saved] = (await set()).ok().CapacitiesInfo;
  expect(handoff.sent.map(({ message }) => message)).toContainEqual(
    expect.objectContaining({ topic: 'capacity', id: saved?.Id }),
  );
});
