import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { FileDrop } from '../../../ui/inputs/file-drop.tsx';
import { useMay } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { acceptedDocuments, acceptedReferrals, type Attachment, isReferralFile } from '../attachment.ts';
import type { Attachments } from './attachments.ts';
import type { PageSorting } from './pages/use-page-sorting.tsx';
import { useFileDrop } from './dropped-files.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import type { SentFiles } from './sent-files.ts';
import { EarlierCopy, isEarlierCopy, SameFile } from '../documents/same-file.tsx';
import styles from './intake.module.css';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { formatBytes, plural } from '../../../text/format.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { type DocumentUploadAction, useDocumentUpload } from '../use-document-upload.ts';

/** Files upload at once, before the referral exists; saving attaches them to it. */
export function DocumentsSection({
  of: { attachments, refusals, add, change },
  sorting,
  sent,
}: {
  of: Attachments;
  sorting: PageSorting;
  sent: SentFiles;
}) {
  const mayAttach = useMay('documents.edit');
  const types = useSettings().offered.documentTypes();
  const [chosenType, setChosenType] = useState<string | undefined>();
  const typeId = chosenType ?? types[0]?.Id;
  function take(files: readonly File[]) {
    const referrals = files.filter(isReferralFile);
    if (referrals.length > 0) void sent.begin(referrals);
    if (referrals.length < files.length)
      add(
        files.filter((file) => !isReferralFile(file)),
        typeId,
      );
  }
  useFileDrop((files) => mayAttach && take(files));

  if (!mayAttach)
    return (
      <IntakeSection name="Documents">
        <p className={styles['hint']}>
          You do not have permission to attach documents. A manager can give it to you.
        </p>
      </IntakeSection>
    );
  return (
    <IntakeSection name="Documents">
      <NativeSelect
        className={wide(4)}
        label="Document type"
        data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        value={typeId ?? ''}
        disabled={types.length === 0}
        onChange={({ currentTarget }) => setChosenType(currentTarget.value)}
      />
      <div className={wide(8)}>
        <FileDrop
          label="Attach files"
          accept={`${acceptedDocuments},${acceptedReferrals}`}
          multiple
          onFiles={take}
        >
          Drag files here or click to browse. PDF, image, Word, or a referral as C-CDA, FHIR or HL7, up to 20
          MB each.
        </FileDrop>
        <output className="small soft">{sent.isReading ? 'Reading the referral…' : ''}</output>
      </div>
      <div className={wide(12)} role="alert">
        {refusals.map((refusal) => (
          <p key={refusal} className={styles['error']}>
            {refusal}
          </p>
        ))}
      </div>
      {attachments.length > 0 && (
        <ul className={styles['documents']}>
          {attachments.map((attachment) => (
            <IntakeDocumentRow
              key={attachment.id}
              attachment={attachment}
              same={earlierCopy(attachment, attachments)?.name}
              types={types}
              onChange={(changed) =>
                change((former) => former.map((each) => (each.id === changed.id ? changed : each)))
              }
              onRemove={() => change((former) => former.filter(({ id }) => id !== attachment.id))}
            />
          ))}
        </ul>
      )}
      {(sorting.isOffered || sorting.drafts > 0) && <SortingLine of={sorting} />}
    </IntakeSection>
  );
}

/** Leads to the pages of the attached PDFs, and to the drafts that were made from them. */
function SortingLine({ of: { isReady, drafts, open } }: { of: PageSorting }) {
  return (
    <div className={wide(12)}>
      <Button size="xs" disabled={!isReady} onClick={open}>
        Sort the pages…
      </Button>
      {drafts > 0 && (
        <output className="small">
          {' '}
          {plural(drafts, 'more draft')} made from the pages.{' '}
          <Link to="/referrals/drafts" className="link">
            Open the drafts
          </Link>
        </output>
      )}
    </div>
  );
}

const earlierCopy = ({ document }: Attachment, attachments: readonly Attachment[]) =>
  document && attachments.find((other) => other.document && isEarlierCopy(other.document, document));

interface IntakeDocumentRowProps {
  attachment: Attachment;
  /** The name of an identical file attached before. */
  same: string | undefined;
  types: readonly DocumentType[];
  onChange: (attachment: Attachment) => void;
  onRemove: () => void;
}

/** One attached file. It uploads by itself, and can be retried, given another type, or removed. */
function IntakeDocumentRow({ attachment, same, types, onChange, onRemove }: IntakeDocumentRowProps) {
  const { file, name, typeId, document } = attachment;
  // The row shows the outcome; a toast per file would cover the form.
  const upload = useDocumentUpload({ silent: true });
  const discard = useAction(servicesApi.deleteFile, { silent: true });
  const isRemoved = useRef(false);

  async function send(wanted: string | undefined, former?: ReferralDocument) {
    if (!file) return;
    const fields = wanted === undefined ? {} : { DocumentTypeId: wanted };
    const saved = await upload.run({ fields, file });
    const uploaded = saved.ok && saved.output.ReferralDocuments[0];
    if (!saved.ok || !uploaded) return;
    if (isRemoved.current) void discard.run({ params: { blobName: uploaded.blobName } });
    else
      onChange({
        ...attachment,
        typeId: uploaded.DocumentTypeId,
        document: uploaded,
        sameFileIn: saved.output.SameFileIn,
      });
    if (former) void discard.run({ params: { blobName: former.blobName } });
  }

  const sendFirst = useEffectEvent(() => {
    if (!document) void send(typeId);
  });
  useEffect(() => sendFirst(), []);

  function remove() {
    isRemoved.current = true;
    upload.cancel();
    if (document) void discard.run({ params: { blobName: document.blobName } });
    onRemove();
  }

  return (
    <li className={styles['document']}>
      <IconFile size={16} aria-hidden="true" />
      <span className={styles['fileName']}>
        {name} <span className="soft small number">{formatBytes(attachment.size)}</span>
        <DocumentState
          upload={upload}
          isUploaded={document !== undefined}
          onRetry={() => void send(typeId)}
        />
        <EarlierCopy name={same} />
        <SameFile referralIds={attachment.sameFileIn} />
      </span>
      <NativeSelect
        size="xs"
        aria-label={`Type of ${name}`}
        data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        value={typeId ?? types[0]?.Id ?? ''}
        disabled={upload.isPending || !file}
        // The type of an upload is fixed, so a new type uploads the file again.
        onChange={({ currentTarget }) => {
          onChange({ ...attachment, typeId: currentTarget.value, document: undefined });
          void send(currentTarget.value, document);
        }}
      />
      <ActionIcon size="lg" aria-label={`Remove ${name}`} onClick={remove}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

interface DocumentStateProps {
  upload: Pick<DocumentUploadAction, 'isPending' | 'progress' | 'error'>;
  isUploaded: boolean;
  onRetry: () => void;
}

function DocumentState({ upload, isUploaded, onRetry }: DocumentStateProps) {
  if (upload.isPending)
    return (
      <progress aria-label="Upload" value={upload.progress ?? 0} max={1} className={styles['progress']} />
    );
  if (upload.error)
    return (
      <span role="alert" className={styles['error']}>
        {upload.error.message}{' '}
        {!upload.error.isAnswered && (
          <button type="button" className="text-button" onClick={onRetry}>
            Try again
          </button>
        )}
      </span>
    );
  return <output className="small soft">{isUploaded ? 'Uploaded' : ''}</output>;
}
