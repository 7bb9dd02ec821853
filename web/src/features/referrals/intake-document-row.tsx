import { ActionIcon, NativeSelect } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { CrossIcon, FileIcon } from '../../components/icons.tsx';
import { formatBytes } from '../../lib/format.ts';
import { type Action, useAction } from '../../lib/use-action.ts';
import type { Attachment } from './intake-attachment.ts';

interface IntakeDocumentRowProps {
  attachment: Attachment;
  types: readonly DocumentType[];
  onChange: (attachment: Attachment) => void;
  onRemove: () => void;
}

/** One attached file: its upload runs by itself and can be repeated, its type changed, or the file removed. */
export function IntakeDocumentRow({ attachment, types, onChange, onRemove }: IntakeDocumentRowProps) {
  const { file, typeId, document } = attachment;
  // The row says what happened to its file: a toast for each would cover what is being typed.
  const upload = useAction(api.services.uploadFile, { silent: true });
  const discard = useAction(api.services.deleteFile, { silent: true });
  const isRemoved = useRef(false);

  async function send(DocumentTypeId: string, former?: ReferralDocument) {
    const saved = await upload.run({ fields: { DocumentTypeId }, file });
    const uploaded = saved?.ReferralDocuments[0];
    if (!uploaded) return;
    if (isRemoved.current) void discard.run({ params: { blobName: uploaded.blobName } });
    else onChange({ ...attachment, typeId: DocumentTypeId, document: uploaded });
    if (former) void discard.run({ params: { blobName: former.blobName } });
  }

  const sendFirst = useEffectEvent(() => {
    if (!document) void send(typeId);
  });
  useEffect(() => sendFirst(), []);

  function remove() {
    isRemoved.current = true;
    if (document) void discard.run({ params: { blobName: document.blobName } });
    onRemove();
  }

  return (
    <li className="intake-document">
      <FileIcon />
      <span className="intake-document-name">
        {file.name} <span className="soft small number">{formatBytes(file.size)}</span>
        <DocumentState
          upload={upload}
          isUploaded={document !== undefined}
          onRetry={() => void send(typeId)}
        />
      </span>
      <NativeSelect
        size="xs"
        aria-label={`Type of ${file.name}`}
        data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        value={typeId}
        disabled={upload.isPending}
        // A type cannot be changed afterwards: the file goes up again under the new one.
        onChange={({ currentTarget }) => {
          onChange({ ...attachment, typeId: currentTarget.value, document: undefined });
          void send(currentTarget.value, document);
        }}
      />
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={`Remove ${file.name}`} onClick={remove}>
        <CrossIcon size={16} />
      </ActionIcon>
    </li>
  );
}

interface DocumentStateProps {
  upload: Pick<Action<typeof api.services.uploadFile>, 'isPending' | 'progress' | 'error'>;
  isUploaded: boolean;
  onRetry: () => void;
}

function DocumentState({ upload, isUploaded, onRetry }: DocumentStateProps) {
  if (upload.isPending)
    return (
      <progress
        aria-label="Upload"
        value={upload.progress ?? 0}
        max={1}
        className="intake-document-progress"
      />
    );
  if (upload.error)
    return (
      <span role="alert" className="field-error">
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
