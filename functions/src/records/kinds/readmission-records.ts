import { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { ReadmissionStop } from '@handoff/shared/domain/referral/readmission-stop';
import { readAs } from '../../core/unit-of-work.ts';
import { sealedNumbers } from './referral-records.ts';
import { declareRecord, standalone } from '../declare-record.ts';
import { keptDays, onceDeleted, unseen } from '../retention.ts';

const KeyedStop = ReadmissionStop.extend({ DuplicateKeys: BlockingKeys.default({}) });
/** With the hashes that find it, and the sealed forms and search keys of its numbers. */
export const sealedStopKind = declareRecord({
  type: 'readmission-stop',
  schema: KeyedStop.extend(sealedNumbers),
  holds: 'an entry of the do-not-readmit list; the erasure of a referral leaves it',
  levels: ['numbers', 'patient'],
  partitions: ['agency'],
  retention: {
    kept:
      `until ${keptDays.endedStop} days after its last day, or until a manager takes it off, and ${unseen}; ` +
      'always without a last day',
    ...onceDeleted,
  },
  boundedBy: 'setup',
  ...standalone,
  sealed: ['Sealed', 'SearchKeys', 'DuplicateKeys'],
});

export const readmissionStopKind = readAs(sealedStopKind, ReadmissionStop);
/** Includes the hashes that find it, which are never sent to clients. */
export const keyedStopKind = readAs(sealedStopKind, KeyedStop);
