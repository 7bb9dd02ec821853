import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { focusField } from '../../../ui/form/field.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { pickValues } from '../../../data/records/merge.ts';
import { useOwnForm } from '../../../ui/form/use-form.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { ConflictDialog } from '../../../ui/form/conflict-dialog.tsx';
import { CallError } from '../../../data/send/call-error.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { type OfferedDraft, useServerDraft } from '../../../data/drafts/use-draft.ts';
import type { Likenesses } from '../duplicates/look-alikes.tsx';
import { useAddressData } from './address-data.ts';
import { CheckLine, PhoneChecks } from './check-line.tsx';
import { DraftChecks, useDraftChecks } from './draft-checks.tsx';
import { DraftElsewhere, DraftSaved } from './draft-state.tsx';
import { aboutIn } from '@handoff/shared/domain/referral/draft-patient';
import { EarlierDrafts, nameIn } from './earlier-drafts.tsx';
import { AddressSection } from './intake-address.tsx';
import { PayerSection, ServicesSection } from './intake-care.tsx';
import { ClinicalSection, useHiddenSections } from './intake-clinical.tsx';
import { keptAbout, keptDocuments, useAttachments } from './attachments.ts';
import { useIntakeFiles } from './intake-files.ts';
import { isSent, useUploads } from '../../../data/send/uploads.ts';
import { LeftParts } from './prefill/left-parts.tsx';
import { DocumentsSection } from './intake-documents.tsx';
import { PatientSection, SourceSection } from './intake-people.tsx';
import { usePageSorting } from './pages/use-page-sorting.tsx';
import { OffersContext } from './prefill/offered.ts';
import { ProposedField } from './prefill/proposed-field.tsx';
import { ReviewLane } from './prefill/review-lane.tsx';
import { StrayPagesNotice } from './prefill/stray-pages-notice.tsx';
import { usePrefill } from './prefill/use-prefill.ts';
import { ReviewSection } from './intake-review.tsx';
import { IntakeIndex, MissingCount } from './intake-section.tsx';
import { blankIntake, type IntakeForm, IntakeReferral } from './intake-values.ts';
import { type Missing, missingIn } from './missing-fields.ts';
import { useSaveReferral } from './use-save-referral.ts';
import { widths } from '../../../ui/theme/style-sheets.ts';
import styles from './intake.module.css';

const route = getRouteApi('/referrals/new');
const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }));
const PageBeside = lazy(async () => ({
  default: (await import('./page-beside.tsx')).PageBeside,
}));

export function IntakePage() {
  return (
    <div className="page">
      <Intake />
    </div>
  );
}

