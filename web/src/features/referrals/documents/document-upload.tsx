import { Button, Select, VisuallyHidden } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import { type DocumentType, offeredOf, unsortedType } from '@handoff/shared/domain/agency/list-settings';
import { formatBytes } from '../../../text/format.ts';
import { showError } from '../../../data/toasts.ts';
import { acceptedDocuments, refusedDocument } from '../attachment.ts';
import { useDocumentUpload } from '../use-document-upload.ts';
import styles from './documents.module.css';
import { SameFile } from './same-file.tsx';

interface DocumentUploadProps {
  referralId: string;
  types: readonly DocumentType[];
  /** Required types of which the referral has no document. */
  missing: readonly DocumentType[];
}

interface Failed {
  file: File;
  why: string;
  /** The type to try again with; undefined for a file that cannot be attached at all. */
  as: string | undefined;
}

/** Takes dropped or chosen files. The type comes first, so that no document is unsorted. */
export function DocumentUpload({ referralId, types, missing }: DocumentUploadProps) {
  const [type, setType] = useState<string | null>(null);
  const [sending, setSending] = useState<{ file: File; number: number; of: number } | undefined>();
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const [elsewhere, setElsewhere] = useState<readonly { name: string; referralIds: readonly string[] }[]>([]);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  /** The type of the missing document for which the files are being chosen. */
  const slot = useRef<string>(undefined);
  const upload = useDocumentUpload();
  const isCalledOff = useRef(false);
  const offered = offeredOf(types);
  const chosenType = type ?? unsortedType(types)?.Id ?? null;

  /** Uploads one file after another. A failed one can be retried and does not stop the rest. */
  async function send(chosen: readonly File[], as = chosenType) {
    if (as === null) return showError('Choose what kind of document it is first.');
    const files = chosen.filter((file) => refusedDocument(file) === undefined);
    const refused = chosen.flatMap((file) => {
      const why = refusedDocument(file);
      return why === undefined ? [] : [{ file, why, as: undefined }];
    });
    isCalledOff.current = false;
    setFailed((former) => [...former.filter(({ file }) => !chosen.includes(file)), ...refused]);
    setElsewhere([]);
    for (const [index, file] of files.entries()) {
      setSending({ file, number: index + 1, of: files.length });
      const fields = { DocumentTypeId: as, ReferralId: referralId };
      // oxlint-disable-next-line no-await-in-loop -- see above
      const sent = await upload.run({ fields, file });
      if (isCalledOff.current) break;
      if (!sent.ok) setFailed((former) => [...former, { file, why: sent.failure.message, as }]);
      else if (sent.output.SameFileIn.length > 0)
        setElsewhere((former) => [...former, { name: file.name, referralIds: sent.output.SameFileIn }]);
    }
    setSending(undefined);
  }

  function cancel() {
    isCalledOff.current = true;
    upload.cancel();
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = [...event.dataTransfer.files];
    if (dropped.length > 0) void send(dropped);
  }

  return (
    <div
      className={styles['upload']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      // It also fires on the way to an element inside.
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={drop}
    >
      <Select
        label="Document type"
        w={220}
        allowDeselect={false}
        placeholder="Choose a type"
        value={chosenType}
        data={offered.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={setType}
      />
      <Button
        aria-busy={sending !== undefined}
        onClick={() => {
          slot.current = undefined;
          picker.current?.click();
        }}
      >
        Attach files…
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={acceptedDocuments}
        aria-label="Files to attach"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (chosen.length > 0) void send(chosen, slot.current ?? chosenType);
          slot.current = undefined;
        }}
      />
      <span className={`soft small ${styles['uploadHint']}`}>
        or drop them here. PDF, PNG, JPEG, TIFF, Word; up to {formatBytes(MAX_DOCUMENT_BYTES)} each.
      </span>
      {sending && <UploadProgress {...sending} progress={upload.progress} cancel={cancel} />}
      {failed.map(({ file, why, as }) => (
        <p
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className={styles['uploadError']}
          role="alert"
        >
          {file.name} was not attached. {why}{' '}
          {as !== undefined && (
            <button type="button" className="text-button" onClick={() => void send([file], as)}>
              Try again
            </button>
          )}{' '}
          <button
            type="button"
            className="text-button"
            aria-label={`Dismiss ${file.name}`}
            onClick={() => setFailed((former) => former.filter((each) => each.file !== file))}
          >
            Dismiss
          </button>
        </p>
      ))}
      {missing.map(({ Id, Name }) => (
        <div
          key={Id}
          className={styles['slot']}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.stopPropagation();
            event.preventDefault();
            setOver(false);
            void send([...event.dataTransfer.files], Id);
          }}
        >
          <b>{Name}</b> <span className="soft">is missing: drop it here, or</span>{' '}
          <button
            type="button"
            className="text-button"
            onClick={() => {
              slot.current = Id;
              picker.current?.click();
            }}
          >
            Attach it<VisuallyHidden> as {Name}</VisuallyHidden>
          </button>
        </div>
      ))}
      {elsewhere.map((same, index) => (
        <SameFile key={`${index} ${same.name}`} {...same} />
      ))}
    </div>
  );
}

interface UploadProgressProps {
  file: File;
  number: number;
  of: number;
  progress: number | undefined;
  cancel: () => void;
}

function UploadProgress({ file: { name }, number, of, progress = 0, cancel }: UploadProgressProps) {
  const percent = Math.round(progress * 100);
  const place = of > 1 ? `${number} of ${of}: ` : '';
  return (
    <div className={styles['uploadProgress']}>
      <span className="small">
        {place}
        {percent < 100 ? `Sending ${name}, ${percent}%` : `Storing ${name}…`}
      </span>
      <progress max={100} value={percent} aria-label={`Sending ${name}`} />
      <button type="button" className="text-button" onClick={cancel}>
        {of > 1 ? 'Cancel the uploads' : 'Cancel the upload'}
      </button>
    </div>
  );
}
