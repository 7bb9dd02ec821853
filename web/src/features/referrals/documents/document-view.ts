import { useState } from 'react';

/** How a document is looked at. */
export interface DocumentView {
  /** 1: it fits. */
  zoom: number;
  rotation: 0 | 90 | 180 | 270;
  /** The page in the middle of the screen, and how many there are; unknown until it is read. */
  page: number;
  pages: number | undefined;
}

const asItComes: DocumentView = { zoom: 1, rotation: 0, page: 1, pages: undefined };
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Each document begins as it comes. */
export function useDocumentView(documentId: string | undefined) {
  const [state, setState] = useState({ documentId, view: asItComes });
  const view = state.documentId === documentId ? state.view : asItComes;
  const change = (next: (former: DocumentView) => Partial<DocumentView>) =>
    setState((former) => {
      const current = former.documentId === documentId ? former.view : asItComes;
      return { documentId, view: { ...current, ...next(current) } };
    });
  return {
    view,
    zoomIn: () => change(({ zoom }) => ({ zoom: zooms.find((each) => each > zoom) ?? zoom })),
    zoomOut: () => change(({ zoom }) => ({ zoom: zooms.findLast((each) => each < zoom) ?? zoom })),
    fit: () => change(() => ({ zoom: 1 })),
    rotate: () => change(({ rotation }) => ({ rotation: quarterFurther[rotation] })),
    onPages: (pages: number) => change(() => ({ pages })),
    onPage: (page: number) => change((former) => (former.page === page ? {} : { page })),
  };
}

export const [MIN_ZOOM, MAX_ZOOM] = [zooms.at(0), zooms.at(-1)];

const quarterFurther = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

/** A letter page that is easy to read; a wider one has to be scrolled along. */
const COMFORTABLE = 920;

/** How wide to show what is so wide; small pictures are not blown up. */
export const fitted = ({ width, room, zoom }: { width: number; room: number; zoom: number }) =>
  Math.min(room, COMFORTABLE, width * 2) * zoom;
