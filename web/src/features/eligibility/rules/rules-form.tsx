import { TagsInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { Output } from '@handoff/shared/contract/endpoint';
import {
  AgencyEligibilitySettings,
  defaultAgencySettings as proposed,
} from '@handoff/shared/domain/eligibility/agency-settings';
import { Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { DefaultMark } from './default-mark.tsx';
import { JudgementTable } from './judgement-table.tsx';
import { OwnNpis } from './own-npis.tsx';
import styles from './rules.module.css';

interface RulesFormProps {
  saved: Output<typeof medicareEligibilityApi.settings>;
  mayEdit: boolean;
  onSaved: () => void;
}

export function RulesForm({ saved, mayEdit, onSaved }: RulesFormProps) {
  const { SettingsEligibilityInfo: initial, Etag: readEtag } = saved;
  const form = useForm({
    schema: AgencyEligibilitySettings,
    initial,
    record: { ...initial, Etag: readEtag },
    save: medicareEligibilityApi.updateSettings,
    body: ({ values: SettingsEligibilityInfo, Etag }) => ({ Etag, SettingsEligibilityInfo }),
    onSaved,
  });
  const { Field, values } = form;
  return (
    <Form of={form} isReadOnly={!mayEdit}>
      <RuleSection
        title="This agency"
        about="The NPIs this agency bills with. A period under one of them is its own; a period under any other NPI is a conflict."
      >
        <OwnNpis npis={values.OwnNpis} onChange={(npis) => form.set('OwnNpis', npis)} />
      </RuleSection>
      <RuleSection
        title="What must be resolved first"
        about="An issue leads Home Care to the page “Eligible, with issues”; a notice does not. A Medicare Advantage plan without a contract is always an issue. A dot marks what differs from the product’s default."
      >
        <JudgementTable severities={values.Severities} onChange={(next) => form.set('Severities', next)} />
        <Field
          name="HospiceNeedsPartA"
          label="A hospice patient without Part A is not eligible"
          hint={
            <>
              <DefaultMark isDefault={values.HospiceNeedsPartA === proposed.HospiceNeedsPartA} />
              Medicare pays hospice care under Part A (42 CFR 418.20)
            </>
          }
        />
      </RuleSection>
      <RuleSection
        title="How far it looks"
        about="Seen from the date of service; how far from today that date may be; and how long the raw texts are kept."
      >
        <div className={styles['numbers']}>
          {numbers.map(({ name, label, unit }) => (
            <Field
              key={name}
              name={name}
              label={label}
              hint={
                <>
                  <DefaultMark isDefault={values[name] === proposed[name]} />
                  {unit}; default {proposed[name]}
                </>
              }
            />
          ))}
          <Field
            name="ServiceTypes"
            label="Service types asked about"
            hint={
              <>
                <DefaultMark isDefault={values.ServiceTypes.join() === proposed.ServiceTypes.join()} />
                X12 codes: 42 home health, 45 hospice; 30, the plan, is always asked; default{' '}
                {proposed.ServiceTypes.join(', ')}
              </>
            }
          >
            {({ value, onChange, ...control }) => (
              <TagsInput
                {...control}
                value={Array.isArray(value) ? value.map(String) : []}
                splitChars={[',', ';', ' ']}
                onChange={(types) => onChange(types.map((type) => type.toUpperCase()))}
              />
            )}
          </Field>
        </div>
      </RuleSection>
      <RuleSection
        title="Cost"
        about="What a check costs is shown before a list is started. Looking up an unknown Medicare number is charged on top of the check, and has to be enrolled with the eligibility service first."
      >
        <div className={styles['numbers']}>
          <Field name="PricePerCheckCents" label="Price of a check" hint="Cents; 0 when it is not known" />
          <Field name="MbiLookUp" label="Allow looking up an unknown Medicare number" />
        </div>
      </RuleSection>
      <RuleSection
        title="Re-verification"
        about="Open referrals are checked again automatically, outside 7 a.m. to 7 p.m. Eastern on weekdays. No one is notified unless something changes. Each check is charged."
      >
        <div className={styles['numbers']}>
          <Field name="Reverification.IsOn" label="Check open referrals again" />
          {values.Reverification.IsOn && (
            <Field
              name="Reverification.IntervalDays"
              label="Check again after"
              hint={
                <>
                  <DefaultMark
                    isDefault={values.Reverification.IntervalDays === proposed.Reverification.IntervalDays}
                  />
                  Days, 7 to 180; default {proposed.Reverification.IntervalDays}
                </>
              }
            />
          )}
        </div>
      </RuleSection>
    </Form>
  );
}

const numbers = [
  { name: 'HomeHealthLookBackDays', label: 'Home health ended within', unit: 'Days' },
  { name: 'HospiceLookBackDays', label: 'Hospice ended within', unit: 'Days' },
  { name: 'PartBEndsSoonDays', label: 'Part B ends within', unit: 'Days' },
  { name: 'MonthsBack', label: 'Date of service, back', unit: 'Months' },
  { name: 'MonthsAhead', label: 'Date of service, ahead', unit: 'Months' },
  { name: 'RangeMonthsBack', label: 'Ask for history, back', unit: 'Months before the date of service' },
  { name: 'RangeMonthsAhead', label: 'Ask ahead', unit: 'Months after it' },
  { name: 'ExchangeRetentionMonths', label: 'Keep what was sent and received', unit: 'Months' },
] as const;

interface RuleSectionProps {
  title: string;
  /** Explains the effect of the rules. */
  about: string;
  children: ReactNode;
}

export function RuleSection({ title, about, children }: RuleSectionProps) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{about}</p>
      {children}
    </section>
  );
}
