import { createHash } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { BLOCK_BYTES, blockId, HEAD_BYTES } from '@handoff/shared/domain/address/block-upload';
import { expect, test } from 'vitest';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { stageBlocks } from '../../testing/imports/stage-blocks.ts';

const ada = { as: 'ada' as const };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Two blocks and a bit, in one address and rows of another state. */
const row = (number: number, place: string) => `${number},OAK ST,${place},${'-'.repeat(4000)}\n`;
const elsewhere = row(2, 'Bath,Sagadahoc,ME,04530');
const file = Buffer.concat([
  Buffer.from('number,street,city,county,state,zip,notes\n'),
  Buffer.from(row(1, 'Avon,Hartford,CT,06001')),
  Buffer.from(elsewhere.repeat(Math.ceil((2 * BLOCK_BYTES) / elsewhere.length))),
]);
const identity = { FileName: 'ct.csv', Bytes: file.length, Head: sha256(file.subarray(0, HEAD_BYTES)) };

async function uploadStory() {
  const story = await freshImportStory();
  const begin = async () => {
    const body = { State: 'CT' as const, ...identity };
    return (await story.call(api.imports.beginUpload, { body }, ada)).ok().ImportId;
  };
  const access = async (id: string) => story.call(api.imports.uploadAccess, { query: { id } }, ada);
  return {
    ...story,
    begin,
    access,
    send: async (id: string, blocks: readonly number[], content = file) =>
      stageBlocks((await access(id)).ok().Url, content, blocks),
    complete: async (ImportId: string, content = file) =>
      story.call(api.imports.completeUpload, { body: { ImportId, Sha256: sha256(content) } }, ada),
  };
}

test('a file comes in blocks, continues after an interruption, and becomes one import', async () => {
  const story = await uploadStory();
  const id = await story.begin();
  await story.send(id, [2, 0]);
  const early = await story.complete(id);
  expect([early.status, early.error()]).toMatchObject([409, { code: 'conflict' }]);

  // The browser was closed, and the file is chosen again.
  expect(await story.begin()).toBe(id);
  expect((await story.access(id)).ok().Blocks).toEqual([0, 2]);
  await story.send(id, [1]);
  expect((await story.complete(id)).ok()).toEqual({ ImportId: id, Status: 'uploaded' });
  // Its answer was lost, and it is asked for under another key.
  expect((await story.complete(id)).ok().ImportId).toBe(id);
  expect((await story.access(id)).status).toBe(404);
  expect(await story.begin()).not.toBe(id);

  await story.run(id);
  const record = await story.read(id);
  expect(record).toMatchObject({ Bytes: file.length, Progress: { status: 'live', accepted: 1 } });
  expect(await story.streets('06001')).toEqual(['1 OAK ST']);
});

test('a file damaged on its way never goes live', async () => {
  const story = await uploadStory();
  const id = await story.begin();
  const damaged = Buffer.from(file);
  damaged.write('+', BLOCK_BYTES + 1024);
  await story.send(id, [0, 1, 2], damaged);
  (await story.complete(id)).ok();
  await story.run(id);
  const record = await story.read(id);
  expect([record.Progress.status, record.Message]).toEqual([
    'failed',
    'The file was damaged on its way. Upload it again.',
  ]);
  expect((await story.zipCodes()).Version).toBeNull();
});

test('the address for blocks writes one file for an hour and reads nothing', async () => {
  const story = await uploadStory();
  const id = await story.begin();
  const { Url, ExpiresAt } = (await story.access(id)).ok();
  const search = new URL(Url).searchParams;
  expect([search.get('sr'), search.get('sp')]).toEqual(['b', 'w']);
  expect(Date.parse(ExpiresAt) - story.platform.clock.now().getTime()).toBeLessThanOrEqual(3_600_000);
  await story.send(id, [0, 1, 2]);
  (await story.complete(id)).ok();
  expect((await fetch(Url)).status).toBe(403);
  const other = new URL(Url);
  other.pathname = other.pathname.replace('ct.csv', 'other.csv');
  const write = await fetch(`${other.href}&comp=block&blockid=${blockId(0)}`, { method: 'PUT', body: 'x' });
  expect(write.status).toBe(403);
});

test('a canceled upload accepts no file', async () => {
  const story = await uploadStory();
  const id = await story.begin();
  await story.send(id, [0, 1, 2]);
  expect((await story.act(id, 'cancel')).ok().Status).toBe('cancelled');
  expect((await story.complete(id)).status).toBe(409);
  expect(await story.begin()).not.toBe(id);
});
