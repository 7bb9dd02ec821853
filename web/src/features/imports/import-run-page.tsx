import { PageHeading } from '../../components/page-heading.tsx';

export function ImportRunPage() {
  return (
    <div className="page">
      <PageHeading title="Import" />
    </div>
  );
}
