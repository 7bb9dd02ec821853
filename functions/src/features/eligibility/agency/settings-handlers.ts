import { fieldChanges } from '../../../records/field-changes.ts';
import { announceChange } from '../../../writes/announce-change.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { assertCurrentVersion } from '../../../records/concurrency-check.ts';
import { settingsOf } from './agency-records.ts';
import type { Category } from '@handoff/shared/domain/eligibility/settings';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';
import { ELIGIBILITY_SETTINGS, eligibilitySettingsKind } from '../../../records/kinds/eligibility-records.ts';

type Calls = ApiHandlers['medicareEligibility'];

export const readSettings: Calls['settings'] = async (
  _input,
  { find, system, caller, eligibility: { provider } },
) => ({
  ...(await settingsOf({ find, system, domainId: caller.businessDomainId })),
  AskedOf: { Provider: provider.name, Label: provider.label },
  DefaultCategory: categoryOf(await system.get(businessDomainKind, caller.businessDomainId)),
});

const categoryOf = (agency: { Kind: string } | undefined): Category =>
  agency?.Kind === 'Hospice' ? 'Hospice' : 'Home Care';

export const updateSettings: Calls['updateSettings'] = async ({ body }, context) => {
  const { caller, work, system } = context;
  const { SettingsEligibilityInfo: before, Etag } = await settingsOf({
    find: work,
    system,
    domainId: caller.businessDomainId,
  });
  const after = body.SettingsEligibilityInfo;
  await assertCurrentVersion(work, {
    what: 'these settings',
    current: { Id: ELIGIBILITY_SETTINGS, Etag, ...before },
    basedOn: body.Etag,
    patch: after,
  });
  const record = { Id: ELIGIBILITY_SETTINGS, Etag: work.etag, Settings: after } as const;
  await work.put(eligibilitySettingsKind, record);
  work.audit({
    action: 'settings.updated',
    subject: ELIGIBILITY_SETTINGS,
    changes: fieldChanges(before, after),
  });
  announceChange(context, { topic: 'settings', id: ELIGIBILITY_SETTINGS });
  return { SettingsEligibilityInfo: after, Etag: work.etag };
};
