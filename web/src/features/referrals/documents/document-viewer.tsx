import { ActionIcon, Button, Modal } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFileOff,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
} from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { Bones, EmptyState, ErrorState } from '../../../components/page-states.tsx';
import { useOnce } from '../../../lib/api/use-read.ts';
import { useDownload } from '../../../lib/api/download.ts';
import { usePageKeysSetting } from '../../../lib/page-keys.ts';
import { type DocumentView, LEAST_ZOOM, MOST_ZOOM, useDocumentView } from './document-view.ts';
import { ImageView } from './image-view.tsx';
import { PdfPages } from './pdf-pages.tsx';
import styles from './viewer.module.css';

interface DocumentViewerProps {
  documents: readonly ReferralDocument[];
  /** Which of them is looked at; none while it is closed. */
  shownId: string | undefined;
  typeName: (document: ReferralDocument) => string;
  onShow: (id: string | undefined) => void;
}

/** One document over the whole screen, and the way to the others. */
export function DocumentViewer({ documents, shownId, typeName, onShow }: DocumentViewerProps) {
  const index = documents.findIndex(({ Id }) => Id === shownId);
  const document = documents[index];
  const { view, ...controls } = useDocumentView(document?.Id);
  const [hasKeys] = usePageKeysSetting();
  const [before, after] = [documents[index - 1], documents[index + 1]];

  function onKeyDown(event: KeyboardEvent) {
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return;
    const keys: Record<string, (() => void) | undefined> = {
      '+': controls.zoomIn,
      '=': controls.zoomIn,
      '-': controls.zoomOut,
      '0': controls.fit,
      r: controls.rotate,
      j: after && (() => onShow(after.Id)),
      k: before && (() => onShow(before.Id)),
    };
    keys[event.key]?.();
  }

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
            {documents.length > 1 && (
              <div className={styles['group']}>
                <Tool label="Previous document (K)" onClick={before && (() => onShow(before.Id))}>
                  <IconChevronLeft size={18} />
                </Tool>
                <output className={styles['place']}>
                  {index + 1} of {documents.length}
                </output>
                <Tool label="Next document (J)" onClick={after && (() => onShow(after.Id))}>
                  <IconChevronRight size={18} />
                </Tool>
              </div>
            )}
            <span className={styles['type']}>{typeName(document)}</span>
            {isShown(document) && <ViewTools view={view} {...controls} />}
            <DownloadButton key={document.Id} document={document} />
          </div>
          <Sheet key={document.Id} document={document} view={view} {...controls} />
        </div>
      )}
    </Modal>
  );
}

type Controls = Omit<ReturnType<typeof useDocumentView>, 'view'>;

function ViewTools({
  view: { zoom, page, pages },
  zoomIn,
  zoomOut,
  fit,
  rotate,
}: Controls & { view: DocumentView }) {
  return (
    <div className={styles['group']}>
      {pages !== undefined && (
        <output className={styles['place']}>
          Page {page} of {pages}
        </output>
      )}
      <Tool label="Smaller (−)" onClick={zoom === LEAST_ZOOM ? undefined : zoomOut}>
        <IconMinus size={18} />
      </Tool>
      <button type="button" className={styles['zoom']} title="Fit (0)" onClick={fit}>
        {zoom * 100} %
      </button>
      <Tool label="Larger (+)" onClick={zoom === MOST_ZOOM ? undefined : zoomIn}>
        <IconPlus size={18} />
      </Tool>
      <Tool label="Rotate (R)" onClick={rotate}>
        <IconRotateClockwise size={18} />
      </Tool>
    </div>
  );
}

interface ToolProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

/** Stays where it is when it leads nowhere: whoever pressed it keeps the focus. */
function Tool({ label, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      size={32}
      aria-label={label}
      title={label}
      aria-disabled={onClick === undefined}
      onClick={() => onClick?.()}
    >
      {children}
    </ActionIcon>
  );
}

function DownloadButton({ document: { name, blobName } }: { document: ReferralDocument }) {
  const download = useDownload(api.services.downloadFile, name);
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

/** What a browser can show; a fax as TIFF and a Word file it cannot. */
const isShown = ({ ContentType }: ReferralDocument) => isPdf(ContentType) || isPicture(ContentType);
const isPdf = (type: string) => type === 'application/pdf';
const isPicture = (type: string) => type === 'image/png' || type === 'image/jpeg';

interface SheetProps extends Pick<Controls, 'onPages' | 'onPage'> {
  document: ReferralDocument;
  view: DocumentView;
}

/** Scrolls by the keys of the browser, and has the focus first. */
function Sheet({ document, view, onPages, onPage }: SheetProps) {
  const { scroller, content, room, keepPlace } = usePlace();
  const [tries, setTries] = useState(0);

  // The sheet of the document before had it.
  useEffect(() => {
    if (window.document.activeElement === window.document.body) scroller.current?.focus();
  }, [scroller]);

  function onScroll() {
    keepPlace();
    const page = pageAtMiddle(scroller.current);
    if (page !== undefined) onPage(page);
  }

  return (
    <section
      ref={scroller}
      className={styles['sheet']}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
      tabIndex={0}
      aria-label={document.name}
      data-autofocus
      onScroll={onScroll}
    >
      <div ref={content}>
        {isShown(document) ? (
          room > 0 && (
            <Shown
              key={tries}
              {...{ document, view, room, scroller, onPages }}
              onRetry={() => setTries((count) => count + 1)}
            />
          )
        ) : (
          <EmptyState icon={IconFileOff} title="This document cannot be shown here">
            A browser does not show {document.ContentType === 'image/tiff' ? 'TIFF pictures' : 'Word files'}.
            Download it to open it in another program.
          </EmptyState>
        )}
      </div>
    </section>
  );
}

interface ShownProps extends Pick<SheetProps, 'document' | 'view' | 'onPages'> {
  room: number;
  scroller: RefObject<HTMLElement | null>;
  onRetry: () => void;
}

function Shown({ document, onRetry, ...shown }: ShownProps) {
  const { output: file, error } = useOnce(api.services.viewFile, {
    params: { blobName: document.blobName },
  });
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (!file) return <Bones lines={12} />;
  return isPdf(document.ContentType) ? (
    <PdfPages file={file} {...shown} />
  ) : (
    <ImageView file={file} name={document.name} view={shown.view} room={shown.room} />
  );
}

/** The room there is, and what was in the middle of the screen there again when it was zoomed or turned. */
function usePlace() {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const middle = useRef(0);
  const [room, setRoom] = useState(0);

  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { current: box } = scroller;
      if (!box || !content.current) return;
      setRoom(content.current.clientWidth);
      if (middle.current > 0) box.scrollTo(0, middle.current * box.scrollHeight - box.clientHeight / 2);
    });
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  function keepPlace() {
    const { current: box } = scroller;
    if (box) middle.current = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
  }

  return { scroller, content, room, keepPlace };
}

function pageAtMiddle(box: HTMLElement | null): number | undefined {
  if (!box) return undefined;
  const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
  const pages = [...box.querySelectorAll<HTMLElement>('[data-page]')];
  const page = pages.findLast((each) => each.getBoundingClientRect().top <= middle) ?? pages[0];
  return page && Number(page.dataset['page']);
}
