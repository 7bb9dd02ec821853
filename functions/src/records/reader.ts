import { SYSTEM_PARTITION } from '../core/access.ts';
import type { Partition, Platform, Versioned } from '../platform/ports.ts';
import type { SigningKeys } from '../platform/signing-keys.ts';
import { openContinuation, sealContinuation } from '../platform/continuation.ts';
import { AppError } from '../core/app-error.ts';
import { seesAll, type Sight } from './restriction.ts';
import { countOf, queryOf } from './select.ts';
import type { Listed, Reader, Selection } from '../core/unit-of-work.ts';

const PAGE_SIZE = 50;

interface ReaderOptions {
  partition: Partition;
  signingKeys: SigningKeys;
  now: () => Date;
  sight: Sight;
  /** Called for every document read by its id, so that a write can name the version on which it is based. */
  onRead?: (document: Versioned) => void;
}

export function createReader({ partition, signingKeys, now, sight, onRead }: ReaderOptions): Reader {
  return {
    async get(kind, id) {
      const reading = partition.read(id);
      if (kind.type === 'referral') sight.expect(id, reading);
      const document = await reading;
      if (document?.type !== kind.type || document['DeletedAt']) return undefined;
      if (!(await sight.sees(document))) return undefined;
      onRead?.(document);
      return kind.schema.parse(document);
    },
    async count(selection) {
      const { sql, parameters } = countOf(selection);
      const hidden = await sight.hidden();
      if (hidden.length === 0) return partition.count({ sql, parameters });
      return partition.count({ sql: sql + notHidden, parameters: { ...parameters, hidden } });
    },
    async list(selection, page = {}) {
      const asked = queryOf(selection);
      // The query is part of the seal, so a page of one person's or one word's list does not continue another.
      const place = { query: JSON.stringify([asked.sql, asked.parameters]), partitionKey: partition.key };
      const { documents, next } = await pageFrom(await startOf(page.continuation));
      return {
        items: documents.map((document) => selection.schema.parse(document)),
        Continuation: next ? await sealContinuation(signingKeys, { ...place, token: next }, now()) : null,
      };

      /** Skips pages in which the caller may see nothing, because an empty page means the end. */
      async function pageFrom(
        continuation: string | undefined,
      ): Promise<{ documents: Versioned[]; next: string | undefined }> {
        const { pageSize = PAGE_SIZE } = page;
        const found = await partition.query({ ...asked, pageSize, continuation });
        const seen = await sight.visible(found.documents);
        const isWithheld = seen.length === 0 && found.documents.length > 0;
        if (isWithheld && found.continuation !== undefined) return pageFrom(found.continuation);
        return { documents: seen, next: found.continuation };
      }

      async function startOf(continuation: string | undefined) {
        if (!continuation) return undefined;
        const token = await openContinuation(signingKeys, { ...place, continuation }, now());
        if (token) return token;
        throw new AppError(
          'invalid_request',
          'This page is no longer available. Start again from the first page.',
        );
      }
    },
  };
}

/** `@hidden`: ids of the referrals that a record must neither be nor belong to. */
const notHidden =
  ' AND NOT ARRAY_CONTAINS(@hidden, c.Id)' +
  ' AND (NOT IS_DEFINED(c.ReferralId) OR NOT ARRAY_CONTAINS(@hidden, c.ReferralId))';

export const readerOn = (
  { store, signingKeys, clock }: Platform,
  partitionKey: string,
  sight: Sight,
): Reader => createReader({ partition: store.app(partitionKey), signingKeys, now: () => clock.now(), sight });

export const systemReader = (platform: Platform): Reader => readerOn(platform, SYSTEM_PARTITION, seesAll);

/** Reads all pages of a list whose length the contract limits. */
export async function listAll<T>(find: Reader, selection: Selection<T>, pageSize?: number): Promise<T[]> {
  const items: T[] = [];
  let continuation: string | null = null;
  do {
    const page: Listed<T> = await find.list(selection, {
      ...(pageSize !== undefined && { pageSize }),
      ...(continuation && { continuation }),
    });
    items.push(...page.items);
    continuation = page.Continuation;
  } while (continuation);
  return items;
}
