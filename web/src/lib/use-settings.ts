import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { useRead } from '../data/records/use-read.ts';

/** The lists and people of the agency, wherever they are needed: one reading for all who ask. Empty until it is there. */
export function useSettings() {
  const reading = useRead(api.settings.get, {});
  const lists: Partial<Output<typeof api.settings.get>> = reading.data ?? {};
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
    /** Of disciplines by their ids, which stay when a name changes. */
    serviceNames: (ids: readonly string[]) => namesOf(ids, disciplines),
    people: lists.SettingsUsersInfo ?? [],
    savedViews: lists.SettingsSavedViewsInfo ?? [],
    partners: lists.SettingsPartnersInfo ?? [],
    /** What a person may choose now: without the retired entries, but with the one that is set. */
    offered: {
      statuses: (chosen?: string) => offered(statuses, chosen),
      documentTypes: (chosen?: string) => offered(documentTypes, chosen),
      eligibilityStatuses: (chosen?: string) => offered(eligibilityStatuses, chosen),
    },
  };
}

/** As they are called now; of entries that are gone the ids, which began as their names. */
export const namesOf = (ids: readonly string[], entries: readonly { Id: string; Name: string }[] = []) =>
  ids.map((id) => entries.find(({ Id }) => Id === id)?.Name ?? id);

function offered<Entry extends { Id: string; Retired?: boolean | undefined }>(
  entries: readonly Entry[],
  chosen: string | undefined,
): Entry[] {
  return entries.filter((entry) => isOffered(entry) || entry.Id === chosen);
}
