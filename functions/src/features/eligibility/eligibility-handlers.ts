import type { Api } from '@handoff/shared/contract/api';
import type { Handlers } from '../../http/handlers.ts';
import type { Asking } from './ask-medicare.ts';
import { checkEligibility, recheck } from './check-eligibility.ts';
import { checkById, compareTwo, listChecks } from './check-history.ts';
import { downloadExchange, openExchange } from './exchange-handlers.ts';
import { checkPasted } from './pasted-answer.ts';
import { readSettings, updateSettings } from './settings-handlers.ts';

export function eligibilityHandlers(asking: Asking): Handlers<Api>['medicareEligibility'] {
  const { platform } = asking;
  return {
    check: checkEligibility(asking),
    recheck: recheck(asking),
    settings: readSettings(asking.service),
    updateSettings,
    checkPasted271: checkPasted(platform.fieldKeys),
    history: listChecks,
    byId: checkById,
    compare: compareTwo,
    openExchange,
    downloadExchange: downloadExchange(platform.blobs),
  };
}
