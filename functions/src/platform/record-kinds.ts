import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { ContractedPayer } from '@handoff/shared/domain/agency/contracted-payer';
import { AgencyEligibilitySettings } from '@handoff/shared/domain/eligibility/rules/agency-settings';
import { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { Insurance } from '@handoff/shared/domain/agency/insurance';
import {
  ConfiguredStatus,
  DocumentType,
  EligibilityStatus,
  ListName,
} from '@handoff/shared/domain/agency/list-settings';
import { Bell, UserNotification } from '@handoff/shared/domain/access/notification';
import { Partner } from '@handoff/shared/domain/agency/partner';
import { Referral, ReferralDocument, ReferralNote } from '@handoff/shared/domain/referral/referral';
import { searchGrams, searchTexts } from '@handoff/shared/domain/referral/referral-search';
import { sortName } from '@handoff/shared/domain/referral/referral-sort';
import { ServiceArea } from '@handoff/shared/domain/agency/service-area';
import { BusinessDomain, User } from '@handoff/shared/domain/access/user';
import * as z from 'zod';

/** A kind of record: its `type` in the store, and the schema of its fields. Its `id` there is its `Id`. */
export interface RecordKind<T extends { Id: string }> {
  type: string;
  schema: z.ZodType<T>;
  /** What is stored beside the fields with every write, to be asked for; made from them, and never read back. */
  beside?(entity: T): object;
}

const kind = <T extends { Id: string }>(type: string, schema: z.ZodType<T>): RecordKind<T> => ({
  type,
  schema,
});

/** In `d:<domainId>`. */
const beside = (referral: Referral) => ({
  SearchTexts: searchTexts(referral),
  SearchGrams: searchGrams(referral),
  SortName: sortName(referral),
});
export const referralKind: RecordKind<Referral> = { ...kind('referral', Referral), beside };
/** With the hashes that find duplicates, which never leave the house; other edits leave them as they are. */
const KeyedReferral = Referral.extend({ DuplicateKeys: BlockingKeys.optional() });
export type KeyedReferral = z.infer<typeof KeyedReferral>;
export const keyedReferralKind: RecordKind<KeyedReferral> = { ...kind('referral', KeyedReferral), beside };
const sealedNumbers = {
  Sealed: z.record(z.string(), z.string()).default({}),
  /** Blind indexes of the numbers: equal numbers of an agency have equal ones. */
  SearchKeys: z.array(z.string()).default([]),
};
export type SealedNumbers = {
  [Field in keyof typeof sealedNumbers]: z.output<(typeof sealedNumbers)[Field]>;
};
/** A referral with what is kept of its numbers beside their masked forms: never to be answered. */
export const sealedReferralKind: RecordKind<KeyedReferral & SealedNumbers> = {
  ...kind('referral', KeyedReferral.extend(sealedNumbers)),
  beside,
};
export const noteKind = kind('note', ReferralNote);
export const documentKind = kind('document', ReferralDocument);
export const notificationKind = kind('notification', UserNotification);
export const bellKind = kind('bell', Bell);
export const partnerKind = kind('partner', Partner);
export const contractedPayerKind = kind('contracted-payer', ContractedPayer);
export const serviceAreaKind = kind('service-area', ServiceArea);
export const insuranceKind = kind('insurance', Insurance);

/**
 * A check of the history, with its number sealed. `MbiHash` finds the checks of one person; neither was made while
 * there were no keys.
 */
export const StoredCheck = FullPastCheck.extend({
  MbiHash: z.string().nullable(),
  Sealed: sealedNumbers.Sealed,
});
export type StoredCheck = z.infer<typeof StoredCheck>;
export const checkKind = kind('medicare-check', StoredCheck);

/** How an agency wants its checks asked and judged; there is none until it decides. */
export const eligibilitySettingsKind = kind(
  'eligibility-settings',
  z.object({
    Id: z.literal('eligibility-settings'),
    Etag: z.string(),
    Settings: AgencyEligibilitySettings,
  }),
);

/** That somebody opened the raw exchange of a check; without one it is not given out. */
export const exchangeViewKind = kind('exchange-view', z.object({ Id: z.string(), OpenUntil: z.string() }));

/** Of a referral that was checked: its last check, from which the next of the timer is due. */
const Reverification = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  CheckId: z.string(),
  CheckedAt: z.string(),
  /** Not before; an empty text while nothing is in the way. */
  NotBefore: z.string(),
  /** In a row. */
  Failures: z.number().int(),
});
export type Reverification = z.infer<typeof Reverification>;
export const reverificationKind = kind('reverification', Reverification);

