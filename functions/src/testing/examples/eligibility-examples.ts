import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import type { CallInput } from '@handoff/shared/contract/endpoint';
import { readFileSync } from 'node:fs';
import { changeUser } from '../stored.ts';
import { HARBOR } from '../people.ts';
import { api } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import type { TestApi } from '../api.ts';

type Person = Record<'FirstName' | 'LastName' | 'DateOfBirth' | 'Mbi', string>;
type Draft = CallInput<typeof api.medicareEligibility.check, File>['body'] & Person;

/** A person of the sandbox: the last two digits of the number choose the story. */
export function checkDraft(changes: Partial<Draft> = {}): Draft {
  return {
    FirstName: 'Ana',
    LastName: 'Sample',
    DateOfBirth: '1948-03-12',
    Mbi: '1EG4-TE5-MK00',
    Category: 'Home Care',
    ...changes,
  };
}

export const pasted271 = readFileSync(
  new URL('../../features/eligibility/fixtures/made-00-parts-a-and-b-active.271', import.meta.url),
  'utf8',
);

/** A new check of Ana's. */
export async function checkId(handoff: TestApi): Promise<string> {
  const answer = await handoff.call(api.medicareEligibility.check, { body: checkDraft() }, { as: 'ana' });
  return answer.status === 501 ? 'check-00000000' : answer.ok().CheckId;
}

/** Ana resolves the first finding of a check of a Medicare Advantage plan. */
export async function resolutionDraft(handoff: TestApi) {
  const body = checkDraft({ Mbi: '1EG4-TE5-MK03' });
  const answer = await handoff.call(api.medicareEligibility.check, { body }, { as: 'ana' });
  const How = 'The plan gave an authorization';
  if (answer.status === 501) return { Id: 'check-00000000', Finding: 'None', How };
  const { CheckId: Id, Findings } = answer.ok();
  return { Id, Finding: Findings[0]?.Text ?? '', How };
}

/** A list of one plan. */
export const planCsv = 'Contract,Plan,Name,Kind,Phone\nH5521,042,Sample Choice,HMO,8005550100\n';

/** A list of one. */
export const batchDraft = () => ({
  Category: 'Home Care' as const,
  Entries: [{ FirstName: 'Ana', LastName: 'Sample', DateOfBirth: '1948-03-12', Mbi: '1EG4-TE5-MK00' }],
});

export async function batchId(handoff: TestApi): Promise<string> {
  const answer = await handoff.call(
    api.medicareEligibility.startBatch,
    { body: batchDraft() },
    { as: 'ana' },
  );
  return answer.status === 501 ? 'batch-00000000' : answer.ok().Batch.Id;
}

/** The same, while Ada administers Harbor. */
export async function exchangeId(handoff: TestApi): Promise<string> {
  await changeUser(handoff, 'ada', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Viewer' }] });
  return checkId(handoff);
}

export async function openedExchangeId(handoff: TestApi): Promise<string> {
  const Id = await exchangeId(handoff);
  await handoff.call(api.medicareEligibility.openExchange, { body: { Id } }, { as: 'ada' });
  return Id;
}

export const eligibilityExamples = {
  check: { as: 'ana', input: () => ({ body: checkDraft() }) },
  recheck: { as: 'ana', input: async (handoff: TestApi) => ({ body: { Id: await checkId(handoff) } }) },
  settings: { as: 'ana', input: () => ({}) },
  updateSettings: {
    as: 'mia',
    input: () => ({
      body: { Etag: '', SettingsEligibilityInfo: { ...defaultAgencySettings, OwnNpis: ['1999999984'] } },
    }),
  },
  checkPasted271: { as: 'ana', input: () => ({ body: { ...checkDraft(), Answer271: pasted271 } }) },
  history: { as: 'ana', input: () => ({ query: {} }) },
  byId: { as: 'ana', input: async (handoff: TestApi) => ({ query: { id: await checkId(handoff) } }) },
  compare: {
    as: 'ana',
    input: async (handoff: TestApi) => ({
      query: { before: await checkId(handoff), after: await checkId(handoff) },
    }),
  },
  planMemory: { as: 'ana', input: async (handoff: TestApi) => ({ query: { id: await checkId(handoff) } }) },
  resolve: {
    as: 'ana',
    input: async (handoff: TestApi) => ({ body: await resolutionDraft(handoff) }),
  },
  batches: { as: 'ana', input: () => ({}) },
  batchById: {
    as: 'ana',
    input: async (handoff: TestApi) => ({ query: { id: await batchId(handoff) } }),
  },
  startBatch: { as: 'ana', input: () => ({ body: batchDraft() }) },
  retryBatch: {
    as: 'ana',
    input: async (handoff: TestApi) => ({ body: { Id: await batchId(handoff) } }),
  },
  plans: { as: 'ada', input: () => ({}) },
  exportPlans: { as: 'ada', input: () => ({}) },
  previewPlans: { as: 'ada', input: () => ({ body: { Csv: planCsv } }) },
  importPlans: { as: 'ada', input: () => ({ body: { Csv: planCsv } }) },
  openExchange: {
    as: 'ada',
    input: async (handoff: TestApi) => ({ body: { Id: await exchangeId(handoff) } }),
  },
  downloadExchange: {
    as: 'ada',
    input: async (handoff: TestApi) => ({
      query: { id: await openedExchangeId(handoff), part: '271' as const },
    }),
  },
} as const;

const { medicareEligibility } = api;

/** Ana checks someone. */
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
