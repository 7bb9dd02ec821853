import * as z from 'zod';
import { keptFields } from './referral.ts';

/** Another agency gets what intake entered, except what names other referrals or documents of this one. */
export const TransferredReferral = z.object(keptFields).omit({
  ReceivedAt: true,
  EarlierReferralId: true,
  NotDuplicateOf: true,
  OpenFields: true,
});

/** A merge has no rule of its own for these fields: the referral that stays gets those that it lacks. */
export const OtherDetails = TransferredReferral.omit({
  Source: true,
  Patient: true,
  Address: true,
  Payers: true,
  Services: true,
});
