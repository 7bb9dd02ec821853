import { useNavigate } from '@tanstack/react-router';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { focusField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { pickValues } from '../../../data/records/merge.ts';
import { useOwnForm } from '../../../ui/form/use-form.ts';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { type OfferedDraft, useServerDraft } from '../../../data/drafts/use-draft.ts';
import type { Likenesses } from '../duplicates/look-alikes.tsx';
import { useAddressData } from './address-data.ts';
import { DraftChecks } from './draft-checks.tsx';
import { EarlierDrafts } from './earlier-drafts.tsx';
import { AddressSection } from './intake-address.tsx';
import { PayerSection, ServicesSection } from './intake-care.tsx';
import { attachmentsOfDraft, keptDocuments, useAttachments } from './attachments.ts';
import { useHandedOver } from './dropped-files.ts';
import { DocumentsSection } from './intake-documents.tsx';
import { PatientSection, SourceSection } from './intake-people.tsx';
import { ReviewSection } from './intake-review.tsx';
import { IntakeIndex, MissingCount } from './intake-section.tsx';
import { blankIntake, type IntakeForm, IntakeReferral } from './intake-values.ts';
import { type Missing, missingIn } from './missing-fields.ts';
import { useSaveReferral } from './use-save-referral.ts';
import { widths } from '../../../ui/theme/widths.ts';
import styles from './intake.module.css';

const PageBeside = lazy(async () => ({
  default: (await import('./page-beside.tsx')).PageBeside,
}));

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
  const dropped = useHandedOver();
  const [initial] = useState(() =>
    blankIntake({
      state: domain?.States[0] ?? '',
      now: new Date(),
      kind: dropped.length > 0 ? 'Fax' : '',
    }),
  );
  const documents = useAttachments(dropped);
  const { attachments } = documents;
  const isWide = useMediaQuery(widths.wide, undefined, { getInitialValueInEffect: false });
  const [isOpened, setOpened] = useState<boolean | undefined>();
  const isOpen = isOpened ?? isWide;
  const [likenesses, setLikenesses] = useState<Likenesses>({ earlier: null, dismissed: [] });
  const isSaved = useRef(false);
  const saving = useSaveReferral({ handles: (failure): boolean => form.handles(failure) });
  const form: IntakeForm = useOwnForm({
    schema: IntakeReferral,
    initial,
    async save({ values }) {
      if (uploading > 0) return undefined;
      const Address = { ...values.Address, InFile: isInFile };
      const DocumentIds = attachments.flatMap(({ document }) => document?.Id ?? []);
      const { earlier, dismissed } = likenesses;
      const links = { EarlierReferralId: earlier, NotDuplicateOf: [...dismissed] };
      const id = await saving.save({ ...values, ...links, Address, DocumentIds }, attachments);
      return id === undefined ? undefined : { id };
    },
    onSaved({ id }) {
      isSaved.current = true;
      void navigate({ to: '/referrals/$id', params: { id } });
    },
  });
  const { values } = form;
  // After the save, leaving loses nothing, so no question is asked.
  const isUnsaved = () => !isSaved.current && (form.isUnsaved() || attachments.length > 0);
  const kept = { ...values, ...keptDocuments(attachments) };
  const draft = useServerDraft('new-referral', { values: kept, isUnsaved });
  // The address file of a state is large, so it loads only after typing begins.
  const isBegun = values !== initial;
  const addresses = useAddressData(values.Address.State, values.Address.ZipCode, isBegun);
  const isInFile = addresses.isInFile(values.Address.StreetAddress);
  const uploading = attachments.filter(({ document }) => !document).length;
  const missing = missingIn(values);
  useEffect(() => focusField('Source.Kind'), []);

  function continueWith(earlier: OfferedDraft) {
    draft.adopt(earlier);
    for (const [name, value] of Object.entries(pickValues(initial, earlier.values)))
      if (value !== undefined) form.set(name, value);
    const brought = attachmentsOfDraft(earlier.values);
    documents.change((former) => [...former, ...brought]);
    focusField('Source.Kind');
  }

  return (
    <div className={styles['intake']} data-beside={(attachments.length > 0 && isWide && isOpen) || undefined}>
      <EarlierDrafts
        offered={draft.offered}
        onContinue={continueWith}
        onDiscard={({ id }) => draft.forget(id)}
      />
      {attachments.length > 0 && (
        <Suspense>
          <PageBeside {...{ attachments, isOpen }} onOpen={setOpened} />
        </Suspense>
      )}
      <IntakeIndex missing={missing} />
      <Form
        of={form}
        label="New referral"
        submit="Save referral"
        leaves
        isUnsaved={isUnsaved}
        aside={<SaveHint {...{ missing, uploading }} />}
      >
        <SourceSection form={form} />
        <PatientSection form={form} />
        <AddressSection form={form} data={addresses} />
        <PayerSection form={form} />
        <ServicesSection form={form} />
        <DocumentsSection of={documents} />
        <ReviewSection values={values} missing={missing} attachments={attachments} isInFile={isInFile} />
      </Form>
      <DraftChecks {...{ values, attachments, likenesses }} onLikenesses={setLikenesses} />
      <ConflictDialog
        conflict={saving.conflict}
        onChoose={saving.conflict?.choose}
        leave="Discard my changes"
      />
    </div>
  );
}

function SaveHint({ missing, uploading }: { missing: readonly Missing[]; uploading: number }) {
  if (uploading === 0) return <MissingCount missing={missing} />;
  const text = 'A document is not uploaded yet: wait for it, or remove it.';
  return <SettledOutput className="soft small" text={text} />;
}
