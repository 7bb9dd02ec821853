import { api } from '@handoff/shared/contract/api';
import type { TestApi } from '../api.ts';
import { referralDraft } from './drafts.ts';
import { party } from './example-records.ts';

/** The patient of `referralDraft`. */
export const stopDraft = () => {
  const { FirstName, LastName, DateOfBirth } = referralDraft().Patient;
  return {
    Patient: { FirstName, LastName, DateOfBirth },
    Reason: 'Safety of staff' as const,
    Note: 'Threw a chair at a nurse.',
    EndsOn: null,
  };
};

export const stop = (handoff: TestApi) => party(handoff, api.readmissionStops.create, stopDraft());

export const readmissionExamples = {
  list: {
    as: 'mia',
    input: async (handoff: TestApi) => {
      await stop(handoff);
      return {};
    },
  },
  create: { as: 'mia', input: () => ({ body: stopDraft() }) },
  update: {
    as: 'mia',
    input: async (handoff: TestApi) => ({
      body: { ...(await stop(handoff)), Reason: 'Non-payment' as const },
    }),
  },
  remove: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ body: { Id: (await stop(handoff)).Id } }),
  },
} as const;
