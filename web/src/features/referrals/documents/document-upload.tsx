import { Button, Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import { type DocumentType, offeredOf } from '@handoff/shared/domain/agency/list-settings';
import { formatBytes } from '../../../text/format.ts';
import { showError } from '../../../data/toasts.ts';
import { acceptedDocuments, refusedDocument } from '../attachment.ts';
import { useDocumentUpload } from '../use-document-upload.ts';
import styles from './documents.module.css';
import { SameFile } from './same-file.tsx';

interface DocumentUploadProps {
  referralId: string;
  types: readonly DocumentType[];
}

/** Takes dropped or chosen files. The type comes first, so that no document is unsorted. */
export function DocumentUpload({ referralId, types }: DocumentUploadProps) {
  const [type, setType] = useState<string | null>(null);
  const [sending, setSending] = useState<{ file: File; number: number; of: number } | undefined>();
  const [failed, setFailed] = useState<readonly File[]>([]);
  const [elsewhere, setElsewhere] = useState<readonly { name: string; referralIds: readonly string[] }[]>([]);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const upload = useDocumentUpload({});
  const isCalledOff = useRef(false);
  const offered = offeredOf(types);
  const chosenType = type ?? offered[0]?.Id ?? null;

  /** Uploads one file after another. A failed one can be retried and does not stop the rest. */
  async function send(chosen: readonly File[]) {
    if (chosenType === null) return showError('Choose what kind of document it is first.');
    for (const refusal of chosen.map(refusedDocument)) if (refusal !== undefined) showError(refusal);
    const files = chosen.filter((file) => refusedDocument(file) === undefined);
    isCalledOff.current = false;
    setFailed((former) => former.filter((file) => !files.includes(file)));
    setElsewhere([]);
    for (const [index, file] of files.entries()) {
      setSending({ file, number: index + 1, of: files.length });
      const fields = { DocumentTypeId: chosenType, ReferralId: referralId };
      // oxlint-disable-next-line no-await-in-loop -- see above
      const sent = await upload.run({ fields, file });
      if (isCalledOff.current) break;
      if (!sent) setFailed((former) => [...former, file]);
      else if (sent.SameFileIn.length > 0)
        setElsewhere((former) => [...former, { name: file.name, referralIds: sent.SameFileIn }]);
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
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Select
        label="Document type"
        w={220}
        allowDeselect={false}
        value={chosenType}
        data={offered.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={setType}
      />
      <Button variant="default" aria-busy={sending !== undefined} onClick={() => picker.current?.click()}>
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
          if (chosen.length > 0) void send(chosen);
        }}
      />
      <span className={`soft small ${styles['uploadHint']}`}>
        or drop them here. PDF, PNG, JPEG, TIFF, Word; up to {formatBytes(MAX_DOCUMENT_BYTES)} each.
      </span>
      {sending && <UploadProgress {...sending} progress={upload.progress} cancel={cancel} />}
      {failed.map((file) => (
        <p
          key={`${file.name} ${file.size} ${file.lastModified}`}
          className={styles['uploadError']}
          role="alert"
        >
          {file.name} was not attached.{' '}
          <button type="button" className="text-button" onClick={() => void send([file])}>
            Try again
          </button>
        </p>
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
