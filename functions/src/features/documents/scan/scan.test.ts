import { api } from '@handoff/shared/contract/api';
import { EICAR, scanBlob } from '@handoff/local/malware-scan/scan-blob';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { pdf } from '../../../testing/examples/drafts.ts';
import { referral, scanned, checksOf } from '../../../testing/examples/example-records.ts';
import { HARBOR } from '../../../testing/people.ts';
import { filesOf, storedIn } from '../../../testing/stored.ts';
import type { ScanEvent } from './scan-event.ts';

const MINUTE_MS = 60_000;
const ana = { as: 'ana' } as const;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** Attaches a document to a new referral, not yet scanned. */
async function attached(text = 'orders') {
  const { Id } = await referral(handoff);
  const input = { fields: { DocumentTypeId: 'orders', ReferralId: Id }, file: pdf(text) };
  const [document] = (await handoff.call(api.services.uploadFile, input, ana)).ok().ReferralDocuments;
  return { Id, blobName: document?.blobName ?? '', documentId: document?.Id ?? '' };
}
type Attached = Awaited<ReturnType<typeof attached>>;

const detail = async ({ Id }: Attached) =>
  (await handoff.call(api.referrals.byId, { query: { id: Id } }, ana)).ok();
const scanOf = async (one: Attached) => (await detail(one)).ReferralDocuments[0]?.Scan;
const open = ({ blobName }: Attached) => {
  const { viewFile, downloadFile } = api.services;
  return Promise.all(
    [viewFile, downloadFile].map((call) => handoff.call(call, { params: { blobName } }, ana)),
  );
};
const statuses = async (one: Attached) => (await open(one)).map(({ status }) => status);
const eventOf = ({ blobName }: Attached) =>
  scanBlob(handoff.settings['AzureWebJobsStorage'] ?? '', `${HARBOR}/${blobName}`);
const changed = (event: ScanEvent, data: Partial<ScanEvent['data']>) => ({
  ...event,
  data: { ...event.data, ...data },
});
const versionsOf = async () =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).map(({ id, _etag }) => `${id} ${_etag}`);

test('a clean document can be opened and is in the packet, and screens are notified', async () => {
  const one = await attached();
  expect(await scanOf(one)).toMatchObject({ State: 'checking' });
  for (const answer of await open(one)) {
    expect(answer.headers['Retry-After']).toBe('3');
    expect(answer.error()).toMatchObject({
      code: 'scan_in_progress',
      ErrorMessage: 'This document is still being checked for malware. Try again in a moment.',
    });
  }
  const packet = async () => (await handoff.call(api.referrals.packet, { query: { id: one.Id } }, ana)).ok();
  expect(await packet()).toMatchObject({ ReferralDocuments: [], DocumentsLeftOut: 1 });

  handoff.sent.length = 0;
  await scanned(handoff, one.blobName);
  expect(handoff.sent.map(({ message }) => message)).toMatchObject([{ topic: 'referral', id: one.Id }]);
  expect(await scanOf(one)).toMatchObject({ State: 'clean' });
  expect(await statuses(one)).toEqual([200, 200]);
  expect(await packet()).toMatchObject({ ReferralDocuments: [{}], DocumentsLeftOut: 0 });
});

test('malware is blocked permanently, named in the history and the log, and does not count as a document', async () => {
  const one = await attached(EICAR);
  const answers = async () => (await checksOf(handoff, one.Id)).Documents.Missing;
  const before = await answers();
  const event = await eventOf(one);
  await handoff.app.recordScan(event);
  const reason = 'DOS/EICAR_Test_File';
  expect(await scanOf(one)).toMatchObject({ State: 'blocked', Reason: reason });
  for (const answer of await open(one))
    expect(answer.error()).toMatchObject({
      code: 'file_quarantined',
      ErrorMessage: 'This document is blocked: malware was found in it.',
    });
  expect((await answers()).length).toBe(before.length + 1);
  const history = await handoff.call(api.referrals.activity, { query: { id: one.Id } }, ana);
  expect(history.ok().ReferralActivity[0]).toMatchObject({
    action: 'document.blocked',
    changes: [{ field: 'Document', old: 'orders.pdf', new: reason }],
  });
  expect(handoff.log.filter(({ event: name }) => name === 'malware-found')).toMatchObject([
    { level: 'error', agency: HARBOR },
  ]);
  await handoff.app.recordScan(
    changed(event, { scanResultType: 'No threats found', scanResultDetails: null }),
  );
  expect(await statuses(one)).toEqual([409, 409]);
});

