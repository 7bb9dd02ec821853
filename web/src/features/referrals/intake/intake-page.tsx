import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useInert } from '../../../lib/drafts/use-inert.ts';
import { SettledOutput } from '../../../components/settled-output.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx';
import { AddressSection } from './intake-address.tsx';
import type { Attachment } from './attachment.ts';
import { PayerSection, ServicesSection } from './intake-care.tsx';
import { DocumentsSection } from './intake-documents.tsx';
import { countOf, type Missing, missingIn, useIntakeForm } from './intake-form.ts';
import { IntakeIndex } from './intake-section.tsx';
import { PatientSection, SourceSection } from './intake-people.tsx';
import { ReviewSection } from './intake-review.tsx';
import { SaveTrouble } from './intake-section.tsx';
import { goToField } from './intake-section.tsx';
import { asSent, IntakeReferral } from './intake-values.ts';
import { useAddressData } from './address-data.ts';
import { useSaveKey } from './intake-form.ts';
import { useSaveReferral } from './use-save-referral.ts';
import './intake.css';

export function IntakePage() {
  return (
    <div className="page">
      <PageHeading title="New referral" />
      <Intake />
    </div>
  );
}

function Intake() {
  const form = useIntakeForm();
  const { values } = form;
  const navigate = useNavigate();
  const addresses = useAddressData(values.Address.State, values.Address.ZipCode);
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const { save, conflict, isPending, error } = useSaveReferral();
  const isSaved = useRef(false);
  const typed = useInert<HTMLDivElement>(isPending);
  const missing = missingIn(values);
  const isInFile = addresses.isInFile(values.Address.StreetAddress);
  const uploading = attachments.filter(({ document }) => !document).length;

  async function submit() {
    if (form.validate().hasErrors) {
      goToField(missing[0]?.path ?? '');
      return;
    }
    if (uploading > 0) return;
    const sent = asSent({ ...values, Address: { ...values.Address, InFile: isInFile } });
    const DocumentIds = attachments.flatMap(({ document }) => document?.Id ?? []);
    const id = await save(IntakeReferral.parse({ ...sent, DocumentIds }), attachments);
    if (id === undefined) return;
    isSaved.current = true;
    await navigate({ to: '/referrals/$id', params: { id } });
  }

  // What only the server finds wrong stands under its field like everything else.
  const showFields = useEffectEvent((fields: Record<string, string>) => {
    if (Object.keys(fields).length === 0) return;
    form.setErrors(fields);
    goToField(Object.keys(fields)[0] ?? '');
  });
  useEffect(() => showFields(error?.fields ?? {}), [error]);

  useSaveKey(() => void submit());

  return (
    <>
      <LeaveGuard
        warning="This referral is not saved."
        isUnsaved={() => !isSaved.current && (form.isDirty() || attachments.length > 0)}
      />
      <div className="intake">
        <IntakeIndex missing={missing} />
        <form noValidate aria-label="New referral" onSubmit={(event) => event.preventDefault()}>
          <div ref={typed}>
            <SourceSection form={form} />
            <PatientSection form={form} />
            <AddressSection form={form} data={addresses} />
            <PayerSection form={form} />
            <ServicesSection form={form} />
            <DocumentsSection attachments={attachments} onChange={setAttachments} />
            <ReviewSection values={values} missing={missing} attachments={attachments} isInFile={isInFile} />
          </div>
          <footer className="intake-save">
            <SaveTrouble error={error} />
            <Button loading={isPending} onClick={() => void submit()}>
              Save referral
            </Button>
            <SettledOutput className="soft small" text={saveHint({ missing, uploading })} />
          </footer>
        </form>
      </div>
      <ConflictDialog conflict={conflict} onChoose={conflict?.choose} leave="Discard my changes" />
    </>
  );
}

function saveHint({ missing, uploading }: { missing: readonly Missing[]; uploading: number }): string {
  if (uploading > 0) return 'A document is not uploaded yet: wait for it, or remove it.';
  if (missing.length > 0) return countOf(missing);
  return 'Ctrl + Enter saves from any field';
}
