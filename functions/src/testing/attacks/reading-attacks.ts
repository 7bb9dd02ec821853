import { api } from '@handoff/shared/contract/api';
import { revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import { userId } from '../../records/kinds/user-records.ts';
import { pdf } from '../examples/drafts.ts';
import { checkDraft } from '../examples/eligibility-examples.ts';
import { people, type PersonName } from '../people.ts';
import { entriesAbout, isEachNoted, LAST_NAME, recordPatients, type Attack, type Calls } from './attack.ts';
import { countingAlone, withDeletedReferrals, withoutViews } from './removed-defenses.ts';

const [Reason] = revealReasons;

/** Attacks by a signed-in person who wants to see more than allowed, or without a trace. */
export const readingAttacks: Attack[] = [
  {
    finding: 'unseen',
    name: 'page through all patients unseen',
    async succeeds({ call }) {
      await recordPatients({ call }, 3);
      const seen = await pageThrough({ call }, 'vic');
      return !(await isEachNoted({ call }, seen, { by: 'vic', action: 'referrals.listed' }));
    },
    withoutDefense: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    finding: 'unseen',
    name: 'search for patients unseen',
    async succeeds({ call }) {
      await recordPatients({ call }, 1);
      const found = await call(api.referrals.search, { body: { Text: LAST_NAME } }, { as: 'cal' });
      const seen = found.ok().ReferralInfo.map(({ Id }) => Id);
      return !(await isEachNoted({ call }, seen, { by: 'cal', action: 'referrals.listed' }));
    },
    withoutDefense: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    finding: 'unseen',
    name: 'read rows of patients by their ids unseen',
    async succeeds({ call }) {
      const ids = await recordPatients({ call }, 2);
      const rows = await call(api.referrals.rows, { query: { Ids: ids.join(',') } }, { as: 'vic' });
      const seen = rows.ok().ReferralInfo.map(({ Id }) => Id);
      return !(await isEachNoted({ call }, seen, { by: 'vic', action: 'referrals.listed' }));
    },
    withoutDefense: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    finding: 'unseen',
    name: 'reveal the numbers of a patient unseen',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      for (let times = 0; times < 2; times += 1)
        await call(api.referrals.revealNumbers, { body: { Id: id, Reason } }, { as: 'bo' });
      const entries = await entriesAbout({ call }, id);
      return entries.filter(({ action }) => action === 'patient-numbers.revealed').length < 2;
    },
    withoutDefense: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    finding: 'address',
    name: 'read the name of a patient out of the address of a page',
    async succeeds({ call }) {
      await recordPatients({ call }, 3);
      const query = { Sort: 'PatientName', PageSize: 1 } as const;
      const page = (await call(api.referrals.list, { query }, { as: 'ana' })).ok();
      return decoded(page.Continuation ?? '').some((text) =>
        text.toLowerCase().includes(LAST_NAME.toLowerCase()),
      );
    },
    withoutDefense: () => ({
      platform: {
        signingKeys: {
          signerFor: async () => ({ sign: (text) => text, isSignature: () => true }),
          sealerFor: async () => ({
            seal: (text) => Buffer.from(text).toString('base64url'),
            open: (text) => Buffer.from(text, 'base64url').toString(),
          }),
        },
      },
    }),
  },
  {
    finding: 'deleted',
    name: 'ask a payer about a deleted patient',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      const { check, recheck } = api.medicareEligibility;
      const body = checkDraft({ ReferralId: id });
      const { CheckId } = (await call(check, { body }, { as: 'ana' })).ok();
      (await call(api.referrals.remove, { body: { Id: id } }, { as: 'ana' })).ok();
      const again = await call(recheck, { body: { Id: CheckId, CheckAgain: true } }, { as: 'ana' });
      return again.status === 200;
    },
    withoutDefense: (handoff) => ({ platform: { store: withDeletedReferrals(handoff.platform.store) } }),
  },
  {
    finding: 'deleted',
    name: 'read a deleted patient and their documents',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      const input = { fields: { DocumentTypeId: 'orders', ReferralId: id }, file: pdf() };
      const [document] = (await call(api.services.uploadFile, input, { as: 'ana' })).ok().ReferralDocuments;
      (await call(api.referrals.remove, { body: { Id: id } }, { as: 'ana' })).ok();
      const params = { blobName: document?.blobName ?? '' };
      const answers = await Promise.all([
        call(api.referrals.byId, { query: { id } }, { as: 'ana' }),
        call(api.services.downloadFile, { params }, { as: 'ana' }),
        call(api.referrals.packet, { query: { id } }, { as: 'ana' }),
      ]);
      return answers.some(({ status }) => status === 200);
    },
    withoutDefense: (handoff) => ({ platform: { store: withDeletedReferrals(handoff.platform.store) } }),
  },
  {
    finding: 'unseen',
    name: 'export patients twice and be noted once',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      for (let times = 0; times < 2; times += 1) await exported({ call });
      const entries = await entriesAbout({ call }, id);
      return entries.filter(({ action }) => action === 'referrals.exported').length < 2;
    },
    withoutDefense: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    finding: 'reveals',
    name: 'reveal numbers twice as often by asking two instances',
    async succeeds({ call, another }) {
      const [id = ''] = await recordPatients({ call }, 1);
      const other = await another();
      const tries = Array.from({ length: 72 }, (_, n) => (n % 2 === 0 ? { call } : other));
      let revealed = 0;
      for (const instance of tries) {
        const body = { Id: id, Reason };
        const { status } = await instance.call(api.referrals.revealNumbers, { body }, { as: 'bo' });
        if (status === 200) revealed += 1;
      }
      // One reveal is regained each minute.
      return revealed > 62;
    },
    withoutDefense: (handoff) => ({ platform: { store: countingAlone(handoff.platform.store) } }),
  },
  {
    finding: 'reveals',
    name: 'reveal the numbers of many patients without a manager hearing of it',
    async succeeds({ call, pass }) {
      for (const Id of await recordPatients({ call }, 25))
        (await call(api.referrals.revealNumbers, { body: { Id, Reason } }, { as: 'bo' })).ok();
      await pass(0);
      const query = { id: userId(people.mia.oid) };
      const heard = (await call(api.users.notifications, { query }, { as: 'mia' })).ok();
      return !heard.UserNotificationsInfo.some(({ Kind }) => Kind === 'access');
    },
    withoutDefense: () => ({ timers: false }),
  },
];

async function exported({ call }: Calls): Promise<void> {
  const { status, text } = await call(api.referrals.exportFile, { body: {} }, { as: 'mia' });
  if (status !== 200) throw new Error(text);
}

async function pageThrough({ call }: Calls, as: PersonName): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const query: { PageSize: number; Continuation?: string } = {
      PageSize: 2,
      ...(next !== null && { Continuation: next }),
    };
    const page = (await call(api.referrals.list, { query }, { as })).ok();
    seen.push(...page.ReferralInfo.map(({ Id }) => Id));
    next = page.Continuation;
  } while (next !== null);
  return seen;
}

/** Returns the text and everything encoded in it as base64, also nested. */
function decoded(text: string, depth = 3): string[] {
  const pieces = depth === 0 ? [] : (text.match(/[\w+/-]{8,}/g) ?? []);
  const inside = pieces.map((piece) => Buffer.from(piece, 'base64').toString());
  return [text, ...inside.flatMap((one) => decoded(one, depth - 1))];
}
