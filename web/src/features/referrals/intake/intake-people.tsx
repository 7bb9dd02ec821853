import { NativeSelect, TextInput } from '@mantine/core';
import { memo } from 'react';
import { sourceKinds } from '@handoff/shared/domain/referral/referral';
import { MbiInput } from '../../../components/inputs/mbi-input.tsx';
import { PhoneInput } from '../../../components/inputs/phone-input.tsx';
import { yearsSince } from '../../../lib/format/format.ts';
import { type IntakeForm, sameParts } from './intake-form.ts';
import { IntakeSection } from './intake-section.tsx';

export const SourceSection = memo(
  function SourceSection({ form }: { form: IntakeForm }) {
    const field = form.getInputProps;
    return (
      <IntakeSection name="Source">
        <NativeSelect
          className="w3"
          label="Received by"
          withAsterisk
          data={[{ value: '', label: 'Choose…' }, ...sourceKinds]}
          {...field('Source.Kind')}
        />
        <TextInput
          className="w3"
          type="datetime-local"
          label="Received"
          withAsterisk
          {...field('ReceivedAt')}
        />
        <TextInput className="w6" label="Organization" maxLength={120} {...field('Source.Organization')} />
        <TextInput className="w4" label="Contact" maxLength={120} {...field('Source.ContactName')} />
        <PhoneInput className="w2" label="Contact’s phone" {...phoneField(form, 'Source.Phone')} />
      </IntakeSection>
    );
  },
  sameParts('ReceivedAt', 'Source'),
);

export const PatientSection = memo(function PatientSection({ form }: { form: IntakeForm }) {
  const field = form.getInputProps;
  const { DateOfBirth, Mbi } = form.values.Patient;
  const years = DateOfBirth === '' ? undefined : yearsSince(DateOfBirth);
  return (
    <IntakeSection name="Patient">
      <TextInput
        className="w3"
        label="First name"
        withAsterisk
        autoComplete="off"
        {...field('Patient.FirstName')}
      />
      <TextInput
        className="w3"
        label="Last name"
        withAsterisk
        autoComplete="off"
        {...field('Patient.LastName')}
      />
      <TextInput
        className="w3"
        type="date"
        label={
          years !== undefined && years >= 0 && years < 130
            ? `Date of birth (${years} years)`
            : 'Date of birth'
        }
        withAsterisk
        {...field('Patient.DateOfBirth')}
      />
      <PhoneInput className="w3" label="Phone" {...phoneField(form, 'Patient.Phone')} />
      <TextInput
        className="w3"
        label="SSN"
        placeholder="xxx-xx-xxxx"
        maxLength={11}
        autoComplete="off"
        {...field('Patient.Ssn')}
      />
      <MbiInput
        className="w3"
        data-path="Patient.Mbi"
        value={Mbi ?? ''}
        error={form.errors['Patient.Mbi']}
        onChange={(text) => text !== Mbi && form.setFieldValue('Patient.Mbi', text)}
      />
    </IntakeSection>
  );
}, sameParts('Patient'));

function phoneField(form: IntakeForm, path: 'Source.Phone' | 'Patient.Phone') {
  const [part] = path.split('.');
  const { error } = form.getInputProps(path);
  const value = part === 'Source' ? form.values.Source.Phone : form.values.Patient.Phone;
  return {
    value,
    error: typeof error === 'string' ? error : null,
    onChange: (text: string) => form.setFieldValue(path, text),
    'data-path': path,
  };
}
