import { Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { settingsApi } from '@handoff/shared/contract/settings';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useMay } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { RuleSection, RulesForm } from './rules-form.tsx';
import { StatusMapping } from './status-mapping.tsx';
import styles from './rules.module.css';

/** The agency's rules for checking eligibility and classifying the responses. */
export function EligibilityRulesPage() {
  return (
    <div className={`page ${styles['rules']}`}>
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
  const rules = useRead(medicareEligibilityApi.settings, {});
  const lists = useRead(settingsApi.get, {});
  return (
    <>
      {!mayEdit && (
        <p className="notice" data-tone="plain">
          You can view these rules. A manager of the agency can change them.
        </p>
      )}
      <Reading of={rules} lines={9}>
        {(saved) => <RulesForm {...{ saved, mayEdit }} onSaved={() => void rules.refresh()} />}
      </Reading>
      <RuleSection
        title="Status of the referral"
        about="How the result of a check sets the eligibility status of its referral."
      >
        <Reading of={lists}>
          {(data) => (
            <StatusMapping
              key={data.SettingsEtags.SettingsEligibilityStatusesInfo}
              lists={data}
              mayEdit={mayEdit}
              onSaved={() => void lists.refresh()}
            />
          )}
        </Reading>
      </RuleSection>
    </>
  );
}
