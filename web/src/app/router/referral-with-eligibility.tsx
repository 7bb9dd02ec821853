import { ReferralEligibility } from '../../features/eligibility/history/referral-eligibility.tsx';
import { PacketPage } from '../../features/referrals/packet/packet-page.tsx';
import { ReferralPage } from '../../features/referrals/referral/referral-page.tsx';

/** Two features on one page. */
export const ReferralWithEligibility = () => <ReferralPage Eligibility={ReferralEligibility} />;

/** Opened from it and loaded with it: a chunk of its own would split one that everyone loads. */
export const ReferralPacket = () => <PacketPage />;
