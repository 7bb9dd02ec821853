import { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { ReadmissionStop } from '@handoff/shared/domain/referral/readmission-stop';
import { recordKind } from '../../core/record-kind.ts';
import { sealedNumbers } from './referral-records.ts';

export const readmissionStopKind = recordKind('readmission-stop', ReadmissionStop);

const KeyedStop = ReadmissionStop.extend({ DuplicateKeys: BlockingKeys.default({}) });
/** Includes the hashes that find it, which are never sent to clients. */
export const keyedStopKind = recordKind(readmissionStopKind.type, KeyedStop);

/** Includes the sealed forms and search keys of its numbers as well. */
export const sealedStopKind = recordKind(readmissionStopKind.type, KeyedStop.extend(sealedNumbers));
