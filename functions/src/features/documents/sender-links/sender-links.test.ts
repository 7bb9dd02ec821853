import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import * as fc from 'fast-check';
import * as z from 'zod';
import { EICAR } from '@handoff/local/malware-scan/scan-blob';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { pdf, referralDraft } from '../../../testing/examples/drafts.ts';
import { notified, scanned, checksOf } from '../../../testing/examples/example-records.ts';
import { newSecret, senderLink, linkDraft } from '../../../testing/examples/sender-link-examples.ts';
import { HARBOR, type PersonName } from '../../../testing/people.ts';
import { everythingStored, filesOf, storedIn } from '../../../testing/stored.ts';

const { senderLinks, referrals } = api;
const DAY_MS = 86_400_000;

let handoff: TestApi;
let ReferralId: string;
beforeEach(async () => {
  handoff = await freshApi();
  ReferralId = await record();
});

async function record(changes: Parameters<typeof referralDraft>[0] = {}): Promise<string> {
  const made = await handoff.call(referrals.create, { body: referralDraft(changes) }, { as: 'ana' });
  return made.ok().ReferralInfo[0]?.Id ?? '';
}

type Holder = Awaited<ReturnType<typeof senderLink>>['as'];
const link = (changes?: Parameters<typeof senderLink>[2]) => senderLink(handoff, ReferralId, changes);
const look = (as: Holder) => handoff.call(senderLinks.view, {}, as);
const send = (as: Holder, file = pdf(), DocumentTypeId = 'orders', key: string = randomUUID()) =>
  handoff.call(senderLinks.upload, { fields: { DocumentTypeId }, file }, { ...as, key });
const detail = async (as: PersonName = 'ana') =>
  (await handoff.call(referrals.byId, { query: { id: ReferralId } }, { as })).ok();
const update = async (body: object) =>
  (await handoff.call(referrals.update, { body: { Id: ReferralId, ...body } }, { as: 'mia' })).ok();
const refused = async (as: Holder) => {
  const { ErrorMessage, code } = (await look(as)).error();
  return `${code}: ${ErrorMessage}`;
};
const header = (authorization: string) => ({ headers: { authorization } });
const REFUSAL = 'not_signed_in: This link does not work, or no longer. Ask the agency for a new one.';

test('the sender of a referral uploads what is missing, and the checklist ticks itself', async () => {
  expect((await checksOf(handoff, ReferralId)).Documents.Missing).toContain('Physician orders');
  const { link: made, as } = await link();
  expect((await look(as)).ok()).toEqual({
    Agency: 'Harbor Home Care',
    Initials: expect.stringMatching(/^\w\.\w\.$/),
    Phone: '',
    CareFrom: '',
    PassedTo: '',
    Progress: 'Received',
    Message: 'The signed orders are missing.',
    ExpiresAt: made.ExpiresAt,
    Documents: [{ Id: 'orders', Name: 'Physician orders', IsReceived: false }],
    FilesLeft: 10,
    LinesLeft: 10,
  });

  expect((await send(as)).ok()).toEqual({ IsReceived: true });
  expect((await look(as)).ok()).toMatchObject({ Documents: [{ IsReceived: true }], FilesLeft: 9 });
  const after = await detail();
  expect((await checksOf(handoff, ReferralId)).Documents.Missing).not.toContain('Physician orders');
  expect(after.ReferralDocuments[0]).toMatchObject({
    DocumentTypeId: 'orders',
    UploadedBy: { FullName: 'Sender link' },
    Scan: { State: 'checking' },
  });
  const listed = await handoff.call(senderLinks.list, { query: { ReferralId } }, { as: 'vic' });
  expect(listed.ok().SenderLinks).toMatchObject([{ Id: made.Id, Files: 1, Revoked: null }]);
  const query = { id: ReferralId };
  const { ReferralActivity } = (await handoff.call(referrals.activity, { query }, { as: 'ana' })).ok();
  expect(ReferralActivity.map(({ action, name }) => [action, name]).slice(0, 2)).toEqual([
    ['document.received-by-link', 'Sender link'],
    ['sender-link.created', 'Ana Intake'],
  ]);
  const looks = await handoff.call(api.audit.list, { query: { Subject: ReferralId } }, { as: 'mia' });
  expect(looks.ok().AuditInfo.filter(({ action }) => action === 'sender-link.opened')).toHaveLength(1);
});

