import { api } from '@handoff/shared/contract/api';
import { EICAR } from '@handoff/local/malware-scan/scan-blob';
import { senderLinkLimits } from '@handoff/shared/domain/referral/sender-link';
import { pdf, referralDraft } from '../examples/drafts.ts';
import { holding, newSecret, senderLink } from '../examples/sender-link-examples.ts';
import { EVERGREEN, HARBOR } from '../people.ts';
import { entriesAbout, recordPatients, type Attack, type Calls } from './attack.ts';
import { takingEveryBeginning, takingEveryDocument } from './composed-without.ts';
import {
  withDeletedReferrals,
  withLinks,
  withoutBirthDates,
  withoutDecisions,
  withoutPartitions,
  withoutRestrictions,
  withoutViews,
  withScannedDocuments,
} from './removed-defenses.ts';
import { activeDocuments } from './storage-attacks.ts';

const { senderLinks, referrals } = api;
type Holder = ReturnType<typeof holding>;

/** Attacks by someone who holds the link of a sender, or wants one. */
export const senderAttacks: Attack[] = [
  {
    finding: 'link guesses',
    name: 'guess the secret of a link without end',
    async succeeds({ call }) {
      for (let tries = 0; tries < 70; tries += 1)
        if ((await look({ call }, holding(newSecret().secret), 50_000 + tries)).status === 429) return false;
      return true;
    },
    withoutDefense: () => ({ app: { limits: { senders: { burst: 1e6, perMinute: 1e6 } } } }),
  },
  {
    finding: 'link reuse',
    name: 'send files by one link without end',
    async succeeds({ call }) {
      const { as } = await linkToPatient({ call });
      for (let files = 0; files <= senderLinkLimits.files; files += 1)
        if ((await send({ call }, as)).status !== 200) return false;
      return true;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withLinks(platform.store, { Files: 0 }) } }),
  },
  {
    finding: 'link of another',
    name: 'use the link of one agency in another',
    async succeeds({ call }) {
      const { secret } = await linkToPatient({ call });
      return (await look({ call }, holding(secret, EVERGREEN))).status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutPartitions(platform.store) } }),
  },
  {
    finding: 'link of another',
    name: 'send a document that no one asked for by a link',
    async succeeds({ call }) {
      const { as } = await linkToPatient({ call });
      return (await send({ call }, as, pdf(), 'face-sheet')).status === 200;
    },
    withoutDefense: ({ platform }) => ({
      platform: { store: withLinks(platform.store, { DocumentTypeIds: ['orders', 'face-sheet'] }) },
    }),
  },
  {
    finding: 'link of another',
    name: 'open the page of a restricted patient by a link',
    async succeeds({ call }) {
      const { as, ReferralId } = await linkToPatient({ call });
      const body = { Id: ReferralId, IsRestricted: true, Reason: 'A neighbor of our staff' };
      (await call(referrals.setRestriction, { body }, { as: 'mia' })).ok();
      return (await look({ call }, as)).status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutRestrictions(platform.store) } }),
  },
  {
    finding: 'link files',
    name: 'send a Word document that runs or fetches something by a link',
    async succeeds({ call }) {
      const { as } = await linkToPatient({ call });
      const answers = [];
      for (const file of activeDocuments) answers.push(await send({ call }, as, file));
      return answers.some(({ status }) => status === 200);
    },
    withoutDefense: () => ({ app: { create: takingEveryDocument } }),
  },
  {
    finding: 'link files',
    name: 'have a file opened that came by a link before it is scanned',
    async succeeds({ call }) {
      const { as, ReferralId } = await linkToPatient({ call });
      if ((await send({ call }, as, pdf(EICAR))).status !== 200) throw new Error('It was not received');
      const found = await call(referrals.byId, { query: { id: ReferralId } }, { as: 'cal' });
      const params = { blobName: found.ok().ReferralDocuments[0]?.blobName ?? '' };
      return (await call(api.services.viewFile, { params }, { as: 'cal' })).status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withScannedDocuments(platform.store) } }),
  },
  {
    finding: 'unopenable file',
    name: 'have a file of four bytes counted as received',
    async succeeds({ call }) {
      const { as } = await linkToPatient({ call });
      const file = new File([Buffer.from('49492a00', 'hex')], 'orders.tif');
      return (await send({ call }, as, file)).status === 200;
    },
    withoutDefense: () => ({ app: { create: takingEveryBeginning } }),
  },
  {
    finding: 'refused files',
    name: 'leave files in storage by uploads that a link refuses',
    async succeeds({ call, stolen: { blobs } }) {
      const { as, ReferralId } = await linkToPatient({ call });
      const before = (await blobs.names('documents', HARBOR)).length;
      const answers = await Promise.all(
        Array.from({ length: senderLinkLimits.files * 2 }, (_, n) => send({ call }, as, pdf(`file ${n}`))),
      );
      const taken = answers.filter(({ status }) => status === 200).length;
      if (taken === 0 || taken > senderLinkLimits.files)
        throw new Error(`${taken} of ${ReferralId} were taken`);
      return (await blobs.names('documents', HARBOR)).length - before > taken;
    },
    withoutDefense: ({ platform }) => ({
      platform: { blobs: { ...platform.blobs, remove: async () => {} } },
    }),
  },
  {
    finding: 'ended link',
    name: 'go on with a link that was revoked',
    async succeeds({ call }) {
      const { as, link } = await linkToPatient({ call });
      (await call(senderLinks.revoke, { body: { Id: link.Id } }, { as: 'ana' })).ok();
      return isOpen({ call }, as);
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withLinks(platform.store, { Revoked: null }) } }),
  },
  {
    finding: 'ended link',
    name: 'go on with a link whose days are over',
    async succeeds({ call, stolen: { store } }) {
      const { as, link } = await linkToPatient({ call });
      const partition = store.app(`d:${HARBOR}`);
      const record = await partition.read(link.Id);
      if (!record) throw new Error('There is no link');
      const { _etag: ifMatch, ...document } = record;
      const over = { ...document, ExpiresAt: link.CreatedAt };
      await partition.commit([{ op: 'replace', document: over, ifMatch }]);
      return isOpen({ call }, as);
    },
    withoutDefense: ({ platform }) => ({
      platform: { store: withLinks(platform.store, { ExpiresAt: '9999-12-31T00:00:00.000Z' }) },
    }),
  },
  {
    finding: 'ended link',
    name: 'go on with the link of a referral that was merged or deleted',
    async succeeds({ call }) {
      const [one, other] = [await linkToPatient({ call }), await linkToPatient({ call })];
      const merge = { Id: one.ReferralId, Into: other.ReferralId };
      (await call(referrals.merge, { body: merge }, { as: 'ana' })).ok();
      (await call(referrals.remove, { body: { Id: other.ReferralId } }, { as: 'ana' })).ok();
      return (await look({ call }, one.as)).status === 200 || (await look({ call }, other.as)).status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withDeletedReferrals(platform.store) } }),
  },
  {
    finding: 'link after the decision',
    name: 'send a file by a link after the decision',
    async succeeds({ call }) {
      const { as, ReferralId } = await linkToPatient({ call });
      const body = { Id: ReferralId, Decision: { Kind: 'Accepted' as const } };
      (await call(referrals.update, { body }, { as: 'mia' })).ok();
      return (await send({ call }, as)).status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutDecisions(platform.store) } }),
  },
  {
    finding: 'link message',
    name: 'have the birth date of the patient shown on the page of a sender',
    async succeeds({ call }) {
      const { as, link } = await linkToPatient({ call });
      const [year, month, day] = (referralDraft().Patient.DateOfBirth ?? '').split('-');
      const body = { Id: link.Id, Message: `For the patient born ${month}/${day}/${year}` };
      await call(senderLinks.update, { body }, { as: 'ana' });
      return (await look({ call }, as)).ok().Message === body.Message;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutBirthDates(platform.store) } }),
  },
  {
    finding: 'unseen link',
    name: 'open the page of a sender without a trace',
    async succeeds({ call }) {
      const { as, ReferralId, link } = await linkToPatient({ call });
      (await look({ call }, as)).ok();
      const entries = await entriesAbout({ call }, ReferralId);
      return !entries.some(({ oid, action }) => oid === link.Id && action === 'sender-link.opened');
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutViews(platform.store) } }),
  },
];

/** The front door adds the port of the connection, which is another one each time. */
const look = ({ call }: Calls, { headers }: Holder, port = 50_000) =>
  call(senderLinks.view, {}, { headers: { ...headers, 'x-forwarded-for': `203.0.113.9:${port}` } });
const send = ({ call }: Calls, as: Holder, file = pdf(), DocumentTypeId = 'orders') =>
  call(senderLinks.upload, { fields: { DocumentTypeId }, file }, as);

const write = ({ call }: Calls, as: Holder) =>
  call(senderLinks.write, { body: { Text: 'The daughter moved.' } }, as);

async function isOpen(calls: Calls, as: Holder): Promise<boolean> {
  const answers = [await look(calls, as), await send(calls, as), await write(calls, as)];
  return answers.some(({ status }) => status === 200);
}

async function linkToPatient(calls: Calls) {
  const [ReferralId = ''] = await recordPatients(calls, 1);
  return { ReferralId, ...(await senderLink(calls, ReferralId)) };
}
