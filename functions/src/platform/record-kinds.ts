import { AuditEntry } from '@handoff/shared/domain/audit-entry';
import { ContractedPayer } from '@handoff/shared/domain/contracted-payer';
import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { Insurance } from '@handoff/shared/domain/insurance';
import {
  ConfiguredStatus,
  DocumentType,
  EligibilityStatus,
  listNames,
} from '@handoff/shared/domain/list-settings';
import { UserNotification } from '@handoff/shared/domain/notification';
import { Partner } from '@handoff/shared/domain/partner';
import { Referral, ReferralDocument, ReferralNote } from '@handoff/shared/domain/referral';
import { ServiceArea } from '@handoff/shared/domain/service-area';
import { BusinessDomain, User } from '@handoff/shared/domain/user';
import * as z from 'zod';

/** A kind of record: its `type` in the store, and the schema of its fields. Its `id` there is its `Id`. */
export interface RecordKind<T extends { Id: string }> {
  type: string;
  schema: z.ZodType<T>;
}

const kind = <T extends { Id: string }>(type: string, schema: z.ZodType<T>): RecordKind<T> => ({
  type,
  schema,
});

/** In `d:<domainId>`. */
export const referralKind = kind('referral', Referral);
export const noteKind = kind('note', ReferralNote);
export const documentKind = kind('document', ReferralDocument);
export const notificationKind = kind('notification', UserNotification);
export const partnerKind = kind('partner', Partner);
export const contractedPayerKind = kind('contracted-payer', ContractedPayer);
export const serviceAreaKind = kind('service-area', ServiceArea);
export const insuranceKind = kind('insurance', Insurance);

/** A check of the history; `MbiHash` finds the checks of one person, and was not made while there were no keys. */
export const StoredCheck = FullPastCheck.extend({ MbiHash: z.string().nullable() });
export type StoredCheck = z.infer<typeof StoredCheck>;
export const checkKind = kind('medicare-check', StoredCheck);

/** That somebody opened the raw exchange of a check; without one it is not given out. */
export const exchangeViewKind = kind('exchange-view', z.object({ Id: z.string(), OpenUntil: z.string() }));

/** The lists an agency configures, in one record: a change of a list is one write. */
export const DomainLists = z.object({
  Id: z.literal('lists'),
  SettingsDocumentTypesInfo: z.array(DocumentType),
  SettingsReferralStatusesInfo: z.array(ConfiguredStatus),
  SettingsEligibilityStatusesInfo: z.array(EligibilityStatus),
  /** The version of each list that was edited. */
  Etags: z.partialRecord(z.enum(listNames), z.string()).optional(),
});
export type DomainLists = z.infer<typeof DomainLists>;
export const listsKind = kind('lists', DomainLists);

/** A line of the audit chain; its `entry` is kept as the very text that was hashed. */
export const auditKind = kind(
  'audit',
  z
    .object({ id: z.string(), entry: z.string() })
    .transform(({ id, entry }) => ({ Id: id, ...AuditEntry.parse(JSON.parse(entry)) })),
);

/** In `sys`. `DomainIds` repeats the agencies of a person, to be asked for. */
export const StoredUser = User.extend({ DomainIds: z.array(z.string()) });
export type StoredUser = z.infer<typeof StoredUser>;
export const userKind = kind('user', StoredUser);
export const businessDomainKind = kind('domain', BusinessDomain);
export const userId = (oid: string) => `user-${oid}`;
export const oidOf = (id: string) => id.replace(/^user-/, '');

/** In `u:<oid>`: the business domain the person works in. */
export const currentDomainKind = kind(
  'current-domain',
  z.object({ Id: z.literal('current-domain'), BusinessDomainId: z.string() }),
);
