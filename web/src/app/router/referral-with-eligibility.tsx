import { ReferralEligibility } from '../../features/eligibility/history/referral-eligibility.tsx';
import { PacketPage } from '../../features/referrals/packet/packet-page.tsx';
import { ReferralPage } from '../../features/referrals/record/referral-page.tsx';

/** Combines two features on one page. */
export const ReferralWithEligibility = () => <ReferralPage Eligibility={ReferralEligibility} />;

/** Bundled with the page, because a separate chunk would split one that every page loads. */
export const ReferralPacket = () => <PacketPage />;
