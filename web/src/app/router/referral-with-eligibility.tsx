import { ReferralEligibility } from '../../features/eligibility/history/referral-eligibility.tsx';
import { ReferralPage } from '../../features/referrals/referral/referral-page.tsx';

/** Two features on one page. */
export const ReferralWithEligibility = () => <ReferralPage Eligibility={ReferralEligibility} />;
