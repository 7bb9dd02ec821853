import * as z from 'zod';
import { FitCheck } from './referral-checks.ts';

/**
 * An open referral whose service area check has another result with another version, or whose ZIP code is no longer in
 * the addresses. It has no patient data: those who may see the patient read the row of the referral.
 */
export const AreaChange = z.object({
  ReferralId: z.string(),
  BusinessDomainId: z.string(),
  BusinessDomainName: z.string(),
  ReceivedAt: z.string(),
  ZipCode: z.string(),
  IsZipRemoved: z.boolean(),
  Before: FitCheck,
  After: FitCheck,
});
export type AreaChange = z.infer<typeof AreaChange>;

/** A service area by counties that covers other ZIP codes with another version. */
export const ServiceAreaChange = z.object({
  BusinessDomainName: z.string(),
  Name: z.string(),
  ZipsAdded: z.number().int().nonnegative(),
  ZipsRemoved: z.number().int().nonnegative(),
});
export type ServiceAreaChange = z.infer<typeof ServiceAreaChange>;
