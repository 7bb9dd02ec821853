import {
  IconDownload,
  IconFile,
  IconPencil,
  IconShieldSearch,
  IconShieldX,
  IconTrash,
} from '@tabler/icons-react';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { type DocumentType, isOffered } from '@handoff/shared/domain/agency/list-settings';
import { isOpenable, type Referral, type ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { useMay } from '../../../data/current-person.ts';
import { formatBytes, formatDateTime } from '../../../text/format.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useDownload } from '../../../data/send/download.ts';
import { showOffer } from '../../../data/toasts.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { DocumentUpload } from './document-upload.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import styles from './documents.module.css';
import { EarlierCopy, isEarlierCopy } from './same-file.tsx';
import { SenderLinks } from '../sender-links/sender-links.tsx';
import { useShownDocument } from './use-shown-document.ts';

interface DocumentsTabProps {
  referral: Referral;
  documents: readonly ReferralDocument[];
  types: readonly DocumentType[];
  /** Names of required types of which there is no document. */
  missing: readonly string[];
}

export function DocumentsTab({ referral, documents, types, missing }: DocumentsTabProps) {
  const mayEdit = useMay('documents.edit');
  const section = useRef<HTMLElement>(null);
  const [shownId, show] = useShownDocument();
  const typeName = ({ DocumentTypeId }: ReferralDocument) =>
    types.find(({ Id }) => Id === DocumentTypeId)?.Name ?? DocumentTypeId;
  return (
    <section ref={section} tabIndex={-1} className={styles['documents']} aria-label="Documents">
      <DocumentViewer documents={documents.filter(isOpenable)} {...{ shownId, typeName }} onShow={show}>
        {mayEdit && (
          <DocumentUpload
            referralId={referral.Id}
            types={types}
            missing={types.filter((type) => isOffered(type) && missing.includes(type.Name))}
          />
        )}
        {documents.length === 0 && (
          <EmptyState icon={IconFile} title="No documents yet">
            {mayEdit
              ? 'Attach the referral form, orders or a discharge summary above.'
              : 'Intake staff attach the papers that come with a referral here.'}
          </EmptyState>
        )}
        <ul>
          {documents.map((document) => (
            <Group component="li" wrap="nowrap" key={document.Id} className={styles['document'] ?? ''}>
              <IconFile size={20} aria-hidden="true" />
              <DocumentFacts
                document={document}
                type={typeName(document)}
                same={documents.find((other) => isEarlierCopy(other, document))}
                isShown={document.Id === shownId}
                onOpen={() => show(document.Id)}
              />
              <DocumentActions
                document={document}
                types={types}
                mayEdit={mayEdit}
                mayDelete={mayEdit && !referral.LegalHold}
                onDeleted={() => section.current?.focus()}
              />
            </Group>
          ))}
        </ul>
      </DocumentViewer>
      <SenderLinks {...{ referral, missing }} />
    </section>
  );
}

interface DocumentFactsProps {
  document: ReferralDocument;
  type: string;
  /** An identical document that was attached before. */
  same: ReferralDocument | undefined;
  /** It is open in the viewer. */
  isShown: boolean;
  onOpen: () => void;
}

function DocumentFacts({ document, type, same, isShown, onOpen }: DocumentFactsProps) {
  return (
    <div className={styles['documentFacts']}>
      {isOpenable(document) ? (
        <button
          type="button"
          className={`text-button label ${styles['documentName']}`}
          aria-current={isShown || undefined}
          onClick={onOpen}
        >
          <VisuallyHidden>Open </VisuallyHidden>
          {document.name}
        </button>
      ) : (
        <b className="label">{document.name}</b>
      )}
      <p className="soft small number">
        {type} · {formatBytes(document.Size)} · {document.UploadedBy.FullName},{' '}
        {formatDateTime(document.UploadedAt)}
      </p>
      <ScanState document={document} />
      <EarlierCopy name={same?.name} />
    </div>
  );
}

/** Says why a document cannot be opened. */
function ScanState({ document: { Scan } }: { document: ReferralDocument }) {
  if (Scan.State === 'clean') return null;
  if (Scan.State === 'checking')
    return (
      <Group component="output" gap="xs" wrap="nowrap" className="soft small">
        <IconShieldSearch size={15} aria-hidden="true" /> Being checked for malware
      </Group>
    );
  const reason = Scan.Reason === '' ? '' : ` (${Scan.Reason})`;
  return (
    <Group component="output" gap="xs" wrap="nowrap" className="wrong small">
      <IconShieldX size={15} aria-hidden="true" />
      {Scan.State === 'blocked'
        ? `Blocked: malware was found in it${reason}`
        : `Not checked for malware${reason}. Attach it again, without a password.`}
    </Group>
  );
}

interface DocumentActionsProps extends DeleteDocumentProps {
  types: readonly DocumentType[];
  mayEdit: boolean;
  mayDelete: boolean;
}

function DocumentActions({ document, types, mayEdit, mayDelete, ...deletion }: DocumentActionsProps) {
  const [isEditing, setEditing] = useState(false);
  const download = useDownload(servicesApi.downloadFile, document.name);
  return (
    <Group gap="sm">
      {isOpenable(document) && (
        <Button
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          aria-label={`Download ${document.name}`}
          loading={download.isPending}
          onClick={() => void download.run({ params: { blobName: document.blobName } })}
        >
          Download
        </Button>
      )}
      {mayEdit && (
        <Button
          size="xs"
          leftSection={<IconPencil size={15} aria-hidden="true" />}
          aria-label={`Change ${document.name}`}
          onClick={() => setEditing(true)}
        >
          Change
        </Button>
      )}
      {isEditing && <DocumentDialog {...{ document, types }} onClose={() => setEditing(false)} />}
      {mayDelete && <DeleteDocument document={document} {...deletion} />}
    </Group>
  );
}

interface DeleteDocumentProps {
  document: ReferralDocument;
  onDeleted: () => void;
}

/** Asks nothing, because it can be undone. */
function DeleteDocument({ document: { name, blobName }, onDeleted }: DeleteDocumentProps) {
  const restore = useAction(servicesApi.restoreFile);
  const remove = useAction(servicesApi.deleteFile);
  const input = { params: { blobName } };

  async function run() {
    const removed = await remove.run(input);
    if (!removed.ok) return;
    onDeleted();
    showOffer({
      text: `${name} was deleted. It can be restored until ${formatDateTime(removed.output.PurgeAt)}.`,
      button: 'Undo',
      onTake: () => void restore.run(input),
    });
  }

  return (
    <Button
      size="xs"
      leftSection={<IconTrash size={15} aria-hidden="true" />}
      aria-label={`Delete ${name}`}
      loading={remove.isPending}
      onClick={() => void run()}
    >
      Delete
    </Button>
  );
}
