import { Button, Modal } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { useDownload } from '../../../data/send/download.ts';
import { DocumentSheet, isShown } from './document-sheet.tsx';
import { useDocumentView } from './document-view.ts';
import { PlaceAmong, useViewKeys, ViewTools } from './view-tools.tsx';
import styles from './viewer.module.css';

interface DocumentViewerProps {
  documents: readonly ReferralDocument[];
  /** The open document; undefined while closed. */
  shownId: string | undefined;
  typeName: (document: ReferralDocument) => string;
  onShow: (id: string | undefined) => void;
}

/** Shows one document in full screen, with links to the others. */
export function DocumentViewer({ documents, shownId, typeName, onShow }: DocumentViewerProps) {
  const index = documents.findIndex(({ Id }) => Id === shownId);
  const document = documents[index];
  const { view, ...controls } = useDocumentView(document?.Id);
  const showAt = (place: number) => {
    const other = documents[place];
    return other && (() => onShow(other.Id));
  };
  const neighbors = { before: showAt(index - 1), after: showAt(index + 1) };
  const onKeyDown = useViewKeys(controls, neighbors);

  return (
    <Modal
      fullScreen
      opened={document !== undefined}
      onClose={() => onShow(undefined)}
      title={document?.name}
      onKeyDown={onKeyDown}
      classNames={{
        content: styles['content'] ?? '',
        header: styles['header'] ?? '',
        title: styles['title'] ?? '',
        body: styles['body'] ?? '',
      }}
    >
      {document && (
        <div className={styles['viewer']}>
          <div className={styles['bar']}>
            <PlaceAmong index={index} count={documents.length} {...neighbors} />
            <span className={styles['type']}>{typeName(document)}</span>
            {isShown(document.ContentType) && <ViewTools view={view} {...controls} />}
            <DownloadButton key={document.Id} document={document} />
          </div>
          <DocumentSheet
            key={document.Id}
            source={document}
            type={document.ContentType}
            instead="Download it to open it in another program."
            takesFocus
            view={view}
            {...controls}
          />
        </div>
      )}
    </Modal>
  );
}

function DownloadButton({ document: { name, blobName } }: { document: ReferralDocument }) {
  const download = useDownload(servicesApi.downloadFile, name);
  return (
    <Button
      size="xs"
      variant="default"
      className={styles['download'] ?? ''}
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => void download.run({ params: { blobName } })}
    >
      Download
    </Button>
  );
}