function Intake() {
  const { domain } = useCurrentPerson();
  const navigate = useNavigate();
  const files = useIntakeFiles();
  const documents = useAttachments(files);
  const { attachments, readings } = documents;
  const [initial] = useState(() =>
    blankIntake({
      state: domain?.States[0] ?? '',
      now: new Date(),
      channel: attachments.length > 0 ? 'Fax' : '',
    }),
  );
  const isWide = useMediaQuery(widths.wide, undefined, { getInitialValueInEffect: false });
  const [isPasting, setPasting] = useState(false);
  const [isOpened, setOpened] = useState<boolean | undefined>();
  const isOpen = isOpened ?? isWide;
  const [likenesses, setLikenesses] = useState<Likenesses>({ earlier: null, dismissed: [] });
  /** Set once the typed values were saved or discarded: then leaving loses nothing, and no question is asked. */
  const isOver = useRef(false);
  const opensCheck = useRef(false);
  /** Drafts sent with a save whose answer was lost. */
  const sent = useRef<string[]>([]);
  const saving = useSaveReferral();
  const form: IntakeForm = useOwnForm({
    schema: IntakeReferral,
    initial,
    async save({ values }) {
      if (uploading > 0) return undefined;
      await draft.settled();
      const Address = { ...values.Address, InFile: isInFile };
      const DocumentIds = attachments.flatMap(({ document }) => document?.Id ?? []);
      const { earlier, dismissed } = likenesses;
      const links = { EarlierReferralId: earlier, NotDuplicateOf: [...dismissed] };
      const found = { Prefilled: prefill.prefilled(), OpenFields: prefill.openFields() };
      const wanted = { ...values, ...links, ...found, Address, DocumentIds, DraftId: draft.id() };
      const saved = await saving.save(wanted, attachments);
      // The draft may be saved by now, and would be refused; typing goes on in another one.
      if (saved instanceof CallError && !saved.isAnswered) {
        sent.current.push(draft.id());
        draft.part();
      }
      return saved;
    },
    onSaved({ id }) {
      isOver.current = true;
      draft.finish();
      for (const abandoned of sent.current) draft.forget(abandoned);
      const search = opensCheck.current ? { tab: 'eligibility' as const } : {};
      void navigate({ to: '/referrals/$id', params: { id }, search });
    },
  });
  const { values } = form;
  const isUnsaved = () => !isOver.current && (form.isUnsaved() || attachments.length > 0);
  const prefill = usePrefill({ form, initial, attachments, files: readings });
  const [adoptedAbout, setAdoptedAbout] = useState('');
  const kept = { ...values, ...keptDocuments(documents), ...keptAbout(prefill.about, adoptedAbout) };
  const draft: ReturnType<typeof useServerDraft> = useServerDraft('new-referral', {
    values: kept,
    isUnsaved,
    isSaving: form.isSaving,
  });
  // The address file of a state is large, so it loads only after typing begins.
  const isBegun = values !== initial;
  const addresses = useAddressData(values.Address.State, values.Address.ZipCode, isBegun);
  const isInFile = addresses.isInFile(values.Address.StreetAddress);
  const uploading = attachments.filter((each) => !isSent(each)).length;
  const missing = missingIn(values);
  const hidden = useHiddenSections(values);
  const checks = useDraftChecks(values, attachments);
  const sorting = usePageSorting(documents, prefill.strays);
  const offering: IntakeForm = { ...form, Field: ProposedField };
  useEffect(() => focusField('Source.Kind'), []);
  const systems = useUploads(files.systems);
  const sentId = systems.findLast(({ draftId }) => draftId !== undefined)?.draftId;
  const refreshDrafts = useEffectEvent(draft.refresh);
  useEffect(() => {
    if (sentId !== undefined) void refreshDrafts();
  }, [sentId]);
  const { draft: askedId } = route.useSearch();
  const wantedId = sentId ?? askedId;

  const adopted = useRef<object>(undefined);
  /** A draft that was opened and not changed is left without a question. */
  const isAsAdopted = () =>
    adopted.current !== undefined && JSON.stringify(adopted.current) === JSON.stringify(kept);

  const [asked, setAsked] = useState<OfferedDraft>();
  /** The open papers may be of another patient, and typing stays in a draft of its own. */
  async function openDraft(earlier: OfferedDraft) {
    if (attachments.length > 0) setAsked(earlier);
    else if (form.isUnsaved()) await openAlone(earlier);
    else continueWith(earlier);
  }

  /** The open referral stays a draft of its own. */
  async function openAlone(earlier: OfferedDraft) {
    setAsked(undefined);
    if (!(await draft.keepNow())) return;
    form.reset();
    documents.clear();
    continueWith(earlier, false);
  }

  function continueWith(earlier: OfferedDraft, takesOver?: boolean) {
    draft.adopt(earlier, takesOver);
    adopted.current = earlier.values;
    for (const [name, value] of Object.entries(pickValues(initial, earlier.values)))
      if (value !== undefined) form.set(name, value);
    documents.bring(earlier.values);
    setAdoptedAbout(aboutIn(earlier.values));
    focusField('Source.Kind');
  }

  const isWanted = draft.offered.some(({ id }) => id === wantedId);
  const openWanted = useEffectEvent(() => {
    const wanted = draft.offered.find(({ id }) => id === wantedId);
    if (wanted) continueWith(wanted);
  });
  useEffect(() => {
    if (isWanted) openWanted();
  }, [isWanted]);

  return (
    <>
      <PageHeading title="New referral">
        <div className="page-head-actions">
          <Button onClick={() => setPasting(true)}>Paste text…</Button>
        </div>
      </PageHeading>
      {isPasting && (
        <Suspense>
          <PasteDialog onFound={prefill.paste} onClose={() => setPasting(false)} />
        </Suspense>
      )}
      {sorting.dialog}
      <AddToDraft
        draft={asked}
        papers={attachments.map(({ name }) => name)}
        isUploaded={uploading === 0}
        onAdd={(earlier) => {
          setAsked(undefined);
          continueWith(earlier);
        }}
        onOpenAlone={(earlier) => void openAlone(earlier)}
        onClose={() => setAsked(undefined)}
      />
      <div className={styles['intake']} data-beside={attachments.length > 0 && isWide && isOpen}>
        <EarlierDrafts
          offered={draft.offered.filter(({ id }) => id !== wantedId)}
          isQuiet={attachments.length > 0}
          onContinue={(earlier) => void openDraft(earlier)}
          onDiscard={({ id }) => draft.forget(id)}
        />
        {draft.trouble?.isElsewhere === true && (
          <DraftElsewhere text={draft.trouble.text} onPart={draft.part} />
        )}
        {attachments.length > 0 && (
          <Suspense>
            <PageBeside {...{ attachments, isOpen }} evidence={prefill.evidence} onOpen={setOpened} />
          </Suspense>
        )}
        <IntakeIndex missing={missing} without={hidden} />
        <Form
          of={form}
          label="New referral"
          submit="Save referral"
          countsErrors
          leaves
          isUnsaved={() => isUnsaved() && !isAsAdopted()}
          draft={{
            keep: draft.keepNow,
            discard() {
              isOver.current = true;
              draft.discard();
              return draft.settled();
            },
            giveUp() {
              isOver.current = true;
              draft.finish();
            },
          }}
          aside={
            <>
              <Button
                onClick={() => {
                  opensCheck.current = true;
                  void form.submit().finally(() => (opensCheck.current = false));
                }}
              >
                Save and check eligibility
              </Button>
              <PhoneChecks checks={checks} />
              <SaveHint {...{ missing, uploading }} />
              <DraftSaved {...draft} />
            </>
          }
        >
          {checks && <CheckLine {...{ checks, likenesses }} />}
          <StrayPagesNotice of={prefill} {...{ sorting, attachments }} />
          <ReviewLane
            of={prefill}
            isTyping={isElsewhere}
            onDone={() => focusField(missing[0]?.path ?? 'Source.Kind')}
          />
          <LeftParts of={readings} />
          <OffersContext value={prefill.offers}>
            <div {...prefill.keys}>
              <SourceSection form={offering} />
              <PatientSection form={offering} />
              <AddressSection form={offering} data={addresses} />
              <PayerSection form={offering} />
              <ServicesSection form={offering} />
              <ClinicalSection form={offering} />
            </div>
          </OffersContext>
          <DocumentsSection
            of={documents}
            sorting={sorting}
            isReading={systems.some(({ isSending }) => isSending)}
          />
          <ReviewSection values={values} missing={missing} attachments={attachments} isInFile={isInFile} />
        </Form>
        <DraftChecks {...{ checks, likenesses }} onLikenesses={setLikenesses} />
        <ConflictDialog
          conflict={saving.conflict}
          onChoose={saving.conflict?.choose}
          leave="Discard my changes"
        />
      </div>
    </>
  );
}

