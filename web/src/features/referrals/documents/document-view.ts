import { useState } from 'react';

/** Page, zoom and rotation of an open document. */
export interface DocumentView {
  /** At 1 the page fits the available width. */
  zoom: number;
  rotation: 0 | 90 | 180 | 270;
  /** The page in the middle of the screen and the number of pages; undefined until the document has loaded. */
  page: number;
  pages: number | undefined;
}

/** A place to show, in shares of the width and height of its page. */
export interface PlaceOnPage {
  page: number;
  box: { x: number; y: number; width: number; height: number };
}

const asItComes: DocumentView = { zoom: 1, rotation: 0, page: 1, pages: undefined };
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** Each document starts with the default view. */
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

/** A comfortable width for a letter page; wider pages scroll sideways. */
const COMFORTABLE = 920;

/** Limits the width, so that small images are not enlarged. */
export const fitted = ({ width, room, zoom }: { width: number; room: number; zoom: number }) =>
  Math.min(room, COMFORTABLE, width * 2) * zoom;
