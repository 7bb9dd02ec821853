import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import { Bones, ErrorState, StaleNotice } from '../../../components/page-states.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useMay } from '../../../lib/current-person.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { RuleSection } from './rules-form.tsx';
import { RulesForm } from './rules-form.tsx';
import { StatusMapping } from './status-mapping.tsx';
import '../eligibility.css';
import './rules.css';

/** By which rules this agency asks Medicare and judges its answers. */
export function EligibilityRulesPage() {
  return (
    <div className="page rules">
      <PageHeading title="Rules for eligibility">
        <nav aria-label="More about eligibility" className="page-head-actions">
          <Link to="/eligibility" search={{}} className="link">
            Check a patient
          </Link>
        </nav>
      </PageHeading>
      <RulesOfAgency />
    </div>
  );
}

function RulesOfAgency() {
  const mayEdit = useMay('lists.edit');
  // What is typed outlives a refresh in the background; only the person starts over.
  const [generation, setGeneration] = useState(0);
  const rules = useRead(api.medicareEligibility.settings, {});
  const lists = useRead(api.settings.get, {});
  const error = rules.error ?? lists.error;
  const refresh = () => Promise.all([rules.refresh(), lists.refresh()]);

  if (!rules.data || !lists.data)
    return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={9} />;
  return (
    <>
      {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      {!mayEdit && (
        <p className="check-message" data-tone="plain">
          You can view these rules. A manager of the agency can change them.
        </p>
      )}
      <RulesForm
        key={generation}
        saved={rules.data}
        mayEdit={mayEdit}
        onSaved={() => void rules.refresh()}
        onReload={() => void rules.refresh().then(() => setGeneration(generation + 1))}
      />
      <RuleSection
        title="Status of the referral"
        about="How the result of a check sets the eligibility status of its referral."
      >
        <StatusMapping
          key={lists.data.SettingsEtags.SettingsEligibilityStatusesInfo}
          lists={lists.data}
          mayEdit={mayEdit}
          onSaved={() => void lists.refresh()}
        />
      </RuleSection>
    </>
  );
}
