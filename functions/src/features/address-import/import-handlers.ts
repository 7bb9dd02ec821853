import { api, type Api } from '@handoff/shared/contract/api';
import type { Handlers } from '../../http/handlers.ts';
import { areaNotImplemented, notImplemented } from '../../http/not-implemented.ts';
import type { Platform } from '../../platform/ports.ts';

export const importHandlers = (_p: Platform): Handlers<Api>['imports'] => areaNotImplemented(api.imports);
export const addressStateHandlers = (_p: Platform): Handlers<Api>['addressStateUpdates'] =>
  areaNotImplemented(api.addressStateUpdates);
export const addressHandlers = (_p: Platform) => ({
  zipCodesByState: notImplemented(api.settings.zipCodesByState),
  streetAddressesByStateAndCode: notImplemented(api.settings.streetAddressesByStateAndCode),
});
