import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { freshApi, type TestApi } from '../../testing/api.ts';
import {
  areaDraft,
  insuranceDraft,
  partnerDraft,
  payerDraft,
  planDraft,
  referralDraft,
} from '../../testing/examples/drafts.ts';
import { copyReferral } from '../../testing/stored.ts';
import { HARBOR, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const mia = { as: 'mia' } as const;

interface Edit {
  Id: string;
  Etag: string;
}

const areas = [
  {
    slice: 'PartnersInfo',
    topic: 'partner',
    list: (as: PersonName) => handoff.call(api.partners.list, { query: {} }, { as }),
    create: () => handoff.call(api.partners.create, { body: partnerDraft() }, mia),
    update: (on: Edit) => handoff.call(api.partners.update, { body: { ...on, Fax: '8605550188' } }, mia),
    remove: (Id: string, as: PersonName) => handoff.call(api.partners.remove, { body: { Id } }, { as }),
    texts: textsOf(api.partners),
    said: ['Agency created successfully', 'Agency updated successfully', 'Agency deleted successfully'],
  },
  {
    slice: 'ContractedPayersInfo',
    topic: 'contractedPayer',
    list: (as: PersonName) => handoff.call(api.contractedPayers.list, { query: {} }, { as }),
    create: () => handoff.call(api.contractedPayers.create, { body: payerDraft() }, mia),
    update: (on: Edit) =>
      handoff.call(api.contractedPayers.update, { body: { ...on, EndsOn: '2026-12-31' } }, mia),
    remove: (Id: string, as: PersonName) =>
      handoff.call(api.contractedPayers.remove, { body: { Id } }, { as }),
    texts: textsOf(api.contractedPayers),
    said: [
      'Contracted payer created successfully',
      'Contracted payer updated successfully',
      'Contracted payer deleted successfully',
    ],
  },
  {
    slice: 'AdvantagePlansInfo',
    topic: 'advantagePlan',
    list: (as: PersonName) => handoff.call(api.advantagePlans.list, { query: {} }, { as }),
    create: () => handoff.call(api.advantagePlans.create, { body: planDraft() }, mia),
    update: (on: Edit) =>
      handoff.call(api.advantagePlans.update, { body: { ...on, Contracted: 'Yes' } }, mia),
    remove: (Id: string, as: PersonName) => handoff.call(api.advantagePlans.remove, { body: { Id } }, { as }),
    texts: textsOf(api.advantagePlans),
    said: [
      'Medicare Advantage plan created successfully',
      'Medicare Advantage plan updated successfully',
      'Medicare Advantage plan deleted successfully',
    ],
  },
  {
    slice: 'ServiceAreasInfo',
    topic: 'serviceArea',
    list: (as: PersonName) => handoff.call(api.serviceAreas.list, { query: {} }, { as }),
    create: () => handoff.call(api.serviceAreas.create, { body: areaDraft() }, mia),
    update: (on: Edit) => handoff.call(api.serviceAreas.update, { body: { ...on, ZipCodes: ['6106'] } }, mia),
    remove: (Id: string, as: PersonName) => handoff.call(api.serviceAreas.remove, { body: { Id } }, { as }),
    texts: textsOf(api.serviceAreas),
    said: [
      'Service Area created successfully',
      'Service Area updated successfully',
      'Service Area deleted successfully',
    ],
  },
  {
    slice: 'InsurancesInfo',
    topic: 'insurance',
    list: (as: PersonName) => handoff.call(api.insurances.list, { query: {} }, { as }),
    create: () => handoff.call(api.insurances.create, { body: insuranceDraft() }, mia),
    update: (on: Edit) => handoff.call(api.insurances.update, { body: { ...on, Rank: 'Secondary' } }, mia),
    remove: (Id: string, as: PersonName) => handoff.call(api.insurances.remove, { body: { Id } }, { as }),
    texts: textsOf(api.insurances),
    said: [
      'Insurance added successfully',
      'Insurance updated successfully',
      'Insurance deleted successfully',
    ],
  },
] as const;

const Item = z.looseObject({ Id: z.string(), Etag: z.string() });
const itemIn = (answer: { text: string }, slice: string) =>
  z
    .record(z.string(), z.array(Item))
    .parse({ [slice]: z.looseObject({}).parse(JSON.parse(answer.text))[slice] })[slice]?.[0] ?? {
    Id: '',
    Etag: '',
  };

test.each(areas)('$slice: a manager adds, changes and deletes one; the agency sees it', async (area) => {
  const { slice, topic, texts, said, list, create, update, remove } = area;
  expect(texts).toEqual(said);
  const listed = async (as: PersonName): Promise<unknown> => JSON.parse((await list(as)).text);

  const created = itemIn(await create(), slice);
  expect(created).toMatchObject({ UpdatedBy: { FullName: 'Mia Manager' } });
  expect(await listed('vic')).toEqual({ [slice]: [created], Continuation: null });
  expect(await listed('eve')).toEqual({ [slice]: [], Continuation: null });

  const edit = { Id: created.Id, Etag: created.Etag };
  const updated = itemIn(await update(edit), slice);
  expect(updated.Etag).not.toBe(created.Etag);
  expect(await listed('vic')).toEqual({ [slice]: [updated], Continuation: null });
  // The same edit of the version before has nothing left to change.
  expect(itemIn(await update(edit), slice)).toEqual(updated);

  expect((await remove(created.Id, 'vic')).status).toBe(403);
  expect((await remove('none', 'mia')).status).toBe(404);
  expect(itemIn(await remove(created.Id, 'mia'), slice)).toEqual(updated);
  expect(await listed('vic')).toEqual({ [slice]: [], Continuation: null });
  expect((await update(edit)).status).toBe(404);
  expect(handoff.sent.map(({ message }) => message)).toMatchObject(
    Array.from({ length: 3 }, () => ({ topic, id: created.Id })),
  );
});

function textsOf(calls: Record<'create' | 'update' | 'remove', { success: string }>) {
  return [calls.create.success, calls.update.success, calls.remove.success];
}

async function addPayer(changes: Parameters<typeof payerDraft>[0] = {}) {
  const answer = await handoff.call(api.contractedPayers.create, { body: payerDraft(changes) }, mia);
  const [payer] = answer.ok().ContractedPayersInfo;
  if (!payer) throw new Error('no payer');
  return payer;
}

async function addReferral(payer: string) {
  const body = referralDraft({ Payers: [{ Name: payer, Plan: '', MemberId: '' }] });
  const answer = await handoff.call(api.referrals.create, { body }, mia);
  return answer.ok().ReferralInfo[0]?.Id ?? '';
}

async function payersOf(referral: string) {
  const answer = await handoff.call(api.referrals.byId, { query: { id: referral } }, mia);
  return answer.ok().ReferralInfo[0]?.Payers.map(({ Name }) => Name);
}

test('fields that conflict are named, also when only one of them is sent', async () => {
  const body = payerDraft({ EndsOn: '2025-12-31', ContractIds: ['5521'] });
  const wrong = await handoff.call(api.contractedPayers.create, { body }, mia);
  expect(wrong.error().fields).toEqual({
    'ContractIds.0': 'Enter contract numbers such as H5521',
    EndsOn: 'The end is before the start',
  });

  const { Id, Etag } = await addPayer();
  const tooEarly = { Id, Etag, EndsOn: '2025-12-31' };
  const half = await handoff.call(api.contractedPayers.update, { body: tooEarly }, mia);
  expect(half.error()).toMatchObject({
    code: 'invalid_request',
    fields: { EndsOn: 'The end is before the start' },
  });

  const area = areaDraft({ States: ['MA'], ZipRanges: [{ From: '06120', To: '06105' }] });
  const areaAnswer = await handoff.call(api.serviceAreas.create, { body: area }, mia);
  expect(areaAnswer.error().fields).toMatchObject({ 'ZipRanges.0.To': 'The range ends before it begins' });
  const counties = areaDraft({ States: ['MA'] });
  const elsewhere = await handoff.call(api.serviceAreas.create, { body: counties }, mia);
  expect(elsewhere.error().fields).toHaveProperty('Counties');
});

test('an agency refers only to areas and payers of its own business domain', async () => {
  const body = partnerDraft({ ServiceAreaIds: ['service-area-none'] });
  const answer = await handoff.call(api.partners.create, { body }, mia);
  expect(answer.error().fields).toEqual({ ServiceAreaIds: 'Choose again' });
});

test('a payer in use says where, and is deleted once nothing refers to it', async () => {
  const medicare = await addPayer();
  const other = await addPayer({ Name: 'Example Health' });
  const partner = partnerDraft({ ContractedPayerIds: [medicare.Id, other.Id] });
  const insurance = insuranceDraft({ ContractedPayerId: medicare.Id });
  await handoff.call(api.partners.create, { body: partner }, mia);
  await handoff.call(api.insurances.create, { body: insurance }, mia);
  const referral = await addReferral('Medicare');

  const refused = await handoff.call(api.contractedPayers.remove, { body: { Id: medicare.Id } }, mia);
  expect(refused.status).toBe(409);
  expect(refused.error()).toMatchObject({
    code: 'in_use',
    ErrorMessage: 'Medicare is still used: open referrals (1), agencies (1), insurances (1).',
    usedIn: [
      { what: 'open referrals', count: 1 },
      { what: 'agencies', count: 1 },
      { what: 'insurances', count: 1 },
    ],
  });
  const uses = await handoff.call(api.contractedPayers.uses, { query: { id: other.Id } }, { as: 'vic' });
  expect(uses.ok().UsedIn).toEqual([
    { what: 'open referrals', count: 0 },
    { what: 'agencies', count: 1 },
    { what: 'insurances', count: 0 },
  ]);
  const itself = { Id: medicare.Id, RemapTo: medicare.Id };
  expect((await handoff.call(api.contractedPayers.remove, { body: itself }, mia)).status).toBe(400);

  const body = { Id: medicare.Id, RemapTo: other.Id };
  const removed = await handoff.call(api.contractedPayers.remove, { body }, mia);
  expect(removed.ok().Remaining).toBe(0);
  expect(await payersOf(referral)).toEqual(['Example Health']);
  const partners = await handoff.call(api.partners.list, { query: {} }, mia);
  expect(partners.ok().PartnersInfo[0]?.ContractedPayerIds).toEqual([other.Id]);
  const insurances = await handoff.call(api.insurances.list, { query: {} }, mia);
  expect(insurances.ok().InsurancesInfo[0]?.ContractedPayerId).toBe(other.Id);
  const history = await handoff.call(api.referrals.activity, { query: { id: referral } }, mia);
  expect(history.ok().ReferralActivity[0]).toMatchObject({ action: 'referral.updated', name: 'Mia Manager' });
});

test('the open referrals of every source and payer are counted; a decided one no longer counts', async () => {
  const organization = referralDraft().Source?.Organization;
  const decided = await addReferral('Medicare');
  await addReferral('Medicare');
  await addReferral('Medicaid');
  const counts = async () => (await handoff.call(api.partners.openReferrals, {}, { as: 'vic' })).ok();
  expect(await counts()).toEqual({
    SourcesInfo: [{ Name: organization, OpenReferrals: 3 }],
    PayersInfo: [
      { Name: 'Medicare', OpenReferrals: 2 },
      { Name: 'Medicaid', OpenReferrals: 1 },
    ],
  });
  const Decision = { Kind: 'Accepted' as const };
  await handoff.call(api.referrals.update, { body: { Id: decided, Decision } }, mia);
  expect((await counts()).PayersInfo).toContainEqual({ Name: 'Medicare', OpenReferrals: 1 });
});

const sameName = [
  {
    create: (Name: string) => handoff.call(api.partners.create, { body: partnerDraft({ Name }) }, mia),
    rename: (body: Edit & { Name: string }) => handoff.call(api.partners.update, { body }, mia),
    slice: 'PartnersInfo',
  },
  {
    create: (Name: string) => handoff.call(api.contractedPayers.create, { body: payerDraft({ Name }) }, mia),
    rename: (body: Edit & { Name: string }) => handoff.call(api.contractedPayers.update, { body }, mia),
    slice: 'ContractedPayersInfo',
  },
  {
    create: (Name: string) => handoff.call(api.insurances.create, { body: insuranceDraft({ Name }) }, mia),
    rename: (body: Edit & { Name: string }) => handoff.call(api.insurances.update, { body }, mia),
    slice: 'InsurancesInfo',
  },
];

test.each(sameName)('$slice: a second record of one name is refused', async ({ create, rename, slice }) => {
  const first = itemIn(await create('Example Health'), slice);
  const fields = { Name: 'Example Health exists already' };
  expect((await create('example-health')).error()).toMatchObject({ code: 'invalid_request', fields });
  const other = itemIn(await create('Other Health'), slice);
  const taken = await rename({ Id: other.Id, Etag: other.Etag, Name: 'EXAMPLE HEALTH' });
  expect(taken.error()).toMatchObject({ code: 'invalid_request', fields });
  const spelled = await rename({ Id: first.Id, Etag: first.Etag, Name: 'Example health' });
  expect(itemIn(spelled, slice)).toMatchObject({ Id: first.Id, Name: 'Example health' });
});

/** Such records were accepted by earlier versions. */
async function addTwinOf({ Id }: { Id: string }, twin: string) {
  const partition = handoff.store.app(`d:${HARBOR}`);
  const stored = await partition.read(Id);
  if (!stored) throw new Error('not stored');
  const { _etag, ...document } = stored;
  await partition.commit([{ op: 'create', document: { ...document, id: twin, Id: twin } }]);
}

test('referrals that name one of two payers of the same name do not count as uses of either', async () => {
  const medicare = await addPayer();
  const referral = await addReferral('Medicare');
  await addTwinOf(medicare, 'contracted-payer-twin');
  const uses = await handoff.call(api.contractedPayers.uses, { query: { id: medicare.Id } }, mia);
  expect(uses.ok().UsedIn).toEqual([
    { what: 'agencies', count: 0 },
    { what: 'insurances', count: 0 },
  ]);
  const removed = await handoff.call(
    api.contractedPayers.remove,
    { body: { Id: 'contracted-payer-twin', RemapTo: medicare.Id } },
    mia,
  );
  expect(removed.ok().Remaining).toBe(0);
  expect(await payersOf(referral)).toEqual(['Medicare']);
});

test('a payer that another one absorbs leaves its names there, an agency its contacts', async () => {
  const medicare = await addPayer();
  const other = await addPayer({ Name: 'Example Health', Aliases: ['EH'] });
  const merge = { Id: other.Id, RemapTo: medicare.Id, Merge: true };
  await handoff.call(api.contractedPayers.remove, { body: merge }, mia);
  const payers = await handoff.call(api.contractedPayers.list, { query: {} }, mia);
  expect(payers.ok().ContractedPayersInfo).toMatchObject([
    { Id: medicare.Id, Name: 'Medicare', Aliases: [...medicare.Aliases, 'Example Health', 'EH'] },
  ]);

  const contact = { Name: 'Cora Contact', Role: 'Discharge planner', Phone: '', Email: '' };
  const saved = [
    itemIn(
      await handoff.call(api.partners.create, { body: partnerDraft({ Contacts: [] }) }, mia),
      'PartnersInfo',
    ),
    itemIn(
      await handoff.call(
        api.partners.create,
        { body: partnerDraft({ Name: 'Other Hospital', Contacts: [contact] }) },
        mia,
      ),
      'PartnersInfo',
    ),
  ];
  const body = { Id: saved[1]?.Id ?? '', RemapTo: saved[0]?.Id ?? '', Merge: true };
  await handoff.call(api.partners.remove, { body }, mia);
  const partners = await handoff.call(api.partners.list, { query: {} }, mia);
  expect(partners.ok().PartnersInfo).toMatchObject([{ Id: body.RemapTo, Contacts: [contact] }]);
});

test('with more uses than one call can move, the call that moves the last one deletes it', async () => {
  const medicare = await addPayer();
  const other = await addPayer({ Name: 'Example Health' });
  const id = await addReferral('Medicare');
  await copyReferral(handoff.store, { id, domain: HARBOR, times: 42 });
  const body = { Id: medicare.Id, RemapTo: other.Id };
  const first = await handoff.call(api.contractedPayers.remove, { body }, mia);
  expect(first.ok().Remaining).toBe(3);
  const kept = await handoff.call(api.contractedPayers.list, { query: {} }, mia);
  expect(kept.ok().ContractedPayersInfo.map(({ Name }) => Name)).toEqual(['Example Health', 'Medicare']);
  const second = await handoff.call(api.contractedPayers.remove, { body }, mia);
  expect(second.ok().Remaining).toBe(0);
  const left = await handoff.call(api.contractedPayers.list, { query: {} }, mia);
  expect(left.ok().ContractedPayersInfo.map(({ Name }) => Name)).toEqual(['Example Health']);
});
