import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { InputOf } from '../../../data/send/client.ts';
import type { ApiAccess } from '../../../data/use-api.ts';

export type HistoryQuery = Omit<InputOf<typeof medicareEligibilityApi.history>['query'], 'Continuation'>;

const MAX_PAGES = 200;

/** Reads every check of a query, for an export. */
export async function readAll({ client }: ApiAccess, query: HistoryQuery): Promise<PastCheck[]> {
  const all: PastCheck[] = [];
  let continuation: string | null | undefined;
  for (let pages = 0; pages < MAX_PAGES && continuation !== null; pages += 1) {
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const page = await client.call(medicareEligibilityApi.history, {
      query: { ...query, ...(continuation !== undefined && { Continuation: continuation }) },
    });
    all.push(...page.HistoricalMedicareSearches);
    continuation = page.Continuation;
  }
  return all;
}
