import { Group, Radio } from '@mantine/core';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { isMasked } from '@handoff/shared/domain/person/identifiers';
import { testMbi, testNumbers } from '@handoff/shared/domain/eligibility/test-numbers';
import { focusField } from '../../../ui/form/field.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { mbiInput } from '../../../ui/inputs/mbi-input.tsx';
import { dayInput, nearDayInput } from '../../../ui/inputs/time-input.tsx';
import { isDay } from '../../../ui/inputs/typed-time.ts';
import { yearsSince } from '../../../text/format.ts';
import { type CheckValues, fieldNames } from './check-values.ts';
import styles from './check.module.css';

interface CheckFieldsProps {
  form: Form<CheckValues>;
  /** The responses are made up, for numbers of a list. */
  isPractice: boolean;
}

export function CheckFields({ form: { Field, values, set }, isPractice }: CheckFieldsProps) {
  const { Mbi, DateOfBirth } = values;
  // A year that is still being typed gives no age.
  const years = isDay(DateOfBirth) ? yearsSince(DateOfBirth) : -1;
  const age = years >= 0 && years < 130 ? ` (${years} years)` : '';
  return (
    <div className={styles['fields']}>
      {isPractice && (
        <TestNumbers
          onChoose={(mbi) => {
            set('Mbi', mbi);
            focusField('FirstName');
          }}
        />
      )}
      <Field
        name="Mbi"
        label={fieldNames.Mbi}
        className={`${styles['whole']} ${styles['mbi']}`}
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
      <Field name="DateOfBirth" label={`${fieldNames.DateOfBirth}${age}`}>
        {dayInput}
      </Field>
      <Field name="DateOfService">{nearDayInput}</Field>
      <Field name="Category">
        {({ value, onChange }) => (
          <Radio.Group
            className={styles['whole'] ?? ''}
            label={fieldNames.Category}
            value={String(value)}
            onChange={onChange}
          >
            <Group gap="xl">
              {categories.map((category) => (
                <Radio key={category} value={category} label={category} />
              ))}
            </Group>
          </Radio.Group>
        )}
      </Field>
    </div>
  );
}

function TestNumbers({ onChoose }: { onChoose: (mbi: string) => void }) {
  return (
    <details className={`${styles['whole']} ${styles['testNumbers']}`}>
      <summary>Test numbers and their stories</summary>
      <ul>
        {testNumbers.map(([number, story]) => (
          <li key={number} className="soft small">
            <button type="button" className="text-button" onClick={() => onChoose(testMbi(number))}>
              {testMbi(number)}
            </button>
            <span>{story}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
