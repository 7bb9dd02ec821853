import { PageHeading } from '../../components/page-heading.tsx';

export function ReferralPage() {
  return (
    <div className="page">
      <PageHeading title="Referral" />
    </div>
  );
}