/** An agency's scheduled checks rest after a failure, the longer the more there were in a row. */
const ReverificationPause = z.object({
  Id: z.literal('reverification-pause'),
  Until: z.string(),
  Failures: z.number().int(),
});
export const reverificationPauseKind = kind('reverification-pause', ReverificationPause);

/** That texts of an exchange with a payer are kept; written before they are, so that none outlives its time. */
export const exchangeKind = kind(
  'exchange',
  z.object({ Id: z.string(), CheckId: z.string(), KeptAt: z.string() }),
);

/** What was uploaded or checked in a while, by an agency or by one person. */
const Quota = z.object({
  Id: z.string(),
  Count: z.number().int(),
  Bytes: z.number().int(),
  ttl: z.number().int(),
});
export type Quota = z.infer<typeof Quota>;
export const quotaKind = kind('quota', Quota);

/** The lists an agency configures, in one record: a change of a list is one write. */
export const DomainLists = z.object({
  Id: z.literal('lists'),
  SettingsDocumentTypesInfo: z.array(DocumentType),
  SettingsReferralStatusesInfo: z.array(ConfiguredStatus),
  SettingsEligibilityStatusesInfo: z.array(EligibilityStatus),
  /** The version of each list that was edited. */
  Etags: z.partialRecord(ListName, z.string()).optional(),
});
export type DomainLists = z.infer<typeof DomainLists>;
export const listsKind = kind('lists', DomainLists);

const WrittenEntry = z
  .object({ id: z.string(), entry: z.string() })
  .transform(({ id, entry }) => ({ Id: id, ...AuditEntry.parse(JSON.parse(entry)) }));

/** A line of the audit chain; its `entry` is kept as the very text that was hashed. */
export const auditKind = kind('audit', WrittenEntry);
/** The same with the views of records, which are no links of the chain. */
export const auditTrailKind = kind('audit-trail', WrittenEntry);

const EntryText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' });
      return z.NEVER;
    }
  })
  .pipe(AuditEntry);

/** A link as it is found, whatever somebody has made of it. */
const AuditLink = z
  .looseObject({
    id: z.string(),
    seq: z.number().catch(0),
    prev: z.string().catch(''),
    hash: z.string().catch(''),
    entry: z.string().catch(''),
  })
  .transform((link) => ({
    Id: link.id,
    seq: link.seq,
    prev: link.prev,
    hash: link.hash,
    entry: link.entry,
    isSearchedAsWritten: isSearchedAsWritten(link),
  }));
export type AuditLink = z.output<typeof AuditLink>;
export const auditLinkKind = kind('audit', AuditLink);
export const auditHeadKind = kind(
  'audit-head',
  z
    .object({ id: z.string(), seq: z.number(), hash: z.string() })
    .transform(({ id, seq, hash }) => ({ Id: id, seq, hash })),
);

/** What stands beside the sealed text for queries is what the text says. */
function isSearchedAsWritten(link: { entry: string; [field: string]: unknown }): boolean {
  const written = EntryText.safeParse(link.entry).data;
  return (
    written !== undefined &&
    (['seq', 'at', 'oid', 'action', 'subject'] as const).every((field) => link[field] === written[field])
  );
}

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

export const bellId = (user: string) => `bell-${oidOf(user)}`;
/** Of a person who has changed nothing about it. */
export const silentBell = (user: string): Bell => ({ Id: bellId(user), ReadUntil: '', Muted: [] });
