import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { userId } from '../../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft, zipOf } from '../../testing/examples/drafts.ts';
import { scanned } from '../../testing/examples/example-records.ts';
import { referralMessage, sampleFile } from '../../testing/examples/referral-files.ts';
import { HARBOR, people } from '../../testing/people.ts';
import type { Sent } from '../../testing/request.ts';
import { everythingStored } from '../../testing/stored.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const Values = z.object({
  Documents: z.array(z.object({ document: ReferralDocument })),
  Readings: z.array(FileReading),
});
const fileOf = async (name: string) => new File([new Uint8Array(await sampleFile(name))], name);
const send = (file: File, how: Sent = { as: 'ana' }) =>
  handoff.call(api.drafts.fromFile, { fields: {}, file }, how);

async function draftsOf(as: 'ana' | 'bo' | 'cal' | 'mia') {
  const answer = await handoff.call(api.drafts.mine, { query: { Form: 'new-referral' } }, { as });
  return answer.ok().DraftInfo.map((draft) => ({ ...draft, read: Values.parse(JSON.parse(draft.Values)) }));
}

const azp = 'abababab-abab-4bab-8bab-abababababab';
async function application(): Promise<Sent> {
  const claims = { idtyp: 'app', scp: undefined, azp, roles: ['Integration'], name: undefined };
  const sent = { headers: { authorization: `Bearer ${await handoff.token('sam', claims)}` } };
  const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '' };
  (await handoff.call(api.users.check, { body: account }, sent)).ok();
  const RolesWithinAgencies = [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Integration' as const }];
  const body = { Id: userId(people.sam.oid), Active: true, RolesWithinAgencies };
  (await handoff.call(api.users.update, { body }, { as: 'ada' })).ok();
  return sent;
}

const referralFrom = async (draft: { Id: string; read: z.infer<typeof Values> }, as: 'ana' | 'bo') =>
  handoff.call(
    api.referrals.create,
    {
      body: {
        ...referralDraft(),
        DraftId: draft.Id,
        DocumentIds: draft.read.Documents.map(({ document }) => document.Id),
      },
    },
    { as },
  );

test('a file becomes a draft of proposals with its documents, once for each key', async () => {
  const key = '3f1f3b0e-5f0a-4b8e-8b6a-5a8f0f3f9c01';
  const first = (await send(await fileOf('referral-note.xml'), { as: 'ana', key })).ok();
  const again = (await send(await fileOf('referral-note.xml'), { as: 'ana', key })).ok();
  expect(again).toEqual(first);
  expect(first).toMatchObject({ Left: 3, Documents: 2 });
  expect(first.Fields).toContain('Patient.LastName');

  const [draft, ...others] = await draftsOf('ana');
  expect(others).toEqual([]);
  const [reading] = draft?.read.Readings ?? [];
  const named = draft?.read.Documents.map(({ document }) => [document.name, document.ContentType]);
  expect(named).toEqual([
    ['referral-note.xml', 'application/xml'],
    ['document.pdf', 'application/pdf'],
  ]);
  expect(reading?.DocumentId).toBe(draft?.read.Documents[0]?.document.Id);
  expect(reading?.Taken).toContainEqual({
    Field: 'Patient.LastName',
    Value: 'Sampledeen & Reed',
    From: 'recordTarget/family',
  });
  expect(reading?.Left).toContainEqual({ Where: 'Allergies', Why: 'has no field' });
});

test('the values of a file are stored sealed, and nothing of them is in the answer, the audit or the log', async () => {
  (await send(referralMessage())).ok();
  const stored = JSON.stringify(await everythingStored(handoff.store));
  expect(stored).not.toMatch(/Sampledrop|1EG4|M-123456/);
  expect(JSON.stringify(handoff.log)).not.toMatch(/Sampledrop|1EG4/);
});

test('every format becomes a draft, and its file can be opened as it came', async () => {
  const names = ['clinical-order.json', 'order.hl7', 'scanned-summary.xml', '360x-adapter.json'];
  for (const name of names) {
    handoff.advance(1000);
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they arrive
    (await send(await fileOf(name))).ok();
  }
  const drafts = await draftsOf('ana');
  expect(drafts.map(({ read }) => read.Documents[0]?.document.name).toReversed()).toEqual(names);
  const original = drafts[2]?.read.Documents[0]?.document;
  await scanned(handoff, original?.blobName ?? '');
  const params = { blobName: original?.blobName ?? '' };
  const opened = await handoff.call(api.services.downloadFile, { params }, { as: 'ana' });
  expect(Buffer.from(opened.bytes)).toEqual(Buffer.from(await sampleFile('order.hl7')));
  expect(opened.headers).toMatchObject({ 'Content-Type': 'text/plain' });
});

test('a scan of thirteen megabytes in a clinical document is read', async () => {
  const note = Buffer.from(await sampleFile('scanned-summary.xml')).toString();
  const scan = /[\w+/=]{40}/.exec(note.slice(note.indexOf('representation="B64"')))?.[0] ?? '';
  const large = note.replace(scan, scan + 'ZW5kb2JqCjIgMCBvYmo8'.repeat(900_000));
  expect(large.length).toBeGreaterThan(18_000_000);
  (await send(new File([large], 'scan.xml'))).ok();
});

