import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Form } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SettledOutput } from '../../../components/settled-output.tsx';
import { useCurrentPerson } from '../../../lib/current-person.ts';
import { useAddressData } from './address-data.ts';
import type { Attachment } from './attachment.ts';
import { AddressSection } from './intake-address.tsx';
import { PayerSection, ServicesSection } from './intake-care.tsx';
import { DocumentsSection } from './intake-documents.tsx';
import { PatientSection, SourceSection } from './intake-people.tsx';
import { ReviewSection } from './intake-review.tsx';
import { IntakeIndex } from './intake-section.tsx';
import { blankIntake, type IntakeForm, IntakeReferral } from './intake-values.ts';
import { countOf, type Missing, missingIn } from './missing-fields.ts';
import { useSaveReferral } from './use-save-referral.ts';
import styles from './intake.module.css';

export function IntakePage() {
  return (
    <div className="page">
      <PageHeading title="New referral" />
      <Intake />
    </div>
  );
}

function Intake() {
  const { domain } = useCurrentPerson();
  const navigate = useNavigate();
  const [initial] = useState(() => blankIntake({ state: domain?.States[0] ?? '', now: new Date() }));
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const isSaved = useRef(false);
  const saving = useSaveReferral({ handles: (failure): boolean => form.handles(failure) });
  const form: IntakeForm = useForm({
    schema: IntakeReferral,
    initial,
    async save({ values }) {
      if (uploading > 0) return undefined;
      const Address = { ...values.Address, InFile: isInFile };
      const DocumentIds = attachments.flatMap(({ document }) => document?.Id ?? []);
      const id = await saving.save({ ...values, Address, DocumentIds }, attachments);
      return id === undefined ? undefined : { id };
    },
    onSaved({ id }) {
      isSaved.current = true;
      void navigate({ to: '/referrals/$id', params: { id } });
    },
  });
  const { values } = form;
  const addresses = useAddressData(values.Address.State, values.Address.ZipCode);
  const isInFile = addresses.isInFile(values.Address.StreetAddress);
  const uploading = attachments.filter(({ document }) => !document).length;
  const missing = missingIn(values);

  return (
    <div className={styles['intake']}>
      <IntakeIndex missing={missing} />
      <Form
        of={form}
        label="New referral"
        submit="Save referral"
        leaves
        enterSaves={false}
        isUnsaved={() => form.isUnsaved() || (!isSaved.current && attachments.length > 0)}
        aside={<SettledOutput className="soft small" text={saveHint({ missing, uploading })} />}
      >
        <SourceSection form={form} />
        <PatientSection form={form} />
        <AddressSection form={form} data={addresses} />
        <PayerSection form={form} />
        <ServicesSection form={form} />
        <DocumentsSection attachments={attachments} onChange={setAttachments} />
        <ReviewSection values={values} missing={missing} attachments={attachments} isInFile={isInFile} />
      </Form>
      <ConflictDialog
        conflict={saving.conflict}
        onChoose={saving.conflict?.choose}
        leave="Discard my changes"
      />
    </div>
  );
}

function saveHint({ missing, uploading }: { missing: readonly Missing[]; uploading: number }): string {
  if (uploading > 0) return 'A document is not uploaded yet: wait for it, or remove it.';
  return missing.length > 0 ? countOf(missing) : '';
}
