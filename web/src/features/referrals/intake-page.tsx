import { PageHeading } from '../../components/page-heading.tsx';

export function IntakePage() {
  return (
    <div className="page">
      <PageHeading title="New referral" />
    </div>
  );
}
