import { phoneInput } from '../../../ui/inputs/phone-input.tsx';
import { Button, MultiSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod';
import { stateOptions } from '@handoff/shared/domain/address/us-state';
import {
  agencyColors,
  type BusinessDomain,
  NewAgency,
  proposedBusinessDomain,
} from '@handoff/shared/domain/agency/business-domain';
import { ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabel } from '@handoff/shared/domain/person/clinical-labels';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import type { ControlProps } from '../../../ui/form/field.tsx';
import { FieldRow, Form } from '../../../ui/form/form.tsx';
import { type Form as FormOf, useForm } from '../../../ui/form/use-form.ts';
import { isWithin } from '../../../data/records/merge.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { colorOptions, timeZoneOptions } from '../../../text/labels/agency-labels.ts';
import { RetentionField } from './retention-field.tsx';
import styles from './agencies.module.css';

const allFacts = ClinicalField.options.map((value) => ({ value, label: clinicalLabel(value) }));
const without = (fields: readonly string[]) =>
  ClinicalField.options.filter((field) => !fields.includes(field));

interface AgencyFormProps {
  /** Undefined for a new agency. */
  agency: BusinessDomain | undefined;
  /** All agencies, whose colors a new one avoids. */
  agencies: readonly BusinessDomain[];
  onSaved: (id: string) => void;
}

export function AgencyForm({ agency, agencies, onSaved }: AgencyFormProps) {
  const form = useForm({
    schema: NewAgency,
    initial: { ...proposedBusinessDomain, CopyFrom: '', Color: rarestColor(agencies) },
    record: agency,
    create: businessDomainsApi.create,
    update: businessDomainsApi.update,
    onSaved,
  });
  const { Field } = form;
  return (
    <Form
      of={form}
      submit={agency ? 'Save' : 'Create agency'}
      aside={agency && <Archive agency={agency} />}
      startsFocused={!agency}
    >
      <Group title="Agency">
        <Field name="Name" label="Name" />
        <Field
          name="Kind"
          label="Kind of care"
          hint={
            agency
              ? 'Its lists do not change.'
              : 'Sets the starting statuses, document types and decline reasons.'
          }
        />
        <Field
          name="States"
          label="States it serves"
          hint="Address suggestions in intake use these states."
          options={stateOptions}
        />
        <Field
          name="Npis"
          label="NPIs"
          hint="Ten digits each. The first is used for Medicare checks. Press Enter after each."
        />
      </Group>
      {agency ? (
        <Rest form={form} />
      ) : (
        <Folded isWrong={[...form.errors.keys()].some((name) => !isFirst(name))}>
          <Rest form={form} copiedFrom={agencies} />
        </Folded>
      )}
    </Form>
  );
}

/** What a new agency cannot be without. Everything else has a value. */
const firstFields = ['Name', 'Kind', 'States', 'Npis'];
const isFirst = (name: string) => firstFields.some((field) => isWithin(name, field));

/** Stays open while a field in it is wrong. */
function Folded({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles['rest']}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => {
        if (isWrong) currentTarget.open = true;
        setOpen(currentTarget.open);
      }}
    >
      <summary>More settings, which can wait</summary>
      {children}
    </details>
  );
}

interface RestProps {
  form: FormOf<z.input<typeof NewAgency>>;
  /** The agencies whose lists a new one can begin with. */
  copiedFrom?: readonly BusinessDomain[];
}

function Rest({ form: { Field, values }, copiedFrom = [] }: RestProps) {
  return (
    <>
      <Group title="Look and address">
        <Field
          name="Color"
          label="Color"
          hint="Shown next to the agency’s name on every page."
          options={colorOptions}
        />
        {copiedFrom.length > 0 && (
          <Field
            name="CopyFrom"
            label="Begin with"
            hint="Copies the lists, service areas and payers of an agency, which can be changed later."
            options={[
              { value: '', label: 'The lists of its kind of care' },
              ...copiedFrom.map(({ Id, Name }) => ({
                value: Id,
                label: `Lists, areas and payers of ${Name}`,
              })),
            ]}
          />
        )}
        <FieldRow>
          <Field name="Address.StreetAddress" label="Street address" />
          <Field name="Address.City" label="City" />
        </FieldRow>
        <FieldRow>
          <Field name="Address.State" label="State" options={stateOptions} />
          <Field name="Address.ZipCode" label="ZIP" />
        </FieldRow>
        <Field name="Phone" label="Phone" hint="Shown to the senders of referrals.">
          {phoneInput}
        </Field>
      </Group>
      <Group title="Response time">
        <FieldRow>
          <Field
            name="ResponseHours"
            label="Answer within (hours)"
            hint="Referrals turn orange at half this time and red when it is exceeded."
          />
          <Field name="TimeZone" label="Time zone" options={timeZoneOptions} />
        </FieldRow>
      </Group>
      <Group title="Intake">
        <Field
          name="ClinicalFieldsNotAsked"
          label="Clinical facts"
          hint="Those that intake asks for. A fact that a status needs is always asked for."
        >
          {(control) => <AskedFields {...control} notAsked={values.ClinicalFieldsNotAsked} />}
        </Field>
      </Group>
      <Group title="Security">
        <Field
          name="IdleMinutes"
          label="Lock after (minutes)"
          hint="Locks after this many idle minutes (5–30). Signing in unlocks it."
        />
      </Group>
      <Group title="Retention">
        <Field
          name="KeepDeclinedYears"
          label="Declined referrals"
          hint="After their last change, with documents, notes and checks."
        >
          {(control) => <RetentionField control={control} proposal={3} />}
        </Field>
        <Field
          name="KeepAcceptedYears"
          label="Accepted referrals"
          hint="Counted from the last change, so add the time of care. At least 6 years; your state may require more."
        >
          {(control) => <RetentionField control={control} proposal={7} />}
        </Field>
        <Field name="KeepChecksYears" label="Other checks" hint="Checks that belong to no referral.">
          {(control) => <RetentionField control={control} proposal={3} />}
        </Field>
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['group']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

/** The first color that the fewest agencies have. */
function rarestColor(agencies: readonly BusinessDomain[]): BusinessDomain['Color'] {
  const uses = (color: string) =>
    agencies.filter(({ Color, Archived }) => Color === color && !Archived).length;
  const [first, ...others] = agencyColors;
  return others.reduce<BusinessDomain['Color']>(
    (rarest, color) => (uses(color) < uses(rarest) ? color : rarest),
    first,
  );
}

/** Refused while people have a role in the agency; the toast says so, and nothing is lost. */
function Archive({ agency }: { agency: BusinessDomain }) {
  const action = useAction(businessDomainsApi.archive);
  const { Id, Etag, Archived } = agency;
  return (
    <Button
      loading={action.isPending}
      onClick={() => void action.run({ body: { Id, Etag, Archived: !Archived } })}
    >
      {Archived ? 'Bring back' : 'Archive'}
    </Button>
  );
}

/** Shows those that are asked for, because the agency stores the others. */
function AskedFields({
  value: _value,
  notAsked,
  onChange,
  ...control
}: ControlProps & { notAsked: readonly ClinicalField[] }) {
  return (
    <MultiSelect
      {...control}
      data={allFacts}
      value={without(notAsked)}
      onChange={(asked) => onChange(without(asked))}
      searchable
      hidePickedOptions
      openOnFocus={false}
    />
  );
}
