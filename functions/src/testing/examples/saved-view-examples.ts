import { api } from '@handoff/shared/contract/api';
import type { TestApi } from '../api.ts';
import { viewDraft } from './drafts.ts';
import { party } from './example-records.ts';

const view = (handoff: TestApi) => party(handoff, api.savedViews.create, viewDraft());

export const savedViewExamples = {
  create: { as: 'ana', input: () => ({ body: viewDraft() }) },
  update: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ body: { ...(await view(handoff)), Name: 'Hospice' } }),
  },
  remove: {
    as: 'mia',
    input: async (handoff: TestApi) => ({ body: { Id: (await view(handoff)).Id } }),
  },
} as const;
