import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import { BLOCK_BYTES } from '@handoff/shared/domain/address/block-upload';
import { EICAR } from '@handoff/local/malware-scan/scan-blob';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral, scanned, uploadedBlocks } from '../../testing/examples/example-records.ts';
import { HARBOR, people, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const large = (name = 'orders.pdf', start = '%PDF-1.7\n') =>
  new File([start, new Uint8Array(2 * BLOCK_BYTES + 1)], name);

type Uploaded = Awaited<ReturnType<typeof uploadedBlocks>>;
const complete = (
  { FileName, ...body }: Uploaded,
  { as = 'ana', key, ReferralId }: { as?: PersonName; key?: string; ReferralId?: string } = {},
) =>
  handoff.call(
    api.services.completeUpload,
    { body: { FileName, ...body, DocumentTypeId: 'orders', ...(ReferralId && { ReferralId }) } },
    { as, ...(key && { key }) },
  );
/** Writes a complete blob instead of blocks. */
const put = async (url: string) =>
  (await fetch(url, { method: 'PUT', headers: { 'x-ms-blob-type': 'BlockBlob' }, body: 'other' })).status;
const blocksOf = ({ UploadId }: Uploaded) => `${HARBOR}/upload-${people.ana.oid}-${UploadId}`;
const isThere = (name: string) => handoff.platform.blobs.exists('documents', name);

test('a document uploaded in blocks is attached once, however often it is completed, and leaves nothing behind', async () => {
  const { Id } = await referral(handoff);
  const upload = await uploadedBlocks(handoff, large());
  const key = randomUUID();
  const first = (await complete(upload, { key, ReferralId: Id })).ok();
  expect((await complete(upload, { key, ReferralId: Id })).ok()).toEqual(first);
  const [document] = first.ReferralDocuments;
  expect(document).toMatchObject({
    name: 'orders.pdf',
    ContentType: 'application/pdf',
    Size: upload.Bytes,
    Sha256: upload.Sha256,
    ReferralId: Id,
    Scan: { State: 'checking' },
  });
  const blobName = document?.blobName ?? '';
  expect([await isThere(blocksOf(upload)), await isThere(`${HARBOR}/${blobName}`)]).toEqual([false, true]);
  await scanned(handoff, blobName);
  const file = await handoff.call(api.services.downloadFile, { params: { blobName } }, { as: 'vic' });
  expect([file.status, file.bytes.length]).toEqual([200, upload.Bytes]);
});

test('malware in blocks is blocked like any other', async () => {
  const upload = await uploadedBlocks(handoff, large('orders.pdf', `%PDF-1.7\n${EICAR}`));
  const blobName = (await complete(upload)).ok().ReferralDocuments[0]?.blobName ?? '';
  await scanned(handoff, blobName);
  const file = await handoff.call(api.services.viewFile, { params: { blobName } }, { as: 'ana' });
  expect(file.error().ErrorMessage).toContain('malware was found');
});

test("the content decides, not the name, nor the client's hash or size", async () => {
  const program = await uploadedBlocks(handoff, large('orders.pdf', 'MZ'));
  expect((await complete(program)).error().code).toBe('unsupported_file');
  const upload = await uploadedBlocks(handoff, large());
  expect((await complete({ ...upload, Sha256: '0'.repeat(64) })).error().code).toBe('conflict');
  expect((await complete({ ...upload, Bytes: upload.Bytes - 1 })).error().code).toBe('conflict');
  const tooLarge = { ...upload, Bytes: MAX_DOCUMENT_BYTES + 1 };
  expect((await complete(tooLarge)).error().code).toBe('invalid_request');
});

test('an upload belongs to the person who began it, and its address can write nothing else', async () => {
  const upload = await uploadedBlocks(handoff, large());
  expect((await complete(upload, { as: 'mia' })).error().code).toBe('conflict');
  const query = { UploadId: upload.UploadId, Bytes: upload.Bytes };
  const access = (await handoff.call(api.services.uploadAccess, { query }, { as: 'ana' })).ok();
  expect(access.Blocks).toEqual([0, 1, 2]);
  const blobName = (await complete(upload)).ok().ReferralDocuments[0]?.blobName ?? '';
  expect((await fetch(access.Url)).status).toBe(403);
  const attached = new URL(access.Url);
  attached.pathname = attached.pathname.replace(/[^/]+$/, blobName);
  expect(await put(attached.href)).toBe(403);
});

test('a file of another size at the address of the blocks is not read', async () => {
  const upload = await uploadedBlocks(handoff, large());
  const query = { UploadId: upload.UploadId, Bytes: upload.Bytes };
  const { Url } = (await handoff.call(api.services.uploadAccess, { query }, { as: 'ana' })).ok();
  expect(await put(Url)).toBe(201);
  expect((await complete(upload)).error().code).toBe('conflict');
});

test('the purge removes a refused file, which the scan reports', async () => {
  const program = await uploadedBlocks(handoff, large('orders.pdf', 'MZ'));
  await complete(program);
  const left = blocksOf(program);
  expect(await isThere(left)).toBe(true);
  await scanned(handoff, left.split('/')[1] ?? '');
  handoff.advance(32 * 86_400_000);
  await handoff.app.jobs.deleted.run();
  expect(await isThere(left)).toBe(false);
});
