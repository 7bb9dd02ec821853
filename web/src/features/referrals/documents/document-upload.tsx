import { Button, Select } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { type DragEvent, useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/services';
import { type DocumentType, offeredOf } from '@handoff/shared/domain/agency/list-settings';
import { formatBytes } from '../../../lib/format/format.ts';
import { showError } from '../../../lib/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { acceptedDocuments, refusedDocument } from '../attachment.ts';
import styles from './documents.module.css';

interface DocumentUploadProps {
  referralId: string;
  types: readonly DocumentType[];
  onUploaded: () => Promise<unknown>;
}

/** Drop a file or choose one: its type is asked for first, so that nothing lies about unsorted. */
export function DocumentUpload({ referralId, types, onUploaded }: DocumentUploadProps) {
  const [type, setType] = useState<string | null>(null);
  const [file, setFile] = useState<File | undefined>();
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const upload = useAction(api.services.uploadFile, {
    onSuccess: () => {
      setFile(undefined);
      void onUploaded();
    },
  });
  const offered = offeredOf(types);
  const chosenType = type ?? offered[0]?.Id ?? null;

  function send(chosen: File) {
    setFile(chosen);
    const refusal = refusedDocument(chosen);
    if (refusal !== undefined) return showError(refusal);
    if (chosenType === null) return showError('Choose what kind of document it is first.');
    void upload.run({ fields: { DocumentTypeId: chosenType, ReferralId: referralId }, file: chosen });
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped) send(dropped);
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
        size="sm"
        w={220}
        allowDeselect={false}
        value={chosenType}
        data={offered.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={setType}
      />
      <Button
        size="sm"
        variant="default"
        aria-busy={upload.isPending}
        onClick={() => picker.current?.click()}
      >
        Attach a file…
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={acceptedDocuments}
        aria-label="File to attach"
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (chosen) send(chosen);
        }}
      />
      <span className={`soft small ${styles['uploadHint']}`}>
        or drop it here. PDF, PNG, JPEG, TIFF, Word; up to {formatBytes(MAX_DOCUMENT_BYTES)}.
      </span>
      {upload.isPending && file && <UploadProgress name={file.name} {...upload} />}
      {upload.error && file && !upload.isPending && (
        <p className={styles['uploadError']} role="alert">
          {file.name}: {upload.error.message}{' '}
          <button type="button" className="text-button" onClick={() => send(file)}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}

interface UploadProgressProps {
  name: string;
  progress: number | undefined;
  cancel: () => void;
}

function UploadProgress({ name, progress = 0, cancel }: UploadProgressProps) {
  const percent = Math.round(progress * 100);
  return (
    <div className={styles['uploadProgress']}>
      <span className="small">{percent < 100 ? `Sending ${name}, ${percent} %` : `Storing ${name}…`}</span>
      <progress max={100} value={percent} aria-label={`Sending ${name}`} />
      <button type="button" className="text-button" onClick={cancel}>
        Cancel the upload
      </button>
    </div>
  );
}