test('malware that is found later blocks a clean document again', async () => {
  const one = await attached();
  await scanned(handoff, one.blobName);
  await handoff.app.recordScan(changed(await eventOf(one), { scanResultType: 'Malicious' }));
  expect(await statuses(one)).toEqual([409, 409]);
});

test('a scan without a result is reported plainly and opens nothing', async () => {
  const one = await attached();
  const scanResultDetails = { notScannedReason: 'The blob is protected by a password' };
  await handoff.app.recordScan(
    changed(await eventOf(one), { scanResultType: 'Not Scanned', scanResultDetails }),
  );
  expect(await scanOf(one)).toMatchObject({
    State: 'not scanned',
    Reason: scanResultDetails.notScannedReason,
  });
  expect((await open(one))[1]?.error().ErrorMessage).toContain('could not be checked for malware');
  expect(handoff.log.map(({ event }) => event)).toContain('document-not-scanned');
  // Defender's own second try.
  await scanned(handoff, one.blobName);
  expect(await statuses(one)).toEqual([200, 200]);
});

describe('changes nothing', () => {
  test.each<[string, (event: ScanEvent) => unknown]>([
    ['a result for another version of the file', (event) => changed(event, { eTag: '0x8DCE73009331803' })],
    [
      'a result for other content',
      (event) => changed(event, { scanResultDetails: { sha256: 'AB'.repeat(32) } }),
    ],
    [
      'a result for a file that no one uploaded',
      (event) => changed(event, { blobUri: event.data.blobUri.replace(/-[0-9a-f]{32}\./, '-none.') }),
    ],
    [
      'a result for a blob of another container',
      (event) => changed(event, { blobUri: event.data.blobUri.replace('/documents/', '/state-files/') }),
    ],
    ['an event of another kind', (event) => ({ ...event, eventType: 'Microsoft.Storage.BlobCreated' })],
    ['a message that is no event', () => 'hello'],
  ])('%s', async (_what, change) => {
    const one = await attached();
    const before = await versionsOf();
    await handoff.app.recordScan(change(await eventOf(one)));
    expect(await versionsOf()).toEqual(before);
    expect(await statuses(one)).toEqual([409, 409]);
  });

  test('a result that comes again, and one for a document that was deleted', async () => {
    const [one, other] = [await attached(), await attached()];
    const [event, late] = [await eventOf(one), await eventOf(other)];
    await handoff.app.recordScan(event);
    const { blobName } = other;
    (await handoff.call(api.services.deleteFile, { params: { blobName } }, ana)).ok();
    const before = await versionsOf();
    await Promise.all([event, late, event].map((each) => handoff.app.recordScan(each)));
    expect(await versionsOf()).toEqual(before);
    expect(await statuses(one)).toEqual([200, 200]);
  });
});

/** Runs code between the writing of a file and its record, when the result of its scan may already exist. */
function scannedBeforeRecorded(between: (scan: () => Promise<void>) => Promise<void> | void) {
  const { blobs } = handoff.platform;
  const scan = async (name: string) =>
    handoff.app.recordScan(await scanBlob(handoff.settings['AzureWebJobsStorage'] ?? '', name));
  return handoff.another({
    blobs: {
      ...blobs,
      async putIfAbsent(container, name, content) {
        const outcome = await blobs.putIfAbsent(container, name, content);
        await between(() => scan(name));
        return outcome;
      },
    },
  });
}

