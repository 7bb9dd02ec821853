import { useEffect, useState } from 'react';
import { errorText } from '../../../../data/send/call-error.ts';
import type { Attachment } from '../../attachment.ts';
import { pageKey, type PageStack, stackOf } from './page-stack.ts';
import type { PageFace } from './read-pages.ts';
import { earlierCopies } from './same-pages.ts';

/** Reads the pages of files; the stack is there once all pages are counted, and the faces follow one by one. */
export function usePageFaces(papers: readonly Attachment[], onStack: (stack: PageStack) => void) {
  const [faces, setFaces] = useState<ReadonlyMap<string, PageFace>>(new Map());
  const [trouble, setTrouble] = useState<string>();
  const [first] = useState({ papers, onStack });

  useEffect(() => {
    let isGone = false;
    async function read() {
      const { readPages } = await import('./read-pages.ts');
      const counts = new Map<string, number>();
      function count(id: string, pages: number) {
        counts.set(id, pages);
        if (counts.size < first.papers.length || isGone) return;
        first.onStack(
          stackOf(
            first.papers.map(({ id: attachmentId, typeId }) => ({
              attachmentId,
              typeId,
              pages: counts.get(attachmentId) ?? 0,
            })),
          ),
        );
      }
      const reading = first.papers.map(async ({ id, name, file }) => {
        if (!file) return;
        await readPages(file, {
          onCount: (pages) => count(id, pages),
          onFace(number, face) {
            if (!isGone)
              setFaces(
                (former) => new Map([...former, [pageKey({ attachmentId: id, number, turn: 0 }), face]]),
              );
          },
        }).catch((error: unknown) => {
          throw new Error(`${name}: ${errorText(error)}`, { cause: error });
        });
      });
      await Promise.all(reading);
    }
    read().catch((error: unknown) => setTrouble(errorText(error)));
    return () => void (isGone = true);
  }, [first]);

  return { faces, trouble, copies: copiesIn(faces) };
}

/** The key of the page that each copy repeats. */
function copiesIn(faces: ReadonlyMap<string, PageFace>): ReadonlyMap<string, string> {
  const keys = [...faces.keys()];
  const found = earlierCopies([...faces.values()].map(({ print }) => print));
  return new Map(
    found.flatMap((earlier, at) => {
      const [key, other] = [keys[at], earlier === undefined ? undefined : keys[earlier]];
      return key !== undefined && other !== undefined ? [[key, other] as const] : [];
    }),
  );
}
