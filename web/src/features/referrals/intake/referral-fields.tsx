import { stateOptions } from '@handoff/shared/domain/address/us-state';
import { fieldsOf, type NamedField } from '@handoff/shared/domain/referral/referral-field-table';
import { type ReferralPart } from '@handoff/shared/domain/referral/referral-fields';
import type { FieldProps } from '../../../ui/form/field.tsx';
import { mbiInput } from '../../../ui/inputs/mbi-input.tsx';
import { phoneInput } from '../../../ui/inputs/phone-input.tsx';
import { ssnInput } from '../../../ui/inputs/ssn-input.tsx';
import { wide } from './intake-section.tsx';
import { ProposedField } from './prefill/proposed-field.tsx';

interface ReferralFieldsProps {
  of: ReferralPart;
  /** The names that come first, in this order. */
  first?: readonly string[];
}

/** The fields of a part that have no place of their own in the form, by the registry. */
export function ReferralFields({ of, first = [] }: ReferralFieldsProps) {
  const placeOf = ({ name }: NamedField) => (first.includes(name) ? first.indexOf(name) : first.length);
  return fieldsOf(of)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(
      ({ path, form, wide: columns, input }) =>
        columns && (
          <ProposedField
            key={path}
            name={path}
            {...(form !== undefined && { label: form })}
            {...(input && inputs[input])}
            className={wide(columns)}
          />
        ),
    );
}

const inputs: Record<NonNullable<NamedField['input']>, Pick<FieldProps<string>, 'children' | 'options'>> = {
  phone: { children: phoneInput },
  mbi: { children: mbiInput },
  ssn: { children: ssnInput },
  state: { options: stateOptions },
};
