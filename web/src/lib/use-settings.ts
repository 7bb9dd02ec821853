import { api } from '@handoff/shared/contract/api';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { useRead } from './api/use-read.ts';

/** The lists and people of the agency, wherever they are needed: one reading for all who ask. Empty until it is there. */
export function useSettings() {
  const reading = useRead(api.settings.get, {});
  const { data } = reading;
  const statuses = data?.SettingsReferralStatusesInfo ?? [];
  const documentTypes = data?.SettingsDocumentTypesInfo ?? [];
  const eligibilityStatuses = data?.SettingsEligibilityStatusesInfo ?? [];
  return {
    reading,
    statuses,
    documentTypes,
    eligibilityStatuses,
    people: data?.SettingsUsersInfo ?? [],
    partners: data?.SettingsPartnersInfo ?? [],
    /** What a person may choose now: without the retired entries, but with the one that is set. */
    offered: {
      statuses: (chosen?: string) => offered(statuses, chosen),
      documentTypes: (chosen?: string) => offered(documentTypes, chosen),
      eligibilityStatuses: (chosen?: string) => offered(eligibilityStatuses, chosen),
    },
  };
}

function offered<Entry extends { Id: string; Retired?: boolean | undefined }>(
  entries: readonly Entry[],
  chosen: string | undefined,
): Entry[] {
  return entries.filter((entry) => isOffered(entry) || entry.Id === chosen);
}