test.each([
  ['is clean', 'a page', 200, true],
  ['contains malware', EICAR, 409, false],
])('a received document that %s counts and opens as it should', async (_what, text, status, isReceived) => {
  const { as } = await link();
  await send(as, pdf(text));
  const [document] = (await detail()).ReferralDocuments;
  const params = { blobName: document?.blobName ?? '' };
  const open = () => handoff.call(api.services.viewFile, { params }, { as: 'ana' });
  expect((await open()).error().code).toBe('scan_in_progress');
  await scanned(handoff, params.blobName);
  expect((await open()).status).toBe(status);
  expect((await look(as)).ok().Documents[0]?.IsReceived).toBe(isReceived);
});

test('the sender sees received, in review, and the decision, and may send nothing after it', async () => {
  const { as } = await link();
  const progress = async () => (await look(as)).ok().Progress;
  await update({ StatusId: 'review' });
  expect(await progress()).toBe('In review');
  await update({ Decision: { Kind: 'Declined', Reason: 'area', Comment: 'Too far away' } });
  const { text } = await look(as);
  expect(JSON.parse(text)).toMatchObject({ Progress: 'Declined', FilesLeft: 0 });
  expect(text).not.toMatch(/Too far away|area/);
  expect((await send(as)).error().code).toBe('conflict');
  await update({ Decision: { Kind: 'Pending' } });
  expect([await progress(), (await send(as)).status]).toEqual(['In review', 200]);
  await update({ Decision: { Kind: 'Accepted' }, Clinical: { RequestedStart: '2026-12-01' } });
  expect((await look(as)).ok()).toMatchObject({ Progress: 'Accepted', CareFrom: '2026-12-01', PassedTo: '' });
});

test('the page has the initials and nothing else of the patient', async () => {
  const { text } = await look((await link()).as);
  const { Patient, Address, Payers, Source } = referralDraft();
  const named = [Patient, Address, Source, ...(Payers ?? [])].flatMap((part) => Object.values(part ?? {}));
  const told = named.filter((value) => typeof value === 'string' && value.length > 2 && text.includes(value));
  expect(told).toEqual([]);
  expect(text).not.toContain(ReferralId);
});

test('a link that is wrong, expired, revoked or of another agency is refused in the same words', async () => {
  const [expiring, revoked, own] = [await link({ Days: 1 }), await link(), await link()];
  await handoff.call(senderLinks.revoke, { body: { Id: revoked.link.Id } }, { as: 'ana' });
  const { secret } = newSecret();
  const stored = own.link.Id.replace('sender-link-', '');
  handoff.advance(DAY_MS);
  for (const as of [
    expiring.as,
    revoked.as,
    header(`SenderLink ${HARBOR}.${secret}`),
    header(`SenderLink domain-evergreen.${own.secret}`),
    header(`SenderLink domain-none.${own.secret}`),
    header(`SenderLink ${HARBOR}.${stored.slice(0, 43)}`),
    header(`SenderLink ${HARBOR}.${own.secret}x`),
    header(`SenderLink ${own.secret}`),
    header(`Bearer ${await handoff.token('mia')}`),
    header(''),
  ])
    expect(await refused(as)).toBe(REFUSAL);
  expect((await look(own.as)).status).toBe(200);
});

test('a link opens no other call, and no call of staff opens with it', async () => {
  const { as } = await link();
  const answers = [
    await handoff.call(referrals.byId, { query: { id: ReferralId } }, as),
    await handoff.call(api.referrals.list, { query: {} }, as),
    await handoff.call(senderLinks.revoke, { body: { Id: 'sender-link-any' } }, as),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'restricted',
    async () => {
      const body = { Id: ReferralId, IsRestricted: true, Reason: 'A neighbor of our staff' };
      (await handoff.call(referrals.setRestriction, { body }, { as: 'mia' })).ok();
    },
  ],
  [
    'deleted',
    async () => (await handoff.call(referrals.remove, { body: { Id: ReferralId } }, { as: 'ana' })).ok(),
  ],
  [
    'merged into another',
    async () => {
      const body = { Id: ReferralId, Into: await record() };
      (await handoff.call(referrals.merge, { body }, { as: 'ana' })).ok();
    },
  ],
])('a link to a referral that is %s works no more', async (_what, change) => {
  const { as } = await link();
  await change();
  expect(await refused(as)).toBe(REFUSAL);
  expect((await send(as)).error().code).toBe('not_signed_in');
});

