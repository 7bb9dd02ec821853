import { api } from '@handoff/shared/contract/api';
import { NewReferral } from '@handoff/shared/domain/referral/referral';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { pdf, referralDraft } from '../../../testing/examples/drafts.ts';
import { EVERGREEN, HARBOR } from '../../../testing/people.ts';
import { withPartitions } from '../../../testing/changed-store.ts';
import { storedIn } from '../../../testing/stored.ts';

const [ana, eve] = [{ as: 'ana' }, { as: 'eve' }] as const;
const numbers = { Ssn: '219-09-9999', Mbi: '1EG4-TE5-MK73' };

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** Records a referral of Harbor with a document and a note. */
async function recorded() {
  const draft = referralDraft();
  const body = { ...draft, Patient: { ...draft.Patient, ...numbers }, Services: ['Hospice'] };
  const { Id } = only((await handoff.call(api.referrals.create, { body }, ana)).ok().ReferralInfo);
  const fields = { DocumentTypeId: 'orders', ReferralId: Id };
  const [document] = (await handoff.call(api.services.uploadFile, { fields, file: pdf() }, ana)).ok()
    .ReferralDocuments;
  const note = {
    ReferralId: Id,
    ReferralNotes: [{ Text: 'For Harbor only.' }, { Text: 'Daughter has the key.', Shared: true }],
  };
  (await handoff.call(api.referrals.updateNotes, { body: note }, ana)).ok();
  return { Id, blobName: document?.blobName ?? '' };
}

function only<T>([first, ...others]: readonly T[]): T {
  if (first === undefined || others.length > 0) throw new Error(`one is expected, not ${others.length + 1}`);
  return first;
}

const decline = { Kind: 'Declined', Reason: 'area', Comment: 'Lives near you' } as const;
const transfer = (Id: string, TransferTo = EVERGREEN) =>
  handoff.call(api.referrals.update, { body: { Id, Decision: decline, TransferTo } }, ana);
const read = async (id: string, by: typeof ana | typeof eve) =>
  handoff.call(api.referrals.byId, { query: { id } }, by);
const listed = async (by: typeof ana | typeof eve) =>
  (await handoff.call(api.referrals.list, { query: {} }, by)).ok().ReferralInfo;
const actions = async (id: string, by: typeof ana | typeof eve) =>
  (await handoff.call(api.referrals.activity, { query: { id } }, by))
    .ok()
    .ReferralActivity.map((entry) => entry.action);

test('a transferred referral is declined here and starts there, with its numbers and the shared note only', async () => {
  const { Id } = await recorded();
  const { BranchesInfo } = (await handoff.call(api.businessDomains.branches, {}, ana)).ok();
  expect(BranchesInfo.map(({ Name }) => Name)).toEqual(['Evergreen Hospice']);
  const sent = only((await transfer(Id)).ok().ReferralInfo);
  expect(sent).toMatchObject({
    Decision: { ...decline, HandedTo: 'Evergreen Hospice' },
    Transfer: { Agency: { Id: EVERGREEN, Name: 'Evergreen Hospice' }, By: { FullName: 'Ana Intake' } },
  });
  await handoff.app.jobs.transfers.run();

  const there = only(await listed(eve)).Id;
  const received = (await read(there, eve)).ok();
  expect(only(received.ReferralInfo)).toMatchObject({
    StatusId: 'new',
    Decision: { Kind: 'Pending', Comment: '' },
    Owner: null,
    Patient: { ...sent.Patient, Ssn: '***-**-9999', Mbi: '****-***-MK73' },
    Services: ['Hospice'],
    NoteCount: 1,
    DocumentCount: 1,
    TransferredFrom: {
      Agency: { Id: HARBOR, Name: 'Harbor Home Care' },
      ReferralId: Id,
      ReceivedAt: sent.ReceivedAt,
      Comment: 'Lives near you',
      ServicesNotOffered: [],
    },
  });
  expect(received.ReferralNotes).toMatchObject([
    { Text: 'Daughter has the key.', ReferralId: there, CreatedBy: { FullName: 'Ana Intake' }, ReadBy: [] },
  ]);
  const reveal = { Id: there, Reason: 'Billing or authorization' } as const;
  const revealed = (await handoff.call(api.referrals.revealNumbers, { body: reveal }, eve)).ok();
  expect(revealed.PatientNumbersInfo).toMatchObject([{ Ssn: '219099999', Mbi: '1EG4TE5MK73' }]);
});

test('every field that intake entered arrives, but for those that name records of the sender', async () => {
  const { Id } = await recorded();
  const priority = { Id, Priority: true };
  (await handoff.call(api.referrals.update, { body: priority }, ana)).ok();
  const sent = only((await transfer(Id)).ok().ReferralInfo);
  await handoff.app.jobs.transfers.run();
  const there = only((await read(only(await listed(eve)).Id, eve)).ok().ReferralInfo);
  const ofSender = new Set(['ReceivedAt', 'EarlierReferralId', 'NotDuplicateOf', 'DocumentIds']);
  const carried = NewReferral.keyof().options.filter((field) => !ofSender.has(field) && field in sent);
  expect(carried.length).toBeGreaterThan(6);
  expect(there).toMatchObject(
    Object.fromEntries(Object.entries(sent).filter(([field]) => carried.some((each) => each === field))),
  );
});

