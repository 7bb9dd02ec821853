import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FileDrop } from '../../../ui/inputs/file-drop.tsx';
import { RefusedFiles, UploadRow, UploadRows } from '../../../ui/inputs/upload-rows.tsx';
import { useMay } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import type { Uploads } from '../../../data/send/uploads.ts';
import { useApi } from '../../../data/use-api.ts';
import { acceptedDocuments, acceptedReferrals } from '../accepted-files.ts';
import type { Attachment } from '../attachment.ts';
import { discardDocument } from '../document-uploads.ts';
import type { Attachments } from './attachments.ts';
import type { PageSorting } from './pages/use-page-sorting.tsx';
import { useFileDrop } from './dropped-files.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import { EarlierCopy, isEarlierCopy, SameFile } from '../documents/same-file.tsx';
import styles from './intake.module.css';
import { plural } from '../../../text/format.ts';

type Sorting = Pick<PageSorting, 'isOffered' | 'isReady' | 'drafts' | 'open'>;

export function DocumentsSection({
  of: { attachments, uploads, refusals, add, dismissRefusals },
  sorting,
  isReading,
}: {
  of: Attachments;
  sorting: Sorting;
  /** A file of another system is being read. */
  isReading: boolean;
}) {
  const api = useApi();
  const mayAttach = useMay('documents.edit');
  const types = useSettings().offered.documentTypes();
  const [chosenType, setChosenType] = useState<string | undefined>();
  const typeId = chosenType ?? types[0]?.Id;
  const take = (files: readonly File[]) => add(files, typeId);
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
        <output className="small soft">{isReading ? 'Reading the referral…' : ''}</output>
      </div>
      <div className={wide(12)}>
        <RefusedFiles of={refusals} onDismiss={dismissRefusals} />
      </div>
      <UploadRows>
        {attachments.map((attachment) => (
          <UploadRow
            key={attachment.id}
            of={uploads}
            item={attachment}
            facts={
              <>
                <EarlierCopy name={earlierCopy(attachment, attachments)?.name} />
                <SameFile referralIds={attachment.sameFileIn} />
              </>
            }
            choices={<TypeChoice of={uploads} attachment={attachment} types={types} />}
            onRemove={() => discardDocument(api, attachment)}
          />
        ))}
      </UploadRows>
      {(sorting.isOffered || sorting.drafts > 0) && <SortingLine of={sorting} />}
    </IntakeSection>
  );
}

/** Leads to the pages of the attached PDFs, and to the drafts that were made from them. */
function SortingLine({ of: { isReady, drafts, open } }: { of: Sorting }) {
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

interface TypeChoiceProps {
  of: Uploads<Attachment>;
  attachment: Attachment;
  types: readonly DocumentType[];
}

/** A file with another type is sent again. */
function TypeChoice({ of, attachment: { id, name, file, typeId, isSending }, types }: TypeChoiceProps) {
  return (
    <NativeSelect
      size="xs"
      aria-label={`Type of ${name}`}
      data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
      value={typeId ?? types[0]?.Id ?? ''}
      disabled={isSending || !file}
      onChange={({ currentTarget }) =>
        of.again(id, (attachment) => ({ ...attachment, typeId: currentTarget.value }))
      }
    />
  );
}
