import { isReachable, unreachable } from '@handoff/shared/domain/referral/needed-information';
import { invalidField } from '../../../core/app-error.ts';

/** A referral may lack information only if someone can be called for it. */
export function assertReachable(referral: Parameters<typeof isReachable>[0]): void {
  if (!isReachable(referral)) throw invalidField('Patient.Phone', unreachable);
}
