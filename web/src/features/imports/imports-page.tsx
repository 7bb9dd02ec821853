import { PageHeading } from '../../components/page-heading.tsx';

export function ImportsPage() {
  return (
    <div className="page">
      <PageHeading title="Imports" />
    </div>
  );
}
