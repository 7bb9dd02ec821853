import { PageHeading } from '../../components/page-heading.tsx';

export function WorklistPage() {
  return (
    <div className="page">
      <PageHeading title="Referrals" />
    </div>
  );
}
