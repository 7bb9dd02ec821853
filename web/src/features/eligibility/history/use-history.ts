import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { asCallError, type CallError } from '../../../lib/call-error.ts';
import type { InputOf } from '../../../lib/prepared-request.ts';
import { type ApiAccess, useApi } from '../../../lib/use-api.ts';
import { useRead } from '../../../lib/use-read.ts';

export type HistoryQuery = Omit<InputOf<typeof api.medicareEligibility.history>['query'], 'Continuation'>;

interface Page {
  rows: readonly PastCheck[];
  continuation: string | null;
}

/** The newest page stays fresh; older ones are read on demand and stay as they were, until the query changes. */
export function useHistory(query: HistoryQuery) {
  const access = useApi();
  const newest = useRead(api.medicareEligibility.history, { query });
  const name = JSON.stringify(query);
  const [read, setRead] = useState<{ name: string; older: Page } | undefined>();
  const older = read?.name === name ? read.older : undefined;
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [moreError, setMoreError] = useState<CallError | undefined>();

  const firstRows = newest.data?.HistoricalMedicareSearches;
  const known = new Set(firstRows?.map(({ Id }) => Id));
  const continuation = older ? older.continuation : (newest.data?.Continuation ?? null);

  async function loadMore(): Promise<void> {
    if (continuation === null || isLoadingMore) return;
    setLoadingMore(true);
    setMoreError(undefined);
    try {
      const page = await readPage(access, { ...query, Continuation: continuation });
      const rows = [...(older?.rows ?? []), ...page.rows];
      setRead({ name, older: { rows, continuation: page.continuation } });
    } catch (error) {
      setMoreError(asCallError(error));
    } finally {
      setLoadingMore(false);
    }
  }

  return {
    rows: firstRows && [...firstRows, ...(older?.rows.filter(({ Id }) => !known.has(Id)) ?? [])],
    hasMore: continuation !== null,
    isLoadingMore,
    loadMore,
    error: newest.error ?? moreError,
    refresh: newest.refresh,
  };
}

const MOST_PAGES = 200;

/** Every check of a query, for an export. */
export async function readAll(access: ApiAccess, query: HistoryQuery): Promise<PastCheck[]> {
  const all: PastCheck[] = [];
  let continuation: string | null | undefined;
  for (let pages = 0; pages < MOST_PAGES && continuation !== null; pages += 1) {
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await readPage(access, {
      ...query,
      ...(continuation !== undefined && { Continuation: continuation }),
    });
    all.push(...page.rows);
    ({ continuation } = page);
  }
  return all;
}

async function readPage(
  { client, domain }: ApiAccess,
  query: HistoryQuery & { Continuation?: string },
): Promise<Page> {
  const key = crypto.randomUUID();
  const output = await client.call(api.medicareEligibility.history, { query }, { key, domain });
  return { rows: output.HistoricalMedicareSearches, continuation: output.Continuation };
}
