import * as z from 'zod';
import { settingsApi } from '@handoff/shared/contract/settings';
import type { AtomicEndpoint } from '@handoff/shared/contract/endpoint';
import type { ListName } from '@handoff/shared/domain/agency/list-settings';
import { ListEntry } from '../../../text/labels/list-labels.ts';

/** Each kind says which fields its entries have. */
export const Entry = ListEntry.extend({ Name: z.string().trim().min(1, 'Enter a name').max(80) });
export type Entry = z.infer<typeof Entry>;

export interface ListKind {
  title: string;
  noun: string;
  /** Explains the purpose of the entries and of their order. */
  about: string;
  update: AtomicEndpoint;
  /** A new entry without its id. */
  blank: Omit<Entry, 'Id'>;
}

export const listKinds: Record<ListName, ListKind> = {
  SettingsReferralStatusesInfo: {
    title: 'Referral statuses',
    noun: 'status',
    about: 'The order here is the order in every menu. New referrals start with the first status.',
    update: settingsApi.updateReferralStatuses,
    blank: { Name: '', Color: 'blue', Terminal: false },
  },
  SettingsEligibilityStatusesInfo: {
    title: 'Eligibility statuses',
    noun: 'status',
    about: 'A referral gets one after an eligibility check.',
    update: settingsApi.updateEligibilityStatuses,
    blank: { Name: '', Color: 'blue', Terminal: false },
  },
  SettingsDeclineReasonsInfo: {
    title: 'Decline reasons',
    noun: 'reason',
    about: 'Whoever declines a referral chooses one of these.',
    update: settingsApi.updateDeclineReasons,
    blank: { Name: '' },
  },
  SettingsDisciplinesInfo: {
    title: 'Disciplines',
    noun: 'discipline',
    about: 'The services that referrals ask for and service areas offer.',
    update: settingsApi.updateDisciplines,
    blank: { Name: '' },
  },
  SettingsDocumentTypesInfo: {
    title: 'Document types',
    noun: 'document type',
    about: 'Every uploaded document has one of these types.',
    update: settingsApi.updateDocumentTypes,
    blank: { Name: '' },
  },
};
