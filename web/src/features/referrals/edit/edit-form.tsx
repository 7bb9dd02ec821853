import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useInert } from '../../../lib/drafts/use-inert.ts';
import { SettledOutput } from '../../../components/settled-output.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx';
import { AddressSection } from '../intake/intake-address.tsx';
import { PayerSection, ServicesSection } from '../intake/intake-care.tsx';
import { countOf, missingIn, useIntakeForm } from '../intake/intake-form.ts';
import { IntakeIndex } from '../intake/intake-section.tsx';
import { PatientSection, SourceSection } from '../intake/intake-people.tsx';
import { SaveTrouble } from '../intake/intake-section.tsx';
import { goToField } from '../intake/intake-section.tsx';
import {
  asSent,
  editOf,
  IntakeReferral,
  type IntakeValues,
  valuesOfReferral,
} from '../intake/intake-values.ts';
import { patientName } from '../referral-cells.tsx';
import { useAddressData } from '../intake/address-data.ts';
import { useSaveKey } from '../intake/intake-form.ts';
import { useUpdateReferral } from './use-update-referral.ts';

const sections = ['Source', 'Patient', 'Address', 'Payer', 'Services'] as const;

interface ReferralEditFormProps {
  base: Referral;
  current: Referral;
}

export function ReferralEditForm({ base, current }: ReferralEditFormProps) {
  const form = useIntakeForm(valuesOfReferral(base));
  const { values } = form;
  const navigate = useNavigate();
  const addresses = useAddressData(values.Address.State, values.Address.ZipCode);
  const { save, conflict, isPending, error } = useUpdateReferral();
  const isSaved = useRef(false);
  const typed = useInert<HTMLDivElement>(isPending);
  const missing = missingIn(values);

  async function submit() {
    if (form.validate().hasErrors) {
      goToField(missing[0]?.path ?? '');
      return;
    }
    const InFile = isSameStreet(values, base)
      ? base.Address.InFile
      : addresses.isInFile(values.Address.StreetAddress);
    const wanted = IntakeReferral.parse(asSent({ ...values, Address: { ...values.Address, InFile } }));
    if (!(await save(base, editOf(base, wanted)))) return;
    isSaved.current = true;
    await navigate({ to: '/referrals/$id', params: { id: base.Id } });
  }

  // What only the server finds wrong stands under its field like everything else.
  const showFields = useEffectEvent((fields: Record<string, string>) => {
    if (Object.keys(fields).length === 0) return;
    form.setErrors(fields);
    goToField(Object.keys(fields)[0] ?? '');
  });
  useEffect(() => showFields(error?.fields ?? {}), [error]);

  useSaveKey(() => {
    if (!conflict) void submit();
  });

  return (
    <>
      <LeaveGuard
        warning="These changes are not saved."
        isUnsaved={() => !isSaved.current && form.isDirty()}
      />
      <div className="intake">
        <IntakeIndex missing={missing} sections={sections} />
        <form noValidate aria-label="Edit referral" onSubmit={(event) => event.preventDefault()}>
          <p className="intake-lead soft">
            {patientName(base)}. The numbers of the patient stay as they are unless you type new ones.
          </p>
          {current.Etag !== base.Etag && (
            <output className="stale">
              {current.UpdatedBy.FullName} has saved changes since you opened this. They go together with
              yours when you save; you are asked where both changed the same field.
            </output>
          )}
          <div ref={typed}>
            <SourceSection form={form} />
            <PatientSection form={form} />
            <AddressSection form={form} data={addresses} />
            <PayerSection form={form} />
            <ServicesSection form={form} />
          </div>
          <footer className="intake-save">
            <SaveTrouble error={error} />
            <Button loading={isPending} onClick={() => void submit()}>
              Save changes
            </Button>
            <Button
              variant="default"
              onClick={() => void navigate({ to: '/referrals/$id', params: { id: base.Id } })}
            >
              Cancel
            </Button>
            <SettledOutput
              className="soft small"
              text={missing.length > 0 ? countOf(missing) : 'Ctrl + Enter saves from any field'}
            />
          </footer>
        </form>
      </div>
      <ConflictDialog conflict={conflict} onChoose={conflict?.choose} leave="Discard my changes" />
    </>
  );
}

const isSameStreet = ({ Address }: IntakeValues, base: Referral) =>
  Address.StreetAddress === base.Address.StreetAddress && Address.ZipCode === base.Address.ZipCode;
