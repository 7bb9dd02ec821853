import { IconFileOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import type { DocumentView, PlaceOnPage } from './document-view.ts';
import { hasPages } from './as-pdf.ts';
import { DocumentPages, type DocumentSource } from './document-pages.tsx';
import type { ViewControls } from './view-tools.tsx';
import { focusIfLost } from '../../../ui/page-focus.ts';
import styles from './viewer.module.css';

/** Browsers cannot show Word files. */
export const isShown = (type: string) => hasPages(type) || type === 'image/png' || type === 'image/jpeg';

interface DocumentSheetProps extends Pick<ViewControls, 'onPage' | 'onPages'> {
  source: DocumentSource;
  type: string;
  view: DocumentView;
  /** Says what to do with a document that a browser cannot show. */
  instead: string;
  /** Set when the document is the only content to read. */
  takesFocus?: boolean;
  /** A place to scroll to and highlight. */
  mark?: PlaceOnPage | undefined;
}

/** Scrolls with the browser's own keys. */
export function DocumentSheet({ takesFocus = false, ...props }: DocumentSheetProps) {
  const { source, type, view, instead, mark, onPage, onPages } = props;
  const { scroller, content, room, keepPlace } = usePlace();

  // The previous document's sheet had the focus.
  useEffect(() => {
    if (takesFocus) focusIfLost(scroller.current);
  }, [scroller, takesFocus]);

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
      aria-label={source.name}
      data-autofocus={takesFocus || undefined}
      onScroll={onScroll}
    >
      <div ref={content}>
        {isShown(type) ? (
          room > 0 && <DocumentPages {...{ source, type, view, room, scroller, mark, onPages }} />
        ) : (
          <EmptyState icon={IconFileOff} title="This document cannot be shown here">
            A browser does not show Word files. {instead}
          </EmptyState>
        )}
      </div>
    </section>
  );
}

/** Measures the width for pages, and keeps the same place in the middle of the screen after a zoom or rotation. */
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
