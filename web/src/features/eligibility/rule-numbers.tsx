import { TextInput } from '@mantine/core';
import { defaultAgencySettings as proposed } from '@handoff/shared/domain/eligibility/rules/agency-settings';
import type { RuleErrors, RuleNumber, Rules } from './rules-values.ts';

type NumberField = keyof Rules['numbers'];

interface RuleNumbersProps {
  fields: readonly NumberField[];
  numbers: Rules['numbers'];
  errors: RuleErrors;
  onChange: (numbers: Rules['numbers']) => void;
}

export function RuleNumbers({ fields, numbers, errors, onChange }: RuleNumbersProps) {
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
