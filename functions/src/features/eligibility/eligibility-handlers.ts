import { batchHandlers, retryBatch, startBatch } from './batch/batch-handlers.ts';
import { checkEligibility, recheck } from './check/check-eligibility.ts';
import { checkById, compareTwo, listChecks, resolveFinding } from './history/check-history.ts';
import { downloadExchange, openExchange } from './history/exchange-handlers.ts';
import { checkPasted } from './check/pasted-answer.ts';
import { planMemory } from './plans/plan-memory.ts';
import { planHandlers } from './plans/plan-handlers.ts';
import { readSettings, updateSettings } from './agency/settings-handlers.ts';
import type { MedicareHandlers } from './medicare-ports.ts';

export const eligibilityHandlers: MedicareHandlers = {
  check: checkEligibility,
  recheck,
  settings: readSettings,
  updateSettings,
  checkPasted271: checkPasted,
  history: listChecks,
  byId: checkById,
  compare: compareTwo,
  planMemory,
  resolve: resolveFinding,
  ...batchHandlers,
  startBatch,
  retryBatch,
  ...planHandlers,
  openExchange,
  downloadExchange,
};
