import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import { Bones, ErrorState, NoPermission } from '../../components/page-states.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMay } from '../../lib/current-person.ts';
import { useRead } from '../../lib/use-read.ts';
import { CheckForm } from './check-form.tsx';
import { Earlier, ForReferral } from './earlier.tsx';
import { ProviderLine } from './provider-line.tsx';
import { RecentChecks } from './recent-checks.tsx';
import { useStart } from './use-start.ts';
import './eligibility.css';

const route = getRouteApi('/eligibility');

export function EligibilityPage() {
  const mayCheck = useMay('eligibility.check');
  return (
    <div className="page">
      <PageHeading title="Medicare eligibility">
        {mayCheck && (
          <nav aria-label="More about eligibility" className="page-head-actions">
            <Link to="/eligibility/history" search={{}} className="link">
              All checks
            </Link>
            <Link to="/eligibility/settings" className="link">
              Rules
            </Link>
          </nav>
        )}
      </PageHeading>
      {mayCheck ? <Check /> : <NoPermission permission="eligibility.check" to="check eligibility" />}
    </div>
  );
}

function Check() {
  const wanted = route.useSearch();
  const history = useRead(api.medicareEligibility.history, { query: {} });
  const recent = history.data?.HistoricalMedicareSearches;
  const { values, earlier, patient, referralId, error, refresh } = useStart({
    referral: wanted.referral,
    again: wanted.again,
  });

  return (
    <div className="check-page">
      <div>
        <ProviderLine />
        {earlier && <Earlier check={earlier} />}
        {patient && <ForReferral referral={patient} />}
        {values && (
          <CheckForm
            key={`${wanted.referral} ${wanted.again}`}
            initial={values}
            initialFindings={earlier?.Verdict === 'wrongInput' ? earlier.Findings : []}
            referralId={referralId}
            onAsked={() => void history.refresh()}
          />
        )}
        {!values &&
          (error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={6} />)}
      </div>
      <RecentChecks recent={recent} error={history.error} onRetry={() => void history.refresh()} />
    </div>
  );
}