/** The focus is in another field than that in which it began. */
const isElsewhere = () =>
  document.activeElement instanceof HTMLElement &&
  (document.activeElement.dataset['path'] ?? 'Source.Kind') !== 'Source.Kind';

interface AddToDraftProps {
  /** Undefined while nothing is asked. */
  draft: OfferedDraft | undefined;
  papers: readonly string[];
  /** No draft could keep a file that is not uploaded yet. */
  isUploaded: boolean;
  onAdd: (draft: OfferedDraft) => void;
  onOpenAlone: (draft: OfferedDraft) => void;
  onClose: () => void;
}

/** The papers may be of another patient than the draft, so nothing is put together unless a person says so. */
function AddToDraft({ draft, papers, isUploaded, onAdd, onOpenAlone, onClose }: AddToDraftProps) {
  if (!draft) return null;
  const [files, are] = papers.length === 1 ? ['this file', 'is'] : [`these ${papers.length} files`, 'are'];
  return (
    <ConfirmDialog
      title={`Add ${files} to the draft of ${nameIn(draft)}?`}
      cancel="Add to the draft"
      onCancel={() => onAdd(draft)}
      between={isUploaded ? { text: 'Open the draft alone', onClick: () => onOpenAlone(draft) } : undefined}
      confirm="Start separately"
      focus="confirm"
      onConfirm={onClose}
      onClose={onClose}
    >
      <p>
        {papers.join(', ')} {are} open as a new referral. Started separately, it stays one, and the draft
        stays among your drafts. Added to the draft, its fields replace those here.
      </p>
    </ConfirmDialog>
  );
}

function SaveHint({ missing, uploading }: { missing: readonly Missing[]; uploading: number }) {
  if (uploading === 0) return <MissingCount missing={missing} />;
  const text = 'A document is not uploaded yet: wait for it, or remove it.';
  return <SettledOutput className="soft small" text={text} />;
}
