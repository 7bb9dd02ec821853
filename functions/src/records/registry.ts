import type { RecordFacts } from './declare-record.ts';
import {
  sealedReferralKind,
  documentKind,
  noteKind,
  senderLinkKind,
  breakGlassKind,
  referralKind,
  purgeReceiptKind,
  unrecordedFileKind,
} from './kinds/referral-records.ts';
import {
  checkKind,
  exchangeKind,
  exchangeFile,
  exchangeViewKind,
  reverificationKind,
  reverificationPauseKind,
  batchKind,
  batchPartKind,
  eligibilitySettingsKind,
  planListKind,
} from './kinds/eligibility-records.ts';
import { sealedStopKind } from './kinds/readmission-records.ts';
import { notificationKind, notificationSettingsKind } from './kinds/notification-records.ts';
import {
  userKind,
  expectedUserKind,
  businessDomainKind,
  currentDomainKind,
  confirmationKind,
  draftKind,
} from './kinds/user-records.ts';
import {
  partnerKind,
  contractedPayerKind,
  advantagePlanKind,
  serviceAreaKind,
  insuranceKind,
  capacityKind,
  listsKind,
  savedViewKind,
  quotaKind,
} from './kinds/agency-records.ts';
import { webhooksKind, webhookLineKind, deliveryKind } from './kinds/webhook-records.ts';
import { auditKind, viewKind, auditHeadKind, trailMonthsKind } from './kinds/audit-records.ts';
import {
  idempotencyRecord,
  outboxMessage,
  rateRecord,
  keyRenewalKind,
  jobRunKind,
  importRecord,
  columnsRecord,
  rulesRecord,
  manifestRecord,
  liveVersion,
  zipRecord,
  listRecord,
  importLock,
} from './kinds/server-records.ts';

const declared: readonly RecordFacts[] = [
  sealedReferralKind,
  documentKind,
  noteKind,
  senderLinkKind,
  breakGlassKind,
  unrecordedFileKind,
  checkKind,
  exchangeKind,
  exchangeFile,
  exchangeViewKind,
  reverificationKind,
  reverificationPauseKind,
  batchKind,
  batchPartKind,
  eligibilitySettingsKind,
  planListKind,
  sealedStopKind,
  purgeReceiptKind,
  notificationKind,
  notificationSettingsKind,
  userKind,
  expectedUserKind,
  businessDomainKind,
  currentDomainKind,
  confirmationKind,
  draftKind,
  partnerKind,
  contractedPayerKind,
  advantagePlanKind,
  serviceAreaKind,
  insuranceKind,
  capacityKind,
  listsKind,
  savedViewKind,
  quotaKind,
  webhooksKind,
  webhookLineKind,
  deliveryKind,
  auditKind,
  viewKind,
  auditHeadKind,
  trailMonthsKind,
  idempotencyRecord,
  outboxMessage,
  rateRecord,
  keyRenewalKind,
  jobRunKind,
  importRecord,
  columnsRecord,
  rulesRecord,
  manifestRecord,
  liveVersion,
  zipRecord,
  listRecord,
  importLock,
];

export const records = declared.toSorted((one, other) => one.type.localeCompare(other.type));

const byType = new Map(records.map((kind) => [kind.type, kind]));
export const recordOf = (type: string): RecordFacts | undefined => byType.get(type);

export interface Part extends RecordFacts {
  belongsTo: NonNullable<RecordFacts['belongsTo']>;
}

export const partsOf = ({ type }: { type: string }): Part[] =>
  records.filter((kind): kind is Part => kind.belongsTo?.kind.type === type);

export const movedParts = partsOf(referralKind).filter(({ belongsTo }) => belongsTo.atMerge === 'moved');
