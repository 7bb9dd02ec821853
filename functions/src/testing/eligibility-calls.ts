import { api } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import type { TestApi } from './api.ts';
import { checkDraft } from './eligibility-examples.ts';

const { medicareEligibility } = api;

/** Ana checks somebody. */
export const askMedicare = (
  handoff: TestApi,
  changes: Partial<ReturnType<typeof checkDraft>> = {},
  key: string = randomUUID(),
) => handoff.call(medicareEligibility.check, { body: checkDraft(changes) }, { as: 'ana', key });

/** The checks of her agency, newest first. */
export async function pastChecks(handoff: TestApi) {
  const answer = await handoff.call(medicareEligibility.history, { query: {} }, { as: 'ana' });
  return answer.ok().HistoricalMedicareSearches;
}
