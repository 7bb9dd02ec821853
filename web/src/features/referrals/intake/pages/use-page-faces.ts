import { useEffect, useState } from 'react';
import { errorText } from '../../../../data/send/call-error.ts';
import type { Attachment } from '../../attachment.ts';
import { type OtherPages, pageKey, type PageStack, stackOf, type StackPage } from './page-stack.ts';
import type { OpenPages, PageFace } from './read-pages.ts';
import { isCopy } from './same-pages.ts';

export interface SeenPage extends PageFace {
  page: StackPage;
  /** The first page that looks and reads like this one. */
  copyOf: StackPage | undefined;
}

/** Reads the pages of files, one after another; the stack is there once they are counted, and their faces follow. */
export function usePageFaces(
  papers: readonly Attachment[],
  { apart, onStack }: { apart: readonly OtherPages[]; onStack: (stack: PageStack) => void },
) {
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenPage>>(new Map());
  const [trouble, setTrouble] = useState<string>();
  const [first] = useState({ papers, apart, onStack });

  useEffect(() => {
    let isGone = false;
    const opened: OpenPages[] = [];
    async function open({ name, file }: Attachment) {
      const { openPages } = await import('./read-pages.ts');
      if (!file) throw new Error(`${name} is not in this tab anymore.`);
      return openPages(file).catch((error: unknown) => {
        throw new Error(`${name}: ${errorText(error)}`, { cause: error });
      });
    }
    /* oxlint-disable no-await-in-loop -- one after another needs the memory of one */
    async function read() {
      for (const paper of first.papers) opened.push(await open(paper));
      if (isGone) return;
      const counted = first.papers.map(({ id: attachmentId, typeId }, index) => ({
        attachmentId,
        typeId,
        pages: opened[index]?.count ?? 0,
      }));
      const stack = stackOf(counted, first.apart);
      first.onStack(stack);
      const known: SeenPage[] = [];
      for (const { pages } of stack.documents)
        for (const page of pages) {
          const file = first.papers.findIndex(({ id }) => id === page.attachmentId);
          const face = await opened[file]?.face(page.number);
          if (isGone || !face) return;
          const copyOf = known.find(({ print }) => isCopy(face.print, print))?.page;
          known.push({ ...face, page, copyOf });
          setSeen(new Map(known.map((each) => [pageKey(each.page), each])));
        }
    }
    /* oxlint-enable no-await-in-loop */
    read()
      .catch((error: unknown) => setTrouble(errorText(error)))
      .finally(() => {
        for (const { close } of opened) close();
      });
    return () => void (isGone = true);
  }, [first]);

  return { seen, trouble };
}