test('a result may come before the record of its document', async () => {
  const { Id } = await referral(handoff);
  const input = { fields: { ReferralId: Id }, file: pdf() };
  let early: Promise<void> | undefined;
  const instance = scannedBeforeRecorded((scan) => {
    early = scan();
  });
  const [document] = (await instance.call(api.services.uploadFile, input, ana)).ok().ReferralDocuments;
  await early;
  expect(await statuses({ Id, blobName: document?.blobName ?? '', documentId: '' })).toEqual([200, 200]);
});

test('a missing result is requested again, less and less often, and then once a day', async () => {
  const one = await attached();
  const { blobs, clock } = handoff.platform;
  const start = clock.now().getTime();
  const version = () => blobs.version('documents', `${HARBOR}/${one.blobName}`);
  /** Returns whether the file was submitted to the scanner again. */
  async function isAskedAfter(minutes: number) {
    const before = await version();
    handoff.advance(start + minutes * MINUTE_MS - clock.now().getTime());
    await handoff.app.jobs.scans.run();
    return (await version()) !== before;
  }
  const alarms = () => handoff.log.filter(({ event }) => event === 'document-scan-late').length;
  expect([await isAskedAfter(9), alarms()]).toEqual([false, 0]);
  const asked: boolean[] = [];
  for (const minutes of [11, 20, 23, 44, 47, 1_439, 1_451]) asked.push(await isAskedAfter(minutes));
  expect(asked).toEqual([true, false, true, false, true, true, false]);
  // From the tenth minute on, each request raises an alert.
  expect(alarms()).toBe(4);
  expect(await scanOf(one)).toMatchObject({ State: 'not scanned', Reason: 'No result came within a day' });
  // It may be above the limit of a month: it is asked for once a day until that has ended.
  const days: boolean[] = [];
  for (const day of [2, 2.5, 3.1, 31, 34]) days.push(await isAskedAfter(day * 1_440));
  expect(days).toEqual([true, false, true, true, false]);
  const path = { params: { blobName: one.blobName } };
  const refused = await handoff.call(api.services.downloadFile, path, ana);
  expect(refused.error().ErrorMessage).toContain('checked as soon as scans are possible again');
  // The content is the attached one, so a late result opens the document.
  await scanned(handoff, one.blobName);
  expect(await statuses(one)).toEqual([200, 200]);
});

test('a file removed meanwhile is not brought back by asking again', async () => {
  const gone = await attached();
  await handoff.platform.blobs.remove('documents', `${HARBOR}/${gone.blobName}`);
  handoff.advance(11 * MINUTE_MS);
  await handoff.app.jobs.scans.run();
  expect(await scanOf(gone)).toMatchObject({ State: 'checking', AskedAt: expect.stringMatching(/^20/) });
  expect(await handoff.platform.blobs.exists('documents', `${HARBOR}/${gone.blobName}`)).toBe(false);
});

test('a file without a record is removed after a month, and one with a late record stays', async () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const others = await filesOf(handoff, HARBOR);
  let isGivenUp = true;
  const instance = scannedBeforeRecorded(async (scan) => {
    await scan();
    if (isGivenUp) throw new Error('given up');
  });
  const { Id } = await referral(handoff);
  const upload = (text: string) =>
    instance.call(api.services.uploadFile, { fields: { ReferralId: Id }, file: pdf(text) }, ana);
  expect((await upload('given up')).status).toBe(500);
  isGivenUp = false;
  const [document] = (await upload('late')).ok().ReferralDocuments;
  const late = `${HARBOR}/${document?.blobName ?? ''}`;
  const filesNow = async () => (await filesOf(handoff, HARBOR)).filter((name) => !others.includes(name));
  handoff.advance(29 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect(await filesNow()).toHaveLength(2);
  handoff.advance(2 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect(await filesNow()).toEqual([late]);
  expect((await storedIn(handoff.store, `d:${HARBOR}`)).map(({ type }) => type)).not.toContain(
    'unrecorded-file',
  );
});