test('each agency sees its own referral, a link to the other one, and its own part of the history', async () => {
  const { Id } = await recorded();
  (await transfer(Id)).ok();
  await handoff.app.jobs.transfers.run();
  const there = only(await listed(eve)).Id;
  expect(only((await read(Id, ana)).ok().ReferralInfo)).toMatchObject({ Transfer: { ReferralId: there } });
  expect([(await read(Id, eve)).status, (await read(there, ana)).status]).toEqual([404, 404]);
  expect(await actions(Id, ana)).toEqual(
    expect.arrayContaining(['referral.transferred', 'referral.transfer-received']),
  );
  expect(await actions(there, eve)).toContain('referral.transferred-here');
  // The sender is not notified of what becomes of the referral there.
  const accepted = { Id: there, Decision: { Kind: 'Accepted' as const } };
  (await handoff.call(api.referrals.update, { body: accepted }, eve)).ok();
  const stored = await storedIn(handoff.store, `d:${EVERGREEN}`);
  expect(stored.filter(({ type }) => type === 'notification')).toEqual([]);
});

test('its files are copies, which no one opens before they are scanned there', async () => {
  const { Id, blobName } = await recorded();
  (await transfer(Id)).ok();
  await handoff.app.jobs.transfers.run();
  const copy = only((await read(only(await listed(eve)).Id, eve)).ok().ReferralDocuments);
  expect(copy).toMatchObject({ DocumentTypeId: 'orders', Scan: { State: 'checking' } });
  expect(copy.blobName).not.toBe(blobName);
  const file = await handoff.platform.blobs.read('documents', `${EVERGREEN}/${copy.blobName}`);
  expect(file?.bytes.length).toBe(copy.Size);
  const params = { blobName: copy.blobName };
  const opened = await handoff.call(api.services.viewFile, { params }, eve);
  expect(opened.error().code).toBe('scan_in_progress');
});

test('it arrives once, however many runs receive it', async () => {
  const { Id } = await recorded();
  (await transfer(Id)).ok();
  const { app } = handoff.another({});
  await Promise.allSettled([handoff.app.jobs.transfers.run(), app.jobs.transfers.run()]);
  await handoff.app.jobs.transfers.run();
  // Simulates that the process died before it confirmed the transfer to the sender.
  const partition = handoff.store.app(`d:${HARBOR}`);
  const { _etag, Transfer, ...stored } = (await partition.read(Id)) ?? { id: '', type: '', _etag: '' };
  const unheard = { ...stored, Transfer: { ...Object(Transfer), ReferralId: undefined } };
  await partition.commit([{ op: 'replace', document: unheard, ifMatch: _etag }]);
  await handoff.app.jobs.transfers.run();
  expect((await listed(eve)).length).toBe(1);
  const { ReferralInfo, ReferralNotes } = (await read(only(await listed(eve)).Id, eve)).ok();
  expect([only(ReferralInfo).NoteCount, ReferralNotes.length]).toEqual([1, 1]);
  const types = (await storedIn(handoff.store, `d:${EVERGREEN}`)).map(({ type }) => type);
  expect(types.filter((type) => type === 'document')).toHaveLength(1);
});

test('a transfer goes only to another agency of ours, once, and not for a referral that stays open here', async () => {
  const { Id } = await recorded();
  for (const to of [HARBOR, 'domain-none'])
    expect((await transfer(Id, to)).error().fields).toEqual({ TransferTo: 'Choose another agency' });
  const open = { Id, TransferTo: EVERGREEN };
  const undecided = await handoff.call(api.referrals.update, { body: open }, ana);
  expect(undecided.error().fields).toHaveProperty('TransferTo');
  (await transfer(Id)).ok();
  expect((await transfer(Id)).error().ErrorMessage).toBe(
    'This referral was transferred to Evergreen Hospice already.',
  );
});

test('a referral restricted before it left does not leave until the restriction is lifted', async () => {
  const { Id } = await recorded();
  (await transfer(Id)).ok();
  const restrict = async (IsRestricted: boolean) => {
    const body = { Id, IsRestricted, Reason: 'A neighbor of our staff' };
    (await handoff.call(api.referrals.setRestriction, { body }, { as: 'mia' })).ok();
    await handoff.app.jobs.transfers.run();
    return (await listed(eve)).length;
  };
  expect(await restrict(true)).toBe(0);
  expect(await restrict(false)).toBe(1);
});

/** Another host of the same agencies, which fails to write such a document to the receiving one. */
function withoutWriting(isRefused: (document: { type: string }) => boolean) {
  const store = withPartitions(handoff.store, (partition) => ({
    async commit(operations) {
      const written = operations.flatMap((each) => ('document' in each ? [each.document] : []));
      if (partition.key === `d:${EVERGREEN}` && written.some(isRefused)) throw new Error('The host has died');
      return partition.commit(operations);
    },
  }));
  return handoff.another({ store }).app;
}

const notesThere = async () =>
  (await storedIn(handoff.store, `d:${EVERGREEN}`)).filter(({ type }) => type === 'note').length;

test('a transfer canceled before it arrives leaves no note behind', async () => {
  const { Id } = await recorded();
  (await transfer(Id)).ok();
  await withoutWriting(({ type }) => type === 'referral').jobs.transfers.run();
  (await handoff.call(api.referrals.remove, { body: { Id } }, ana)).ok();
  await handoff.app.jobs.transfers.run();
  expect([(await listed(eve)).length, await notesThere()]).toEqual([0, 0]);
});

test('notes that arrive after the referral are counted once they are there', async () => {
  const { Id } = await recorded();
  (await transfer(Id)).ok();
  await withoutWriting(({ type }) => type === 'note').jobs.transfers.run();
  const { Id: there, NoteCount: before } = only(await listed(eve));
  expect([before, await notesThere()]).toEqual([0, 0]);
  await handoff.app.jobs.transfers.run();
  const { ReferralInfo, ReferralNotes } = (await read(there, eve)).ok();
  expect([only(ReferralInfo).NoteCount, ReferralNotes.length]).toEqual([1, 1]);
});
