import { Button, TextInput } from '@mantine/core';
import { useState, type ReactNode, useId } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import {
  defaultAgencySettings,
  defaultAgencySettings as proposed,
} from '@handoff/shared/domain/eligibility/agency-settings';
import { useInert } from '../../../lib/drafts/use-inert.ts';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { JudgementTable } from './judgement-table.tsx';
import { OwnNpis } from './own-npis.tsx';
import { type RuleErrors, type Rules, rulesOf, settingsOf, type RuleNumber } from './rules-values.ts';

interface RulesFormProps {
  saved: Output<typeof api.medicareEligibility.settings>;
  mayEdit: boolean;
  onSaved: () => void;
  /** After others changed the same: starts over from what is saved. */
  onReload: () => void;
}

export function RulesForm({ saved, mayEdit, onSaved, onReload }: RulesFormProps) {
  const [base, setBase] = useState<Output<typeof api.medicareEligibility.updateSettings>>(saved);
  const [rules, setRules] = useState(() => rulesOf(base.SettingsEligibilityInfo));
  const [errors, setErrors] = useState<RuleErrors>({});
  const saving = useAction(api.medicareEligibility.updateSettings, {
    onSuccess: (output) => {
      setBase(output);
      onSaved();
    },
  });
  const isChanged = JSON.stringify(rules) !== JSON.stringify(rulesOf(base.SettingsEligibilityInfo));
  const fields = useInert<HTMLFieldSetElement>(saving.isPending);
  const set = (part: Partial<Rules>) => setRules((before) => ({ ...before, ...part }));
  const setNumbers = (numbers: Rules['numbers']) => set({ numbers });

  async function save() {
    const read = settingsOf(rules);
    setErrors(read.errors ?? {});
    if (read.errors) return goToField(Object.keys(read.errors)[0]);
    await saving.run({ body: { Etag: base.Etag, SettingsEligibilityInfo: read.settings } });
  }

  return (
    <form
      noValidate
      aria-label="Rules for eligibility"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LeaveGuard isUnsaved={() => isChanged} warning="The rules have unsaved changes." />
      <fieldset ref={fields} disabled={!mayEdit}>
        <RuleSection
          title="This agency"
          about="The NPIs this agency bills with. A period under one of them is its own; a period under any other NPI is a conflict."
        >
          <OwnNpis npis={rules.OwnNpis} onChange={(npis) => set({ OwnNpis: npis })} />
        </RuleSection>
        <RuleSection
          title="What must be resolved first"
          about="An issue leads Home Care to the page “Eligible, with issues”; a notice does not. A Medicare Advantage plan without a contract is always an issue. What differs from the product’s default says so."
        >
          <JudgementTable severities={rules.Severities} onChange={(Severities) => set({ Severities })} />
        </RuleSection>
        <RuleSection
          title="How far it looks"
          about="Seen from the date of service; how far from today that date may be; and how long the raw texts are kept."
        >
          <RuleNumbers
            fields={[
              'HomeHealthLookBackDays',
              'HospiceLookBackDays',
              'PartBEndsSoonDays',
              'MonthsBack',
              'MonthsAhead',
              'ExchangeRetentionMonths',
            ]}
            numbers={rules.numbers}
            errors={errors}
            onChange={setNumbers}
          />
          <TextInput
            className="rule-types"
            label="Service types asked about"
            description={`X12 codes: 30 plan, 42 home health, 45 hospice; default ${defaultAgencySettings.ServiceTypes.join(', ')}`}
            data-path="ServiceTypes"
            autoComplete="off"
            value={rules.serviceTypes}
            error={errors['ServiceTypes']}
            onChange={({ currentTarget }) => set({ serviceTypes: currentTarget.value })}
          />
        </RuleSection>
        <RuleSection
          title="Re-verification"
          about="Open referrals are checked again automatically, outside 7 a.m. to 7 p.m. Eastern on weekdays. No one is notified unless something changes. Each check is charged."
        >
          <label className="rule-switch">
            <input
              type="checkbox"
              checked={rules.isReverified}
              onChange={({ currentTarget }) => set({ isReverified: currentTarget.checked })}
            />
            Check open referrals again
          </label>
          {rules.isReverified && (
            <RuleNumbers
              fields={['IntervalDays']}
              numbers={rules.numbers}
              errors={errors}
              onChange={setNumbers}
            />
          )}
        </RuleSection>
      </fieldset>
      {mayEdit && (
        <div className="rules-save">
          <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
            Save
          </Button>
          <output className="soft small">{isChanged ? 'Not saved yet' : 'All saved'}</output>
          {saving.error && (
            <p role="alert" className="rules-error">
              {saving.error.message}
              {saving.error.code === 'conflict' && (
                <button type="button" className="text-button" onClick={onReload}>
                  Load the newest
                </button>
              )}
            </p>
          )}
        </div>
      )}
    </form>
  );
}

function goToField(field: string | undefined): void {
  if (field === undefined) return;
  const input = document.querySelector(`[data-path="${CSS.escape(field)}"]`);
  if (input instanceof HTMLElement) input.focus();
}

interface RuleSectionProps {
  title: string;
  /** What it decides. */
  about: string;
  children: ReactNode;
}

export function RuleSection({ title, about, children }: RuleSectionProps) {
  const id = useId();
  return (
    <section className="rule-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{about}</p>
      {children}
    </section>
  );
}

type NumberField = keyof Rules['numbers'];

interface RuleNumbersProps {
  fields: readonly NumberField[];
  numbers: Rules['numbers'];
  errors: RuleErrors;
  onChange: (numbers: Rules['numbers']) => void;
}

function RuleNumbers({ fields, numbers, errors, onChange }: RuleNumbersProps) {
  return (
    <div className="rule-numbers">
      {fields.map((field) => (
        <TextInput
          key={field}
          label={numberWords[field].label}
          description={`${numberWords[field].unit}; default ${defaultOf(field)}`}
          data-path={field}
          inputMode="numeric"
          autoComplete="off"
          value={numbers[field]}
          error={errors[field]}
          onChange={({ currentTarget }) => onChange({ ...numbers, [field]: currentTarget.value })}
        />
      ))}
    </div>
  );
}

const numberWords: Record<NumberField, { label: string; unit: string }> = {
  MonthsBack: { label: 'Date of service, back', unit: 'Months' },
  MonthsAhead: { label: 'Date of service, ahead', unit: 'Months' },
  HomeHealthLookBackDays: { label: 'Home health ended within', unit: 'Days' },
  HospiceLookBackDays: { label: 'Hospice ended within', unit: 'Days' },
  PartBEndsSoonDays: { label: 'Part B ends within', unit: 'Days' },
  ExchangeRetentionMonths: { label: 'Keep what was sent and received', unit: 'Months' },
  IntervalDays: { label: 'Check again after', unit: 'Days, 7 to 180' },
};

const defaultOf = (field: NumberField): number =>
  field === 'IntervalDays' ? proposed.Reverification.IntervalDays : proposed[field satisfies RuleNumber];
