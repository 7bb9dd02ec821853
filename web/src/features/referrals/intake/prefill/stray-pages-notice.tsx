import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Attachment } from '../../attachment.ts';
import type { PageSorting } from '../pages/use-page-sorting.tsx';
import type { StrayPages } from './papers-by-patient.ts';
import type { Prefill } from './use-prefill.ts';
import styles from './stray-pages-notice.module.css';

interface StrayPagesNoticeProps {
  of: Prefill;
  sorting: PageSorting;
  attachments: readonly Attachment[];
}

/** Pages of another patient come before the values: nothing was taken from them, and they can leave at once. */
export function StrayPagesNotice({ of: { strays, keepHere }, sorting, attachments }: StrayPagesNoticeProps) {
  const patients = [...Map.groupBy(strays, ({ name }) => name)];
  return patients.map(([name, pages]) => {
    const papers = attachments.filter(({ id }) => pages.some(({ attachmentId }) => attachmentId === id));
    return (
      <output key={name} className={`message ${styles['notice']}`} data-tone="orange">
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>
          <b>
            {pages.map((each) => placeOf(each, attachments)).join('; ')} about{' '}
            {name === '' ? 'another patient' : name}.
          </b>{' '}
          Nothing was taken from there. {sorting.trouble}
        </span>
        {papers.every(({ file }) => file) && (
          <Button
            size="xs"
            disabled={!sorting.isReady}
            loading={sorting.isMoving}
            onClick={() => void sorting.moveApart(pages)}
          >
            Move to a new draft
          </Button>
        )}
        <Button
          size="xs"
          onClick={() => {
            for (const { attachmentId } of pages) keepHere(attachmentId);
          }}
        >
          Same patient
        </Button>
      </output>
    );
  });
}

/** "Page 3 is" or, of one file among several, "Pages 3, 4 of packet.pdf are". */
function placeOf({ pages, attachmentId, pageCount }: StrayPages, attachments: readonly Attachment[]): string {
  const file = attachments.find(({ id }) => id === attachmentId)?.name ?? '';
  if (pages.length === pageCount) return `${file} is`;
  const of = attachments.length > 1 ? ` of ${file}` : '';
  return pages.length === 1 ? `Page ${pages[0]}${of} is` : `Pages ${pages.join(', ')}${of} are`;
}
