import { NativeSelect } from '@mantine/core';
import { kindOfOrganization } from '@handoff/shared/domain/referral/kind-of-organization';
import { channels, sourceKinds } from '@handoff/shared/domain/referral/referral-fields';
import { useEffect, useEffectEvent, useRef } from 'react';
import { KnownName } from '../../../ui/inputs/known-name.tsx';
import { zoneName } from '../../../text/agency-time.ts';
import { isDay } from '../../../ui/inputs/typed-time.ts';
import { dayInput, minuteInput } from '../../../ui/inputs/time-input.tsx';
import { yearsSince } from '../../../text/format.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import { ReferralFields } from './referral-fields.tsx';
import type { IntakeForm } from './intake-values.ts';

export function SourceSection({ form }: { form: IntakeForm }) {
  const { Field } = form;
  const { partners } = useSettings();
  useKindOfOrganization(form);
  return (
    <IntakeSection name="Source">
      <Field name="Source.Kind" label="Referral source" className={wide(3)}>
        {({ value, onChange, ...control }) => (
          <NativeSelect
            {...control}
            data={[{ value: '', label: 'Choose…' }, ...sourceKinds]}
            value={String(value)}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </Field>
      <Field name="Source.Organization" className={wide(6)}>
        {(control) => (
          <KnownName {...control} known={partners.map(({ Name }) => Name)} foreign="New organization" />
        )}
      </Field>
      <Field
        name="ReceivedAt"
        label={['Date and time received', zoneName()].filter(Boolean).join(', ')}
        className={wide(3)}
      >
        {minuteInput}
      </Field>
      <ReferralFields of="Source" />
      <Field name="Source.Channel" label="Came by" className={wide(3)}>
        {({ value, onChange, ...control }) => (
          <NativeSelect
            {...control}
            data={[{ value: '', label: 'Not known' }, ...channels]}
            value={String(value)}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )}
      </Field>
    </IntakeSection>
  );
}

/** An organization usually says who refers. What a person chose stays. */
function useKindOfOrganization({ values: { Source }, set }: IntakeForm): void {
  const guessed = useRef<string>(undefined);
  const guess = useEffectEvent((organization: string) => {
    const kind = kindOfOrganization(organization);
    if (kind !== undefined && (Source.Kind === '' || Source.Kind === guessed.current))
      set('Source.Kind', kind);
    guessed.current = kind;
  });
  useEffect(() => guess(Source.Organization), [Source.Organization]);
}

export function PatientSection({ form: { Field, values } }: { form: IntakeForm }) {
  const { DateOfBirth } = values.Patient;
  // A year that is still being typed gives no age.
  const years = isDay(DateOfBirth) ? yearsSince(DateOfBirth) : -1;
  const age = years >= 0 && years < 120 ? ` (${years} years)` : '';
  return (
    <IntakeSection name="Patient">
      <Field name="Patient.LastName" className={wide(3)} />
      <Field name="Patient.FirstName" className={wide(3)} />
      <Field name="Patient.DateOfBirth" label={`Date of birth${age}`} className={wide(3)}>
        {dayInput}
      </Field>
      <ReferralFields of="Patient" first={['Phone', 'Mbi']} />
    </IntakeSection>
  );
}
