import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { Bones, EmptyState } from '../../../ui/feedback/page-states.tsx';
import { errorText } from '../../../data/send/call-error.ts';
import type { OpenPdf } from './pdf.ts';
import { type DocumentView, fitted } from './document-view.ts';
import styles from './viewer.module.css';

type Page = OpenPdf['pages'][number];
type DrawPage = typeof import('./pdf.ts').drawPage;

interface PdfPagesProps {
  file: FileDownload;
  view: DocumentView;
  /** The available width of a page in pixels. */
  room: number;
  scroller: RefObject<HTMLElement | null>;
  onPages: (count: number) => void;
}

/** Lists all pages, but renders only those near the visible ones. */
export function PdfPages({ file, view, room, scroller, onPages }: PdfPagesProps) {
  const pdf = usePdf(file, onPages);
  if (pdf.trouble !== undefined)
    return <EmptyState title="This document cannot be shown">{pdf.trouble}</EmptyState>;
  if (!pdf.open) return <Bones lines={12} />;
  const { pages, drawPage } = pdf.open;
  return pages.map((page) => (
    <PdfPage key={page.pageNumber} {...{ page, view, room, scroller, drawPage }} of={pages.length} />
  ));
}

function usePdf(file: FileDownload, onPages: (count: number) => void) {
  const [open, setOpen] = useState<OpenPdf & { drawPage: DrawPage }>();
  const [trouble, setTrouble] = useState<string>();
  const report = useRef(onPages);
  useEffect(() => void (report.current = onPages));

  useEffect(() => {
    let isGone = false;
    let close = () => {};
    async function read() {
      const { openPdf, drawPage } = await import('./pdf.ts');
      const pdf = await openPdf(file.bytes);
      if (isGone) return pdf.close();
      close = pdf.close;
      report.current(pdf.pages.length);
      setOpen({ ...pdf, drawPage });
    }
    read().catch((error: unknown) => setTrouble(errorText(error)));
    return () => {
      isGone = true;
      close();
    };
  }, [file]);

  return { open, trouble };
}

interface PdfPageProps extends Omit<PdfPagesProps, 'file' | 'onPages'> {
  page: Page;
  of: number;
  drawPage: DrawPage;
}

function PdfPage({ page, of, view, room, scroller, drawPage }: PdfPageProps) {
  const frame = useRef<HTMLElement>(null);
  const isNear = useNear(frame, scroller);
  const rotation = (page.rotate + view.rotation) % 360;
  const { width } = page.getViewport({ scale: 1, rotation });
  const scale = fitted({ width, room, zoom: view.zoom }) / width;
  const size = page.getViewport({ scale, rotation });

  useEffect(() => {
    if (!isNear) return frame.current?.replaceChildren();
    const { drawn, cancel } = drawPage(page, page.getViewport({ scale, rotation }));
    drawn.then(
      ({ canvas, text }) => {
        text.className = styles['text'] ?? '';
        text.style.setProperty('--total-scale-factor', String(scale));
        // The old rendering stays, stretched, until the new one is ready, so that nothing flashes.
        frame.current?.replaceChildren(canvas, text);
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
    />
  );
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
