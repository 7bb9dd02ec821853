import { Button, Group, Modal, Stack } from '@mantine/core';
import '../../../ui/theme/dialogs.ts';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsMaximize, IconDownload, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { useDownload } from '../../../data/send/download.ts';
import { widths } from '../../../ui/theme/style-sheets.ts';
import { DocumentSheet, isShown } from './document-sheet.tsx';
import { type DocumentView, useDocumentView } from './document-view.ts';
import { PlaceAmong, Tool, useViewKeys, type ViewControls, ViewTools } from './view-tools.tsx';
import styles from './viewer.module.css';

interface DocumentViewerProps {
  documents: readonly ReferralDocument[];
  /** The open document; undefined while closed. */
  shownId: string | undefined;
  typeName: (document: ReferralDocument) => string;
  onShow: (id: string | undefined) => void;
  /** The list of the documents. */
  children: ReactNode;
}

/** Shows one document beside the list, or in full screen where the screen is too narrow for both. */
export function DocumentViewer({ documents, shownId, typeName, onShow, children }: DocumentViewerProps) {
  const isWide = useMediaQuery(widths.wide, undefined, { getInitialValueInEffect: false });
  const [isFull, setFull] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const index = documents.findIndex(({ Id }) => Id === shownId);
  const document = documents[index];
  const { view, ...controls } = useDocumentView(document?.Id);
  const showAt = (place: number) => {
    const other = documents[place];
    return other && (() => onShow(other.Id));
  };
  const neighbors = { before: showAt(index - 1), after: showAt(index + 1) };
  const onKeyDown = useViewKeys(controls, neighbors);
  const isBeside = isWide && !isFull && document !== undefined;

  function close() {
    setFull(false);
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
    onShow(undefined);
  }

  function onKeyBeside(event: KeyboardEvent) {
    const { target, currentTarget } = event;
    const isInside = target instanceof Node && currentTarget.contains(target);
    if (!isBeside || !isInside || target instanceof HTMLInputElement) return;
    onKeyDown(event);
    if (event.key === 'Escape') close();
    // The same keys lead to other referrals.
    if (event.key === 'j' || event.key === 'k') event.stopPropagation();
  }

  const place = <PlaceAmong index={index} count={documents.length} {...neighbors} />;
  const shown = document && (
    <ShownDocument {...{ document, view, controls, place, isBeside }} typeName={typeName(document)}>
      {isBeside ? (
        <Group gap="xs" wrap="nowrap" className={`${styles['group']}`}>
          <Tool label="Full screen" onClick={() => setFull(true)}>
            <IconArrowsMaximize size={18} />
          </Tool>
          <Tool label="Close (Esc)" onClick={close}>
            <IconX size={18} />
          </Tool>
        </Group>
      ) : (
        <DownloadButton key={document.Id} document={document} />
      )}
    </ShownDocument>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the document in it
    <div className={styles['split']} data-beside={isBeside || undefined} onKeyDown={onKeyBeside}>
      {isBeside && (
        <Stack component="section" gap={0} className={`${styles['beside']}`} aria-label="Open document">
          <h2 className={styles['besideName']}>{document.name}</h2>
          {shown}
        </Stack>
      )}
      <div ref={list}>{children}</div>
      <FullScreen
        isOpen={document !== undefined && !isBeside}
        title={document?.name}
        onClose={close}
        onKeyDown={onKeyDown}
      >
        {!isBeside && shown}
      </FullScreen>
    </div>
  );
}

interface FullScreenProps {
  isOpen: boolean;
  title: string | undefined;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}

function FullScreen({ isOpen, ...props }: FullScreenProps) {
  return (
    <Modal
      fullScreen
      opened={isOpen}
      classNames={{
        content: styles['content'] ?? '',
        header: styles['header'] ?? '',
        title: 'cut',
        body: styles['body'] ?? '',
      }}
      {...props}
    />
  );
}

interface ShownDocumentProps {
  document: ReferralDocument;
  typeName: string;
  view: DocumentView;
  controls: ViewControls;
  place: ReactNode;
  isBeside: boolean;
  /** More tools, at the end of the bar. */
  children: ReactNode;
}

function ShownDocument({
  document,
  typeName,
  view,
  controls,
  place,
  isBeside,
  children,
}: ShownDocumentProps) {
  return (
    <Stack gap={0} className={`${styles['viewer']}`}>
      <Group className={`${styles['bar']}`}>
        {place}
        <span className={`soft cut ${styles['type']}`}>{typeName}</span>
        {isShown(document.ContentType) && <ViewTools view={view} {...controls} />}
        {children}
      </Group>
      <DocumentSheet
        key={document.Id}
        source={document}
        type={document.ContentType}
        instead="Download it to open it in another program."
        // Beside the list, the focus stays in the list.
        takesFocus={!isBeside}
        view={view}
        {...controls}
      />
    </Stack>
  );
}

function DownloadButton({ document: { name, blobName } }: { document: ReferralDocument }) {
  const download = useDownload(servicesApi.downloadFile, name);
  return (
    <Button
      size="xs"
      className={`${styles['download']}`}
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => void download.run({ params: { blobName } })}
    >
      Download
    </Button>
  );
}
