import { lazy, Suspense, useState } from 'react';
import { isSent } from '../../../../data/send/uploads.ts';
import { useApi } from '../../../../data/use-api.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import { contentTypeOf } from '../../accepted-files.ts';
import { hasPages } from '../../documents/as-pdf.ts';
import { attachmentOf, discardDocument } from '../../document-uploads.ts';
import type { Attachments } from '../attachments.ts';
import type { SortedFile } from './sort-pages.tsx';

const SortPages = lazy(async () => ({ default: (await import('./sort-pages.tsx')).SortPages }));

export type PageSorting = ReturnType<typeof usePageSorting>;

/** The pages of attached PDFs and TIFFs may be several documents, and papers of several patients. */
export function usePageSorting({ attachments, uploads }: Attachments) {
  const api = useApi();
  const types = useSettings().offered.documentTypes();
  const [isOpen, setOpen] = useState(false);
  const [drafts, setDrafts] = useState(0);
  const papers = attachments.filter((each) => each.file && hasPages(contentTypeOf(each)));

  /** The documents take the place of the files that they were made from. */
  function take(files: readonly SortedFile[], made: number) {
    for (const paper of papers) {
      uploads.remove(paper.id);
      discardDocument(api, paper);
    }
    for (const { file, typeId, pages } of files) {
      const madeOf = pages.map(({ attachmentId, number: page }) => [
        { attachmentId, page },
        ...(papers.find(({ id }) => id === attachmentId)?.madeOf?.[page - 1] ?? []),
      ]);
      void uploads.add(file, { ...attachmentOf(file, typeId), madeOf });
    }
    setDrafts(made);
    setOpen(false);
  }

  return {
    isOffered: papers.length > 0,
    /** An upload in progress could not be taken back. */
    isReady: papers.every(isSent),
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
