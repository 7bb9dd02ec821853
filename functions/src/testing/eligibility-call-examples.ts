import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';
import { checkDraft, checkId, exchangeId, openedExchangeId, pasted271 } from './eligibility-examples.ts';
import type { Examples } from './example-shape.ts';

export const eligibilityExamples: Examples['medicareEligibility'] = {
  check: { as: 'ana', input: () => ({ body: checkDraft() }) },
  recheck: { as: 'ana', input: async (handoff) => ({ body: { Id: await checkId(handoff) } }) },
  settings: { as: 'ana', input: () => ({}) },
  updateSettings: {
    as: 'mia',
    input: () => ({
      body: { Etag: '', SettingsEligibilityInfo: { ...defaultAgencySettings, OwnNpis: ['1999999984'] } },
    }),
  },
  checkPasted271: { as: 'ana', input: () => ({ body: { ...checkDraft(), Answer271: pasted271 } }) },
  history: { as: 'ana', input: () => ({ query: {} }) },
  byId: { as: 'ana', input: async (handoff) => ({ query: { id: await checkId(handoff) } }) },
  compare: {
    as: 'ana',
    input: async (handoff) => ({
      query: { before: await checkId(handoff), after: await checkId(handoff) },
    }),
  },
  openExchange: {
    as: 'ada',
    input: async (handoff) => ({ body: { Id: await exchangeId(handoff) } }),
  },
  downloadExchange: {
    as: 'ada',
    input: async (handoff) => ({ query: { id: await openedExchangeId(handoff), part: '271' } }),
  },
};
