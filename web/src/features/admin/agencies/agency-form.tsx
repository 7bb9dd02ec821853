import { Button } from '@mantine/core';
import { stateOptions } from '@handoff/shared/domain/address/us-state';
import {
  type BusinessDomain,
  NewBusinessDomain,
  proposedBusinessDomain,
} from '@handoff/shared/domain/agency/business-domain';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import { FieldRow, Form } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useAction } from '../../../data/send/use-action.ts';
import { colorOptions, timeZoneOptions } from '../../../text/labels/agency-labels.ts';

interface AgencyFormProps {
  /** Undefined for a new agency. */
  agency: BusinessDomain | undefined;
  onSaved: (id: string) => void;
}

export function AgencyForm({ agency, onSaved }: AgencyFormProps) {
  const form = useForm({
    schema: NewBusinessDomain,
    initial: proposedBusinessDomain,
    record: agency,
    create: businessDomainsApi.create,
    update: businessDomainsApi.update,
    onSaved,
  });
  const { Field } = form;
  return (
    <Form of={form} submit={agency ? 'Save' : 'Create agency'} aside={agency && <Archive agency={agency} />}>
      <Field name="Name" label="Name" />
      <FieldRow>
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
          name="Color"
          label="Color"
          hint="Shown next to the agency’s name on every page."
          options={colorOptions}
        />
      </FieldRow>
      <Field
        name="States"
        label="States it serves"
        hint="Address suggestions in intake use these states."
        options={stateOptions}
      />
      <FieldRow>
        <Field
          name="Npis"
          label="NPIs"
          hint="Ten digits each. The first is used for Medicare checks. Press Enter after each."
        />
        <Field
          name="ResponseHours"
          label="Answer within (hours)"
          hint="Referrals turn orange at half this time and red when it is exceeded."
        />
      </FieldRow>
      <FieldRow>
        <Field name="TimeZone" label="Time zone" options={timeZoneOptions} />
        <Field
          name="IdleMinutes"
          label="Lock after (minutes)"
          hint="Locks after this many idle minutes (5–30). Signing in unlocks it."
        />
      </FieldRow>
      <FieldRow>
        <Field
          name="KeepDeclinedYears"
          label="Keep declined referrals (years)"
          hint="After their last change, with documents, notes and checks. 0 keeps them until someone deletes them."
        />
        <Field
          name="KeepAcceptedYears"
          label="Keep accepted referrals (years)"
          hint="Counted from the last change, so add the time of care. At least 6 years; 0 keeps them. Your state may require more."
        />
        <Field
          name="KeepChecksYears"
          label="Keep other checks (years)"
          hint="Checks that belong to no referral. 0 keeps them."
        />
      </FieldRow>
      <FieldRow>
        <Field name="Address.StreetAddress" label="Street address" />
        <Field name="Address.City" label="City" />
      </FieldRow>
      <FieldRow>
        <Field name="Address.State" label="State" options={stateOptions} />
        <Field name="Address.ZipCode" label="ZIP" />
      </FieldRow>
    </Form>
  );
}

/** Refused while people have a role in the agency; the toast says so, and nothing is lost. */
function Archive({ agency }: { agency: BusinessDomain }) {
  const action = useAction(businessDomainsApi.archive);
  const { Id, Etag, Archived } = agency;
  return (
    <Button
      variant="default"
      loading={action.isPending}
      onClick={() => void action.run({ body: { Id, Etag, Archived: !Archived } })}
    >
      {Archived ? 'Bring back' : 'Archive'}
    </Button>
  );
}
