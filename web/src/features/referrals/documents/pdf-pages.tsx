import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { Bones, EmptyState } from '../../../ui/feedback/page-states.tsx';
import { errorText } from '../../../data/send/call-error.ts';
import type { OpenPdf } from './pdf.ts';
import { type DocumentView, fitted, type PlaceOnPage } from './document-view.ts';
import styles from './viewer.module.css';

type Page = OpenPdf['pages'][number];
type DrawPage = typeof import('./pdf.ts').drawPage;

interface PdfPagesProps {
  file: FileDownload;
  view: DocumentView;
  /** The available width of a page in pixels. */
  room: number;
  scroller: RefObject<HTMLElement | null>;
  /** A place to scroll to and highlight. */
  mark: PlaceOnPage | undefined;
  onPages: (count: number) => void;
}

/** Lists all pages, but renders only those near the visible ones. */
export function PdfPages({ file, view, room, scroller, mark, onPages }: PdfPagesProps) {
  const pdf = usePdf(file, onPages);
  if (pdf.trouble !== undefined)
    return <EmptyState title="This document cannot be shown">{pdf.trouble}</EmptyState>;
  if (!pdf.open) return <Bones lines={12} />;
  const { pages, drawPage } = pdf.open;
  return pages.map((page) => (
    <PdfPage
      key={page.pageNumber}
      {...{ page, view, room, scroller, drawPage }}
      mark={mark?.page === page.pageNumber ? mark : undefined}
      of={pages.length}
    />
  ));
}

interface ReadPdf {
  file: FileDownload;
  open?: OpenPdf & { drawPage: DrawPage };
  trouble?: string;
}

function usePdf(file: FileDownload, onPages: (count: number) => void): ReadPdf {
  const [read, setRead] = useState<ReadPdf>({ file });
  const report = useRef(onPages);
  useEffect(() => void (report.current = onPages));

  useEffect(() => {
    let isGone = false;
    let close = () => {};
    async function openFile() {
      const { openPdf, drawPage } = await import('./pdf.ts');
      const pdf = await openPdf(file.bytes);
      if (isGone) return pdf.close();
      close = pdf.close;
      report.current(pdf.pages.length);
      setRead({ file, open: { ...pdf, drawPage } });
    }
    openFile().catch((error: unknown) => setRead({ file, trouble: errorText(error) }));
    return () => {
      isGone = true;
      close();
    };
  }, [file]);

  // Another file shows nothing of the one before.
  return read.file === file ? read : { file };
}

interface PdfPageProps extends Omit<PdfPagesProps, 'file' | 'onPages'> {
  page: Page;
  of: number;
  drawPage: DrawPage;
}

function PdfPage({ page, of, view, room, scroller, mark, drawPage }: PdfPageProps) {
  const frame = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame, scroller);
  const rotation = (page.rotate + view.rotation) % 360;
  const { width } = page.getViewport({ scale: 1, rotation });
  const scale = fitted({ width, room, zoom: view.zoom }) / width;
  const size = page.getViewport({ scale, rotation });

  useEffect(() => {
    if (!isNear) return sheet.current?.replaceChildren();
    const { drawn, cancel } = drawPage(page, page.getViewport({ scale, rotation }));
    drawn.then(
      ({ canvas, text }) => {
        text.className = styles['text'] ?? '';
        text.style.setProperty('--total-scale-factor', String(scale));
        // The old rendering stays, stretched, until the new one is ready, so that nothing flashes.
        sheet.current?.replaceChildren(canvas, text);
      },
      // Scrolled or zoomed away before the page was ready.
      () => undefined,
    );
    return cancel;
  }, [page, scale, rotation, isNear, drawPage]);

  return (
    <section
      ref={frame}
      className={styles['page']}
      aria-label={`Page ${page.pageNumber} of ${of}`}
      data-page={page.pageNumber}
      style={{ width: size.width, height: size.height }}
    >
      <div ref={sheet} className={styles['drawn']} />
      {mark && <Mark key={`${mark.box.x} ${mark.box.y}`} {...{ mark, scroller }} rotation={view.rotation} />}
    </section>
  );
}

interface MarkProps extends Pick<DocumentView, 'rotation'> {
  mark: PlaceOnPage;
  scroller: RefObject<HTMLElement | null>;
}

/** Highlights a place, and scrolls the pages, and nothing around them, until it is in view. */
function Mark({ mark: { box }, rotation, scroller }: MarkProps) {
  const place = useRef<HTMLDivElement>(null);
  const { x, y, width, height } = turned(box, rotation);
  useEffect(() => {
    const [own, list] = [place.current?.getBoundingClientRect(), scroller.current];
    if (!own || !list) return;
    const around = list.getBoundingClientRect();
    if (own.top >= around.top + SPACE && own.bottom <= around.bottom - SPACE) return;
    list.scrollBy(0, own.top - around.top - around.height / 3);
  }, [scroller]);
  const style = { left: share(x), top: share(y), width: share(width), height: share(height) };
  return <div ref={place} className={styles['mark']} data-mark style={style} />;
}

const SPACE = 24;
const share = (part: number) => `${part * 100}%`;

/** The place on a page that a person has turned. */
function turned({ x, y, width, height }: PlaceOnPage['box'], rotation: DocumentView['rotation']) {
  if (rotation === 90) return { x: 1 - y - height, y: x, width: height, height: width };
  if (rotation === 180) return { x: 1 - x - width, y: 1 - y - height, width, height };
  if (rotation === 270) return { x: y, y: 1 - x - width, width: height, height: width };
  return { x, y, width, height };
}

/** True within one screen of the visible pages. */
function useNear(element: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: scroller.current, rootMargin: '100% 0px' },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, scroller]);
  return isNear;
}
