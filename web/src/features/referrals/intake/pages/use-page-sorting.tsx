import { lazy, Suspense, useState } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { useAction } from '../../../../data/send/outbox.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import { contentTypeOf } from '../../attachment.ts';
import { hasPages } from '../../documents/as-pdf.ts';
import { attachmentOf, type Attachments } from '../attachments.ts';
import type { SortedFile } from './sort-pages.tsx';

const SortPages = lazy(async () => ({ default: (await import('./sort-pages.tsx')).SortPages }));

export type PageSorting = ReturnType<typeof usePageSorting>;

/** The pages of attached PDFs and TIFFs may be several documents, and papers of several patients. */
export function usePageSorting({ attachments, change }: Attachments) {
  const types = useSettings().offered.documentTypes();
  const [isOpen, setOpen] = useState(false);
  const [drafts, setDrafts] = useState(0);
  const discard = useAction(servicesApi.deleteFile, { silent: true });
  const papers = attachments.filter((each) => each.file && hasPages(contentTypeOf(each)));

  /** The documents take the place of the files that they were made from. */
  function take(files: readonly SortedFile[], made: number) {
    for (const { document } of papers)
      if (document) void discard.run({ params: { blobName: document.blobName } });
    const documents = files.map(({ file, typeId, pages }) => ({
      ...attachmentOf(file, typeId),
      madeOf: pages.map(({ attachmentId, number: page }) => [
        { attachmentId, page },
        ...(papers.find(({ id }) => id === attachmentId)?.madeOf?.[page - 1] ?? []),
      ]),
    }));
    change((former) => [...former.filter((each) => !papers.includes(each)), ...documents]);
    setDrafts(made);
    setOpen(false);
  }

  return {
    isOffered: papers.length > 0,
    /** An upload in progress could not be taken back. */
    isReady: papers.every(({ document }) => document),
    /** How many drafts were made for other patients. */
    drafts,
    open: () => setOpen(true),
    /** Stands outside the form, which would take its keys. */
    dialog: isOpen && (
      <Suspense>
        <SortPages
          {...{ papers, types }}
          others={attachments.length - papers.length}
          onClose={() => setOpen(false)}
          onSorted={take}
        />
      </Suspense>
    ),
  };
}