test('no link is made to a restricted referral', async () => {
  const body = { Id: ReferralId, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await handoff.call(referrals.setRestriction, { body }, { as: 'mia' })).ok();
  const asked = { ...linkDraft(ReferralId), SecretSha256: newSecret().SecretSha256 };
  expect((await handoff.call(senderLinks.create, { body: asked }, { as: 'mia' })).error().code).toBe(
    'conflict',
  );
});

test('a link takes the documents that were asked for, ten files, and each request once', async () => {
  const { as } = await link();
  const before = await filesOf(handoff, HARBOR);
  expect((await send(as, pdf(), 'face-sheet')).error().fields).toHaveProperty('DocumentTypeId');
  expect((await send(as, new File(['MZ'], 'orders.pdf'))).error().code).toBe('unsupported_file');
  const key = randomUUID();
  const twice = [await send(as, pdf(), 'orders', key), await send(as, pdf(), 'orders', key)];
  expect(twice.map(({ headers }) => headers[IDEMPOTENT_REPLAYED])).toEqual([undefined, 'true']);
  const many = await Promise.all(Array.from({ length: 12 }, () => send(as)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(9);
  expect((await send(as)).error().code).toBe('too_large');
  expect((await detail()).ReferralDocuments).toHaveLength(10);
  // The refused ones leave no file.
  expect(await filesOf(handoff, HARBOR)).toHaveLength(before.length + 10);
});

test.each([
  ['a Medicare number', { Message: 'For 1EG4-TE5-MK73' }],
  ['the date of birth', { Message: 'Born 3/14/1950' }],
  ['the phone number', { Message: 'Call the patient: 860 555 0178' }],
  ['a member number', { Message: 'Member W88 12345' }],
])(
  'a message with %s of the patient is refused, when it is written and when it is changed',
  async (_, { Message }) => {
    const { Patient } = referralDraft();
    ReferralId = await record({
      Patient: { ...Patient, DateOfBirth: '1950-03-14', Phone: '8605550178' },
      Payers: [{ Name: 'Obsidian Mutual', Plan: '', MemberId: 'W8812345' }],
    });
    const { link: made } = await link();
    const body = { ...linkDraft(ReferralId), SecretSha256: newSecret().SecretSha256, Message };
    const created = await handoff.call(senderLinks.create, { body }, { as: 'ana' });
    const edit = { Id: made.Id, Message };
    const changed = await handoff.call(senderLinks.update, { body: edit }, { as: 'ana' });
    for (const answer of [created, changed])
      expect(answer.error()).toMatchObject({ code: 'invalid_request', fields: { Message: /./ } });
  },
);

test('a changed message is on the page and in the packet, apart from notes', async () => {
  const { link: made, as } = await link();
  const edit = { Id: made.Id, Message: 'Thank you. The orders of page 2 are cut off.' };
  (await handoff.call(senderLinks.update, { body: edit }, { as: 'ana' })).ok();
  expect((await look(as)).ok().Message).toBe(edit.Message);
  const query = { id: ReferralId };
  const packet = (await handoff.call(referrals.packet, { query }, { as: 'ana' })).ok();
  expect(packet.MessagesToSource).toEqual([edit.Message]);
  expect(packet.ReferralNotes).toEqual([]);
});

test('only people who may attach documents make, change and revoke links', async () => {
  const { link: made } = await link();
  const body = { ...linkDraft(ReferralId), SecretSha256: newSecret().SecretSha256 };
  for (const as of ['vic', 'eve'] as const) {
    const answers = [
      await handoff.call(senderLinks.create, { body }, { as }),
      await handoff.call(senderLinks.update, { body: { Id: made.Id, Message: '' } }, { as }),
      await handoff.call(senderLinks.revoke, { body: { Id: made.Id } }, { as }),
    ];
    const status = as === 'vic' ? 403 : 404;
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
  }
});

test('the secret is stored nowhere, and in no line of the log', async () => {
  const { secret, as } = await link();
  await look(as);
  await send(as);
  expect(JSON.stringify(await everythingStored(handoff.store))).not.toContain(secret);
  expect(JSON.stringify(handoff.log)).not.toContain(secret);
  expect(JSON.stringify(handoff.sent)).not.toContain(secret);
});

test('requests with a secret are limited by address and by link', async () => {
  const limited = handoff.another(
    {},
    { limits: { senders: { burst: 3, perMinute: 1 }, calls: { burst: 2, perMinute: 1 } } },
  );
  const { as } = await link();
  const from = (address: string, headers: Holder['headers']) =>
    limited.call(senderLinks.view, {}, { headers: { ...headers, 'x-forwarded-for': address } });
  let port = 50_000;
  // A front door adds the port of the connection, which is another one each time.
  const guess = () =>
    from(`192.0.2.1:${(port += 1)}`, { authorization: `SenderLink ${HARBOR}.${newSecret().secret}` });
  const guesses = [await guess(), await guess(), await guess(), await guess()];
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
  const looks = ['192.0.2.2', '192.0.2.3', '192.0.2.4'].map((address) => from(address, as.headers));
  const statuses = (await Promise.all(looks)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('the links of a referral are purged with it', async () => {
  await link();
  (await handoff.call(referrals.remove, { body: { Id: ReferralId } }, { as: 'ana' })).ok();
  handoff.advance(31 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  expect(stored.filter(({ type }) => type === 'sender-link')).toEqual([]);
});

test('a message of the sender is a note, notifies the owner once, and ends with the link', async () => {
  const { link: made, as } = await link();
  const key = randomUUID();
  const write = (Text: string, how: object = {}) =>
    handoff.call(senderLinks.write, { body: { Text } }, { ...as, ...how });
  expect((await write('The daughter moved. Her number is 219-09-9999.', { key })).ok()).toEqual({
    IsReceived: true,
  });
  await write('The daughter moved. Her number is 219-09-9999.', { key });
  const { ReferralNotes, ReferralInfo } = await detail();
  expect(ReferralNotes).toMatchObject([
    { CreatedBy: { FullName: 'Sender link' }, Shared: false, SuspectedNumbers: ['SSN'], ReadBy: [] },
  ]);
  expect(ReferralInfo[0]?.NoteCount).toBe(1);
  expect(await notified(handoff, 'ana', 'note')).toEqual(['The sender of your referral wrote to you']);

  expect((await write(' ')).status).toBe(400);
  for (let n = 1; n < 10; n += 1) (await write(`Line ${n}`)).ok();
  expect((await look(as)).ok().LinesLeft).toBe(0);
  expect((await write('One more')).error().ErrorMessage).toMatch('takes no more messages');
  (await handoff.call(senderLinks.revoke, { body: { Id: made.Id } }, { as: 'ana' })).ok();
  expect((await write('Once more')).status).toBe(401);
});

test('whatever a link writes has an answer of the document, and only a text of its length becomes a note', async () => {
  const endpoint: Endpoint = senderLinks.write;
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 1200 }), fc.constant('x'.repeat(100_000)));
  const bodies = fc.oneof(fc.jsonValue(), fc.record({ Text: fc.oneof(texts, fc.jsonValue()) }));
  const drawn = fc.sample(bodies, { seed: 20_261_130, numRuns: 60 });
  let taken = 0;
  for (const body of drawn) {
    const { link: made, as } = await link();
    // The call throws when status, code or body are not as documented.
    const { status } = await handoff.call(endpoint, { body: z.json().parse(body) }, as);
    expect(status).toBeOneOf([200, 400]);
    if (status === 200) taken += 1;
    await handoff.call(senderLinks.revoke, { body: { Id: made.Id } }, { as: 'ana' });
  }
  const { ReferralNotes } = await detail();
  expect(ReferralNotes).toHaveLength(taken);
  expect(ReferralNotes.every(({ Text }) => Text !== '' && Text.length <= 1000)).toBe(true);
  expect(taken).toBeGreaterThan(5);
});
