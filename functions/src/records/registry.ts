import type { RecordFacts } from './declare-record.ts';
import * as agency from './kinds/agency-records.ts';
import * as audit from './kinds/audit-records.ts';
import * as eligibility from './kinds/eligibility-records.ts';
import * as notifications from './kinds/notification-records.ts';
import * as receipts from './kinds/purge-receipts.ts';
import * as readmission from './kinds/readmission-records.ts';
import * as referrals from './kinds/referral-records.ts';
import * as server from './kinds/server-records.ts';
import * as files from './kinds/unrecorded-files.ts';
import * as users from './kinds/user-records.ts';
import * as webhooks from './kinds/webhook-records.ts';

const subjects = [
  referrals,
  files,
  eligibility,
  readmission,
  receipts,
  notifications,
  users,
  agency,
  webhooks,
  audit,
  server,
];

/** Every kind of record, by name: each declaration that a file of `kinds` exports. */
export const records: readonly RecordFacts[] = subjects
  .flatMap((exports): unknown[] => Object.values(exports))
  .filter(isDeclared)
  .toSorted((one, other) => one.type.localeCompare(other.type));

function isDeclared(value: unknown): value is RecordFacts {
  return typeof value === 'object' && value !== null && 'retention' in value;
}

const byType = new Map(records.map((kind) => [kind.type, kind]));
export const recordOf = (type: string): RecordFacts | undefined => byType.get(type);

export interface Part extends RecordFacts {
  belongsTo: NonNullable<RecordFacts['belongsTo']>;
}

/** The kinds of which records belong to one of this kind. */
export const partsOf = ({ type }: { type: string }): Part[] =>
  records.filter((kind): kind is Part => kind.belongsTo?.kind.type === type);

/** The parts of a referral that go to the other one when two are merged. */
export const movedParts = partsOf(referrals.referralKind).filter(
  ({ belongsTo }) => belongsTo.atMerge === 'moved',
);