test('a package keeps what can be attached, and names what cannot', async () => {
  const parts = {
    'note.xml': Buffer.from(await sampleFile('scanned-summary.xml')).toString(),
    'page.pdf': 'no PDF',
  };
  const file = new File([zipOf(parts)], 'package.zip');
  expect((await send(file)).ok()).toMatchObject({ Left: 1, Documents: 3 });
  const [draft] = await draftsOf('ana');
  expect(draft?.read.Readings[0]?.Left).toEqual([{ Where: 'Document: page.pdf', Why: 'cannot be attached' }]);
});

test('a file that is not a referral is refused with its reason, and leaves nothing', async () => {
  const refused = (await send(new File(['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'], 'a.xml'))).error();
  expect(refused).toMatchObject({
    code: 'unsupported_file',
    ErrorMessage: 'XML with a document type or entities is not accepted.',
  });
  expect(await draftsOf('ana')).toEqual([]);
  const stored = await everythingStored(handoff.store);
  expect(stored.filter(({ type }) => type === 'document' || type === 'draft')).toEqual([]);
});

test('a file from an application waits for anyone who records referrals, and is theirs once they continue it', async () => {
  (await send(referralMessage(), await application())).ok();
  const [waiting] = await draftsOf('bo');
  expect(waiting?.SentBy?.FullName).toBe(`Application ${azp}`);
  expect(await draftsOf('ana')).toHaveLength(1);
  expect(await draftsOf('cal')).toEqual([]);

  const body = { Id: waiting?.Id ?? '', Form: 'new-referral' as const, Values: waiting?.Values ?? '' };
  (await handoff.call(api.drafts.save, { body }, { as: 'bo' })).ok();
  expect(await draftsOf('ana')).toEqual([]);
  const late = await handoff.call(api.drafts.save, { body }, { as: 'ana' });
  expect(late.error()).toMatchObject({
    code: 'conflict',
    ErrorMessage: 'A colleague continues with this draft.',
  });

  const [own] = await draftsOf('bo');
  if (!own) throw new Error('no draft');
  const [made] = (await referralFrom(own, 'bo')).ok().ReferralInfo;
  expect(made?.DocumentCount).toBe(1);
  expect(await draftsOf('bo')).toEqual([]);
});

test('a clinician cannot send a file, and no one attaches a file that an application sent to another draft', async () => {
  expect((await send(referralMessage(), { as: 'cal' })).error().code).toBe('forbidden');
  (await send(referralMessage(), await application())).ok();
  const [waiting] = await draftsOf('ana');
  if (!waiting) throw new Error('no draft');
  const other = { ...waiting, Id: '5a0c1f6e-3a07-4c1e-9b55-0d6a2f6f3c22' };
  expect((await referralFrom(other, 'ana')).error().code).toBe('not_found');
});

test('an agency that opens nothing gets no more than it can hold', async () => {
  const sender = await application();
  const store = handoff.store.app(`d:${HARBOR}`);
  const sent = {
    type: 'draft',
    UserId: '',
    Form: 'new-referral',
    SavedAt: '',
    Sealed: { Values: 'x' },
    ttl: 60,
  };
  for (let batch = 0; batch < 4; batch += 1) {
    const documents = Array.from({ length: 50 }, (_, index) => `draft-${batch}-${index}`);
    // oxlint-disable-next-line no-await-in-loop -- a batch has at most a hundred
    await store.commit(
      documents.map((id) => ({ op: 'create', document: { ...sent, id, Id: id, DeletedAt: null } })),
    );
  }
  expect((await send(referralMessage(), sender)).error().code).toBe('too_many_requests');
});

type Referral = Output<typeof api.referrals.byId>['ReferralInfo'][number];

test('the product’s own export comes back as the same referral', async () => {
  const body = {
    ...referralDraft(),
    Clinical: {
      PrimaryDiagnosis: 'I50.9',
      OtherDiagnoses: 'E11.9',
      Sex: 'Female' as const,
      OrderingPractitioner: 'Olive Orderdemo',
      OrderingNpi: '1427038314',
    },
  };
  const [made] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  const { Patient, Address, Source }: Referral = made ?? failed();
  const reason = { body: { Id: made?.Id ?? '', Reason: 'Correct the record' as const } };
  const exported = await handoff.call(api.referrals.fhirWithNumbers, reason, { as: 'ana' });
  (await send(new File([exported.text], 'referral.json'))).ok();
  const [draft] = await draftsOf('ana');
  const taken = Object.fromEntries(
    draft?.read.Readings[0]?.Taken.map(({ Field, Value }) => [Field, Value]) ?? [],
  );
  expect(taken).toMatchObject({
    'Patient.LastName': Patient.LastName,
    'Patient.FirstName': Patient.FirstName,
    'Patient.DateOfBirth': Patient.DateOfBirth,
    'Address.StreetAddress': Address.StreetAddress,
    'Address.ZipCode': Address.ZipCode,
    'Source.Organization': Source.Organization,
    'Clinical.PrimaryDiagnosis': 'I50.9',
    'Clinical.OtherDiagnoses': 'E11.9',
    'Clinical.Sex': 'Female',
    'Clinical.OrderingPractitioner': 'Olive Orderdemo',
    'Clinical.OrderingNpi': '1427038314',
  });
});

function failed(): never {
  throw new Error('no referral');
}
