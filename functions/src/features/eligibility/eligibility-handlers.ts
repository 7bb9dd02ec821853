import type { Api } from '@handoff/shared/contract/api';
import type { Handlers } from '../../http/handlers.ts';
import type { Platform } from '../../platform/ports.ts';
import { checkEligibility, recheck } from './check-eligibility.ts';
import { checkById, compareTwo, listChecks } from './check-history.ts';
import { downloadExchange, openExchange } from './exchange-handlers.ts';
import { checkPasted } from './pasted-answer.ts';
import type { EligibilityService } from './provider.ts';
import { readSettings, updateSettings } from './settings-handlers.ts';

export function eligibilityHandlers(
  platform: Platform,
  service: EligibilityService,
): Handlers<Api>['medicareEligibility'] {
  return {
    check: checkEligibility(platform, service),
    recheck: recheck(platform, service),
    settings: readSettings(service),
    updateSettings,
    checkPasted271: checkPasted(platform.fieldKeys),
    history: listChecks,
    byId: checkById,
    compare: compareTwo,
    openExchange,
    downloadExchange: downloadExchange(platform.blobs),
  };
}
