import { categories } from '@handoff/shared/domain/eligibility/settings';
import { isMasked } from '@handoff/shared/domain/person/identifiers';
import type { Form } from '../../../ui/form/use-form.ts';
import { mbiInput } from '../../../ui/inputs/mbi-input.tsx';
import { yearsSince } from '../../../text/format.ts';
import { type CheckValues, fieldNames } from './check-values.ts';
import styles from './check.module.css';

export function CheckFields({ form: { Field, values } }: { form: Form<CheckValues> }) {
  const { Mbi, DateOfBirth } = values;
  const years = DateOfBirth === '' ? -1 : yearsSince(DateOfBirth);
  const age = years >= 0 && years < 130 ? ` (${years} years)` : '';
  return (
    <div className={styles['fields']}>
      <Field
        name="Mbi"
        label={fieldNames.Mbi}
        className={styles['mbi']}
        hint={
          isMasked(Mbi)
            ? 'From the referral, which keeps it masked. Type over it to check a different number.'
            : '11 characters, on the red, white and blue card'
        }
      >
        {mbiInput}
      </Field>
      <Field name="FirstName" />
      <Field name="LastName" />
      <Field name="DateOfBirth" label={`${fieldNames.DateOfBirth}${age}`} />
      <Field name="DateOfService" />
      <Field name="Category">
        {({ value, onChange }) => (
          <fieldset className={styles['category']}>
            <legend>{fieldNames.Category}</legend>
            {categories.map((category) => (
              <label key={category}>
                <input
                  type="radio"
                  name="Category"
                  checked={value === category}
                  onChange={() => onChange(category)}
                />
                {category}
              </label>
            ))}
          </fieldset>
        )}
      </Field>
    </div>
  );
}
