import { lazy, Suspense, useState } from 'react';
import { isSent } from '../../../../data/send/uploads.ts';
import { useApi } from '../../../../data/use-api.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import { contentTypeOf } from '../../accepted-files.ts';
import { hasPages } from '../../documents/as-pdf.ts';
import { attachmentOf, discardDocument } from '../../document-uploads.ts';
import type { Attachment } from '../../attachment.ts';
import type { Attachments } from '../attachments.ts';
import { type SortedFile, useDocumentMaking } from './make-documents.ts';
import { type OtherPages, sortedByPatient } from './page-stack.ts';

const SortPages = lazy(async () => ({ default: (await import('./sort-pages.tsx')).SortPages }));

export type PageSorting = ReturnType<typeof usePageSorting>;

/** The pages of attached PDFs and TIFFs may be several documents, and papers of several patients. */
export function usePageSorting({ attachments, uploads }: Attachments, apart: readonly OtherPages[]) {
  const api = useApi();
  const types = useSettings().offered.documentTypes();
  const [isOpen, setOpen] = useState(false);
  const [drafts, setDrafts] = useState(0);
  const making = useDocumentMaking({ attachments, types });
  const papers = attachments.filter((each) => each.file && hasPages(contentTypeOf(each)));

  /** The documents take the place of the files that they were made from. */
  function take(sorted: readonly Attachment[], files: readonly SortedFile[], made: number) {
    for (const paper of sorted) {
      uploads.remove(paper.id);
      discardDocument(api, paper);
    }
    for (const { file, typeId, pages } of files) {
      const madeOf = pages.map(({ attachmentId, number: page, turn }) => [
        { attachmentId, page, isTurned: turn !== 0 },
        ...(papers.find(({ id }) => id === attachmentId)?.madeOf?.[page - 1] ?? []),
      ]);
      void uploads.add(file, { ...attachmentOf(file, typeId), madeOf });
    }
    setDrafts((former) => former + made);
    setOpen(false);
  }

  /** Makes a draft of the pages of one other patient; the rest of their files stays here. */
  async function moveApart(moved: readonly (OtherPages & { pageCount: number })[]) {
    const sorted = papers.filter(({ id }) => moved.some(({ attachmentId }) => attachmentId === id));
    const files = sorted.map(({ id, typeId }) => ({
      attachmentId: id,
      typeId,
      pages: moved.find(({ attachmentId }) => attachmentId === id)?.pageCount ?? 0,
    }));
    const made = await making.run(sorted, sortedByPatient(files, moved), () => undefined);
    if (made) take(sorted, made, 1);
  }

  return {
    isOffered: papers.length > 0,
    /** An upload in progress could not be taken back. */
    isReady: papers.every(isSent),
    /** How many drafts were made for other patients. */
    drafts,
    open: () => setOpen(true),
    moveApart,
    isMoving: making.isPending,
    trouble: isOpen ? undefined : making.trouble,
    /** Stands outside the form, which would take its keys. */
    dialog: isOpen && (
      <Suspense>
        <SortPages
          {...{ papers, apart, types, making }}
          onClose={() => setOpen(false)}
          onSorted={(files, made) => take(papers, files, made)}
        />
      </Suspense>
    ),
  };
}
