import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { expect } from 'vitest';
import type { DocumentStore, Operation } from '../../platform/ports.ts';
import type { TestApi } from '../api.ts';
import { referral } from '../examples/example-records.ts';
import { pdf } from '../examples/drafts.ts';
import { HARBOR } from '../people.ts';
import { countByType, everythingStored } from '../stored.ts';
import { countBlobs } from './crash-story.ts';

/** Removes the statuses while a change of status has read them; returns the errors of that change. */
export async function writeSkewStory(handoff: TestApi): Promise<Record<string, string> | undefined> {
  const { Id, Etag } = await referral(handoff);
  const read = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = handoff.another({ store: slowAfter('lists', handoff.store, { read, goOn }) });
  const body = { Id, Etag, StatusId: 'review' };
  const answer = slow.call(api.referrals.update, { body }, { as: 'ana' });

  await read.promise;
  await removeStatuses(handoff);
  goOn.resolve();
  return (await answer).error().fields;
}

interface Pause {
  read: PromiseWithResolvers<void>;
  goOn: PromiseWithResolvers<void>;
}

/** Suspends the first reader of this document after its read. */
function slowAfter(id: string, store: DocumentStore, { read, goOn }: Pause): DocumentStore {
  return {
    ...store,
    app: (key) => ({
      ...store.app(key),
      read: async (asked) => {
        const document = await store.app(key).read(asked);
        if (asked === id) {
          read.resolve();
          await goOn.promise;
        }
        return document;
      },
    }),
  };
}

/** Writes like the pipeline, together with the audit head. */
async function removeStatuses({ store }: TestApi): Promise<void> {
  const harbor = store.app(`d:${HARBOR}`);
  const operations = ['lists', 'audit-head'].map(async (id): Promise<Operation> => {
    const stored = await harbor.read(id);
    if (!stored) throw new Error(`${id} is missing`);
    const { _etag: ifMatch, ...fields } = stored;
    const document = { ...fields, id, type: stored.type };
    return { op: 'replace', document: { ...document, SettingsReferralStatusesInfo: [] }, ifMatch };
  });
  const result = await harbor.commit(await Promise.all(operations));
  expect(result.outcome).toBe('applied');
}

/** Takes over an upload while its owner is suspended; returns what is stored when both have ended. */
export async function pausedOwnerStory(handoff: TestApi) {
  const { Id } = await referral(handoff);
  const blobsBefore = await countBlobs();
  const key = randomUUID();
  const input = { fields: { DocumentTypeId: 'orders', ReferralId: Id }, file: pdf() };
  const upload = () => handoff.call(api.services.uploadFile, input, { as: 'ana', key });

  const paused = handoff.holdAt('B3');
  const first = upload();
  await paused.reached;
  expect((await upload()).error().code).toBe('request_in_progress');
  handoff.advance(60_001);
  const second = await upload();
  expect([second.status, second.headers[IDEMPOTENT_REPLAYED]]).toEqual([200, undefined]);

  paused.release();
  const late = await first;
  const { document, audit } = countByType(await everythingStored(handoff.store));
  const effects = { documents: document, audits: audit, blobs: (await countBlobs()) - blobsBefore };
  expect([late.status, late.text, late.headers[IDEMPOTENT_REPLAYED], effects]).toEqual([
    200,
    second.text,
    'true',
    { documents: 1, audits: 2, blobs: 1 },
  ]);
  return effects;
}
