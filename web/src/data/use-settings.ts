import { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { useRead } from './records/use-read.ts';

/** The agency's lists and people, read once for all callers. Empty until they have arrived. */
export function useSettings() {
  const reading = useRead(settingsApi.get, {});
  const lists: Partial<Output<typeof settingsApi.get>> = reading.data ?? {};
  const statuses = lists.SettingsReferralStatusesInfo ?? [];
  const documentTypes = lists.SettingsDocumentTypesInfo ?? [];
  const eligibilityStatuses = lists.SettingsEligibilityStatusesInfo ?? [];
  const disciplines = lists.SettingsDisciplinesInfo ?? [];
  return {
    reading,
    statuses,
    documentTypes,
    eligibilityStatuses,
    disciplines,
    /** Takes ids of disciplines, which stay the same when a name changes. */
    serviceNames: (ids: readonly string[]) => namesOf(ids, disciplines),
    people: lists.SettingsUsersInfo ?? [],
    savedViews: lists.SettingsSavedViewsInfo ?? [],
    partners: lists.SettingsPartnersInfo ?? [],
    /** The entries that can be chosen now: the retired ones are left out, except the one in use. */
    offered: {
      statuses: (chosen?: string) => offered(statuses, chosen),
      documentTypes: (chosen?: string) => offered(documentTypes, chosen),
      eligibilityStatuses: (chosen?: string) => offered(eligibilityStatuses, chosen),
    },
  };
}

/** Their current names; a deleted entry shows its id, which began as its name. */
export const namesOf = (ids: readonly string[], entries: readonly { Id: string; Name: string }[] = []) =>
  ids.map((id) => entries.find(({ Id }) => Id === id)?.Name ?? id);

function offered<Entry extends { Id: string; Retired?: boolean | undefined }>(
  entries: readonly Entry[],
  chosen: string | undefined,
): Entry[] {
  return entries.filter((entry) => isOffered(entry) || entry.Id === chosen);
}
