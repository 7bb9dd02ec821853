import { api } from '@handoff/shared/contract/api';
import { BREAK_GLASS_MINUTES } from '@handoff/shared/domain/referral/restriction';
import { HARBOR, people } from '../people.ts';
import { userId } from '../../records/kinds/user-records.ts';
import { entriesAbout, LAST_NAME, recordPatients, type Attack, type Calls } from './attack.ts';
import { edit } from './stolen-database.ts';
import {
  withDeletedReferrals,
  withoutNotifications,
  withoutRestrictions,
  withoutViews,
} from './removed-defenses.ts';

const Reason = 'The patient called in pain';

/** Attacks by Vic or Bo, who are not named for the patient. */
export const restrictionAttacks: Attack[] = [
  {
    finding: 'restricted',
    name: 'open, list or search for a restricted patient',
    async succeeds({ call }) {
      const id = await restrictedPatient({ call });
      const as = 'vic';
      const answers = await Promise.all([
        call(api.referrals.byId, { query: { id } }, { as }),
        call(api.referrals.list, { query: {} }, { as }),
        call(api.referrals.search, { body: { Text: LAST_NAME } }, { as }),
        call(api.referrals.rows, { query: { Ids: id } }, { as }),
        call(api.referrals.exportFile, { body: {} }, { as }),
      ]);
      return answers.some(({ text }) => text.includes(LAST_NAME));
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutRestrictions(platform.store) } }),
  },
  {
    finding: 'restricted',
    name: 'try to open a restricted patient unseen',
    async succeeds({ call }) {
      const id = await restrictedPatient({ call });
      await call(api.referrals.byId, { query: { id } }, { as: 'vic' });
      return !(await isNoted({ call }, id, 'restricted.refused'));
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutViews(platform.store) } }),
  },
  {
    finding: 'restricted',
    name: 'guess names of restricted patients without end',
    async succeeds({ call }) {
      for (let n = 0; n < 12; n += 1) {
        const body = { FirstName: `Guess${n}`, LastName: LAST_NAME, DateOfBirth: '1948-03-12' };
        const { status } = await call(api.referrals.findRestricted, { body }, { as: 'vic' });
        if (status === 429) return false;
      }
      return true;
    },
    withoutDefense: () => ({ app: { limits: { emergencySearches: { burst: 1e6, perMinute: 1e6 } } } }),
  },
  {
    finding: 'emergency',
    name: 'open a restricted patient in an emergency without a manager hearing of it',
    async succeeds({ call }) {
      const ReferralId = await restrictedPatient({ call });
      (await call(api.referrals.breakGlass, { body: { ReferralId, Reason } }, { as: 'vic' })).ok();
      (await call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'vic' })).ok();
      const query = { id: userId(people.mia.oid) };
      const { text } = await call(api.users.notifications, { query }, { as: 'mia' });
      const isTold = text.includes(ReferralId) && text.includes(people.vic.name);
      return !(isTold && (await isNoted({ call }, ReferralId, 'break-glass.opened')));
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutNotifications(platform.store) } }),
  },
  {
    finding: 'emergency',
    name: 'stay in after the time of an emergency access',
    async succeeds({ call, stolen }) {
      const ReferralId = await restrictedPatient({ call });
      const opened = await call(api.referrals.breakGlass, { body: { ReferralId, Reason } }, { as: 'vic' });
      const [access] = opened.ok().BreakGlass;
      if (!access) throw new Error('No emergency access');
      await edit(stolen.store.app(`d:${HARBOR}`), access.Id, () => ({
        At: minutesAgo(BREAK_GLASS_MINUTES + 1),
        Until: minutesAgo(1),
      }));
      return (await call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'vic' })).status === 200;
    },
    withoutDefense: ({ platform }) => ({
      // A lagging service: nothing ends in time.
      platform: { clock: { ...platform.clock, now: () => new Date(Date.now() - 2 * 3_600_000) } },
    }),
  },
  {
    finding: 'lists',
    name: 'check a restricted patient through a list',
    async succeeds({ call }) {
      const ReferralId = await restrictedPatient({ call });
      return (
        (await call(api.medicareEligibility.startBatch, listOf(ReferralId), { as: 'bo' })).status === 200
      );
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutRestrictions(platform.store) } }),
  },
  {
    finding: 'existence',
    name: 'tell a restricted referral from none',
    async succeeds({ call }) {
      const hidden = await restrictedPatient({ call });
      const [one, other] = [hidden, `referral-${'0'.repeat(32)}`].map((id) =>
        call(api.referrals.byId, { query: { id } }, { as: 'vic' }),
      );
      return (await one)?.text.replace(requestIds, '') !== (await other)?.text.replace(requestIds, '');
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutRestrictions(platform.store) } }),
  },
  {
    finding: 'guesses',
    name: 'guess the number of a patient',
    async succeeds({ call }) {
      for (let guess = 1000; guess < 1062; guess += 1) {
        const { status } = await call(api.referrals.checkDraft, { body: guessOf(guess) }, { as: 'bo' });
        if (status === 429) return false;
      }
      return true;
    },
    withoutDefense: () => ({ app: { limits: { numbers: { burst: 1e6, perMinute: 1e6 } } } }),
  },
  {
    finding: 'replays',
    name: 'send an edit of a referral again that is restricted since',
    async succeeds({ call }) {
      const [Id = ''] = await recordPatients({ call }, 1);
      const send = async () =>
        call(
          api.referrals.update,
          { body: { Id, ClinicalSummary: 'Seen' } },
          { as: 'bo', key: 'one-key-of-an-edit' },
        );
      (await send()).ok();
      await restrict({ call }, Id);
      return (await send()).text.includes(LAST_NAME);
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutRestrictions(platform.store) } }),
  },
  {
    finding: 'deleted rows',
    name: 'read a deleted patient in a list',
    async succeeds({ call }) {
      const [Id = ''] = await recordPatients({ call }, 1);
      const { Batch } = (await call(api.medicareEligibility.startBatch, listOf(Id), { as: 'ana' })).ok();
      (await call(api.referrals.remove, { body: { Id } }, { as: 'ana' })).ok();
      const query = { id: Batch.Id };
      const { text } = await call(api.medicareEligibility.batchById, { query }, { as: 'bo' });
      return text.includes(LAST_NAME);
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withDeletedReferrals(platform.store) } }),
  },
  {
    finding: 'emergency look',
    name: 'hide a look by emergency access behind one before it',
    async succeeds({ call }) {
      const [ReferralId = ''] = await recordPatients({ call }, 1);
      const look = async () =>
        (await call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'vic' })).ok();
      await look();
      await restrict({ call }, ReferralId);
      (await call(api.referrals.breakGlass, { body: { ReferralId, Reason } }, { as: 'vic' })).ok();
      await look();
      const entries = await entriesAbout({ call }, ReferralId);
      const looks = entries.filter(
        ({ oid, action }) => oid === people.vic.oid && action === 'referral.viewed',
      );
      return looks.length < 2;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutViews(platform.store) } }),
  },
];

const requestIds = /"(requestId|traceId)":"[^"]*",?/g;

const listOf = (ReferralId: string) => ({
  body: {
    Category: 'Home Care' as const,
    Entries: [{ FirstName: 'Pat', LastName: LAST_NAME, DateOfBirth: '1948-03-12', Mbi: '', ReferralId }],
  },
});

const guessOf = (serial: number) => ({
  Patient: { FirstName: 'Pat', LastName: LAST_NAME, DateOfBirth: '1948-03-12', Ssn: `04112${serial}` },
  Address: { State: 'CT' as const },
  Payers: [],
  Services: [],
  DocumentTypeIds: [],
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function restrictedPatient(calls: Calls): Promise<string> {
  const [Id = ''] = await recordPatients(calls, 1);
  await restrict(calls, Id);
  return Id;
}

async function restrict({ call }: Calls, Id: string): Promise<void> {
  const body = { Id, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await call(api.referrals.setRestriction, { body }, { as: 'mia' })).ok();
}

async function isNoted(calls: Calls, id: string, expected: string): Promise<boolean> {
  const entries = await entriesAbout(calls, id);
  return entries.some(({ oid, action }) => oid === people.vic.oid && action === expected);
}
