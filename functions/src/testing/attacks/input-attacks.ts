import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { referralDraft } from '../examples/drafts.ts';
import type { Attack } from './attack.ts';
import { namingEveryField, takingEveryDraft, takingEveryName, withKeysAsSent } from './composed-without.ts';

/** Attacks by the content of a request. */
export const inputAttacks: Attack[] = [
  {
    finding: 'growing answer',
    name: 'have a small request refused with megabytes',
    async succeeds({ call }) {
      const fields = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`k${n}`, 1]));
      const how = { as: 'ana', rawBody: JSON.stringify(fields) } as const;
      const { status, text } = await call(api.referrals.create, { body: referralDraft() }, how);
      return status >= 500 || text.length > 64 * 1024;
    },
    withoutDefense: () => ({ app: { create: namingEveryField } }),
  },
  {
    finding: 'unseen name',
    name: 'record a patient under a name that no one sees',
    async succeeds({ call }) {
      const { Patient, ...draft } = referralDraft();
      const body = { ...draft, Patient: { ...Patient, LastName: '\u200B\u202E\u0000' } };
      return (await call(api.referrals.create, { body }, { as: 'ana' })).status === 200;
    },
    withoutDefense: () => ({ app: { create: takingEveryName } }),
  },
  {
    finding: 'draft values',
    name: 'store values of a draft that are no form, or have orders without end',
    async succeeds({ call }) {
      const Orders = Array.from({ length: 900 }, (_, n) => ({ System: '', Value: `order ${n}` }));
      const Readings = [{ DocumentId: '', Taken: [], Left: [], Orders }];
      for (const Values of ['no JSON', JSON.stringify({ Readings })]) {
        const body = { Id: randomUUID(), Form: 'new-referral' as const, Values };
        if ((await call(api.drafts.save, { body }, { as: 'ana' })).status === 200) return true;
      }
      return false;
    },
    withoutDefense: () => ({ app: { create: takingEveryDraft } }),
  },
  {
    finding: 'key in two cases',
    name: 'make a twin by a client that writes its key in capitals',
    async succeeds({ call }) {
      const [key, body] = [randomUUID(), referralDraft()];
      const first = (await call(api.referrals.create, { body }, { as: 'ana', key })).ok();
      const second = await call(api.referrals.create, { body }, { as: 'ana', key: key.toUpperCase() });
      return second.ok().ReferralInfo[0]?.Id !== first.ReferralInfo[0]?.Id;
    },
    withoutDefense: () => ({ app: { create: withKeysAsSent } }),
  },
];
