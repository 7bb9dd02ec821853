import { IconDownload, IconFile, IconTrash } from '@tabler/icons-react';
import { Button, Modal, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import type { Referral, ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { EmptyState } from '../../../components/page-states.tsx';
import { useMay } from '../../../lib/current-person.ts';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useDownload } from '../../../lib/api/download.ts';
import { DocumentUpload } from './document-upload.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import styles from './documents.module.css';
import { useShownDocument } from './use-shown-document.ts';

interface DocumentsTabProps {
  referral: Referral;
  documents: readonly ReferralDocument[];
  types: readonly DocumentType[];
  onChanged: () => Promise<unknown>;
}

export function DocumentsTab({ referral, documents, types, onChanged }: DocumentsTabProps) {
  const mayEdit = useMay('documents.edit');
  const section = useRef<HTMLElement>(null);
  const [shownId, show] = useShownDocument();
  const [doomed, setDoomed] = useState<ReferralDocument | undefined>();
  const typeName = ({ DocumentTypeId }: ReferralDocument) =>
    types.find(({ Id }) => Id === DocumentTypeId)?.Name ?? DocumentTypeId;
  return (
    <section ref={section} tabIndex={-1} className={styles['documents']} aria-label="Documents">
      {mayEdit && <DocumentUpload referralId={referral.Id} types={types} onUploaded={onChanged} />}
      {documents.length === 0 && (
        <EmptyState icon={IconFile} title="No documents yet">
          {mayEdit
            ? 'Attach the referral form, orders or a discharge summary above.'
            : 'Intake staff attach the papers that come with a referral here.'}
        </EmptyState>
      )}
      <ul>
        {documents.map((document) => (
          <li key={document.Id} className={styles['document']}>
            <IconFile size={20} aria-hidden="true" />
            <DocumentFacts document={document} type={typeName(document)} onOpen={() => show(document.Id)} />
            <DocumentActions {...{ document, mayEdit }} onDelete={() => setDoomed(document)} />
          </li>
        ))}
      </ul>
      <DocumentViewer {...{ documents, shownId, typeName }} onShow={show} />
      <DeleteDialog
        document={doomed}
        onClose={() => setDoomed(undefined)}
        onDeleted={async () => {
          await onChanged();
          section.current?.focus();
        }}
      />
    </section>
  );
}

interface DocumentFactsProps {
  document: ReferralDocument;
  type: string;
  onOpen: () => void;
}

function DocumentFacts({ document, type, onOpen }: DocumentFactsProps) {
  return (
    <div className={styles['documentFacts']}>
      <button type="button" className={styles['documentName']} onClick={onOpen}>
        <VisuallyHidden>Open </VisuallyHidden>
        {document.name}
      </button>
      <span className="soft small number">
        {type} · {formatBytes(document.Size)} · {document.UploadedBy.FullName},{' '}
        {formatDateTime(document.UploadedAt)}
      </span>
    </div>
  );
}

interface DocumentActionsProps {
  document: ReferralDocument;
  mayEdit: boolean;
  onDelete: () => void;
}

function DocumentActions({ document, mayEdit, onDelete }: DocumentActionsProps) {
  const download = useDownload(api.services.downloadFile, document.name);
  return (
    <div className={styles['documentActions']}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={15} aria-hidden="true" />}
        aria-label={`Download ${document.name}`}
        loading={download.isPending}
        onClick={() => void download.run({ params: { blobName: document.blobName } })}
      >
        Download
      </Button>
      {mayEdit && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={15} aria-hidden="true" />}
          aria-label={`Delete ${document.name}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      )}
    </div>
  );
}

interface DeleteDialogProps {
  document: ReferralDocument | undefined;
  onClose: () => void;
  onDeleted: () => Promise<unknown>;
}

function DeleteDialog({ document, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useAction(api.services.deleteFile, {
    onSuccess: () => {
      onClose();
      void onDeleted();
    },
  });
  return (
    <Modal opened={document !== undefined} onClose={onClose} title="Delete this document?">
      <p className={styles['dialogText']}>
        <b>{document?.name}</b> disappears from this referral for everyone. The activity keeps that you
        deleted it.
      </p>
      <div className={styles['dialogActions']}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Keep
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() => document && void remove.run({ params: { blobName: document.blobName } })}
        >
          Delete
        </Button>
      </div>
    </Modal>
  );
}
