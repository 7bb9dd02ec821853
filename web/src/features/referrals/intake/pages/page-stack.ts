/** A page of an attached PDF. */
export interface StackPage {
  attachmentId: string;
  /** From 1. */
  number: number;
  /** Degrees by which a person turned it, clockwise. */
  turn: 0 | 90 | 180 | 270;
}

/** Pages that become one document. */
export interface StackDocument {
  typeId: string | undefined;
  /** It and the documents after it are about another patient, and become another draft. */
  startsPatient: boolean;
  /** The other patient, "Doe, Jane", if the pages say so. */
  patient?: string;
  pages: readonly StackPage[];
}

/** A file whose pages are sorted. */
export interface CountedFile {
  attachmentId: string;
  typeId: string | undefined;
  /** How many it has. */
  pages: number;
}

/** Pages that are about another patient, as far as they were read. */
export interface OtherPages {
  attachmentId: string;
  name: string;
  pages: readonly number[];
}

/** Papers on a desk, in their order, and the page in hand. No document is empty. */
export interface PageStack {
  documents: readonly StackDocument[];
  document: number;
  page: number;
}

export type StackChange = (stack: PageStack) => PageStack;

export const pageKey = ({ attachmentId, number }: StackPage): string => `${attachmentId} ${number}`;

/** The documents of each patient, the first one's first, who may have none. */
export function sortedByPatient(
  files: readonly CountedFile[],
  others: readonly OtherPages[],
): StackDocument[][] {
  const pagesOf = (file: CountedFile, isWanted: (page: number) => boolean) =>
    Array.from({ length: file.pages }, (_, index) => index + 1)
      .filter(isWanted)
      .map((number) => ({ attachmentId: file.attachmentId, number, turn: 0 as const }));
  const isOfOther = ({ attachmentId }: CountedFile, page: number) =>
    others.some((other) => other.attachmentId === attachmentId && other.pages.includes(page));
  const own = files
    .map((file) => ({
      typeId: file.typeId,
      startsPatient: false,
      pages: pagesOf(file, (page) => !isOfOther(file, page)),
    }))
    .filter(({ pages }) => pages.length > 0);
  const apart = [...Map.groupBy(others, ({ name }) => name).values()].map((ofPatient) =>
    ofPatient.flatMap(({ attachmentId, name, pages }, at) => {
      const file = files.find((each) => each.attachmentId === attachmentId);
      return file
        ? [
            {
              typeId: undefined,
              startsPatient: at === 0,
              patient: name,
              pages: pagesOf(file, (page) => pages.includes(page)),
            },
          ]
        : [];
    }),
  );
  return [own, ...apart];
}

/** A stack begins with its proposed split: the pages were read already. */
export function stackOf(files: readonly CountedFile[], others: readonly OtherPages[] = []): PageStack {
  const documents = sortedByPatient(files, others)
    .flat()
    .map((each, at) => (at === 0 ? { ...each, startsPatient: false } : each));
  return { documents, document: 0, page: 0 };
}

/** Takes the page so many places on in hand. */
export const step =
  (by: number): StackChange =>
  (stack) => {
    const places = placesIn(stack);
    const now = places.findIndex(({ document, page }) => document === stack.document && page === stack.page);
    return { ...stack, ...places[Math.min(Math.max(now + by, 0), places.length - 1)] };
  };

export const goTo =
  (document: number, page: number): StackChange =>
  (stack) => ({ ...stack, document, page });

/** The page in hand begins a document of its own, of the same type. */
export const split: StackChange = (stack) => {
  const { document, page } = stack;
  const own = stack.documents[document];
  if (!own || page === 0) return stack;
  const parts = [
    { ...own, pages: own.pages.slice(0, page) },
    { ...own, startsPatient: false, pages: own.pages.slice(page) },
  ];
  return { documents: stack.documents.toSpliced(document, 1, ...parts), document: document + 1, page: 0 };
};

/** The document in hand continues the one before. */
export const join: StackChange = (stack) => {
  const { document, page } = stack;
  const [before, own] = [stack.documents[document - 1], stack.documents[document]];
  if (!before || !own) return stack;
  const joined = { ...before, pages: [...before.pages, ...own.pages] };
  return {
    documents: stack.documents.toSpliced(document - 1, 2, joined),
    document: document - 1,
    page: before.pages.length + page,
  };
};

export const turn: StackChange = (stack) =>
  withPages(stack, stack.document, (pages) =>
    pages.map((page, at) => (at === stack.page ? { ...page, turn: turned[page.turn] } : page)),
  );

const turned = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;

/** The page in hand changes places with its neighbor; from the end of a document, it goes into the next one. */
export const move =
  (by: 1 | -1): StackChange =>
  (stack) => {
    const { document, page } = stack;
    const own = stack.documents[document];
    const held = own?.pages[page];
    if (!own || !held) return stack;
    if (own.pages[page + by])
      return {
        ...withPages(stack, document, (pages) => pages.toSpliced(page, 1).toSpliced(page + by, 0, held)),
        page: page + by,
      };
    const other = stack.documents[document + by];
    if (!other) return stack;
    const place = by === 1 ? 0 : other.pages.length;
    const added = withPages(stack, document + by, (pages) => pages.toSpliced(place, 0, held));
    const left = removeAt(added, document, page);
    const isGone = own.pages.length === 1;
    return { ...left, document: document + by - (isGone && by === 1 ? 1 : 0), page: place };
  };

/** Leaves the page out; the last one stays. */
export const remove: StackChange = (stack) => {
  const places = placesIn(stack);
  if (places.length === 1) return stack;
  const { document, page } = stack;
  const next = removeAt(stack, document, page);
  const isThere = next.documents[document]?.pages[page] !== undefined;
  if (isThere) return next;
  const isLonger = next.documents[document] !== undefined && page > 0;
  if (isLonger) return { ...next, page: page - 1 };
  return next.documents[document] ? { ...next, page: 0 } : lastOf(next);
};

export const setType =
  (typeId: string): StackChange =>
  (stack) => ({
    ...stack,
    documents: stack.documents.map((each, at) => (at === stack.document ? { ...each, typeId } : each)),
  });

/**
 * The papers of another patient begin at the page in hand, and no longer do if they did. Within a document the page
 * begins one of its own, with the agency's first type: the one before says nothing of the other patient's papers.
 */
export const togglePatient: StackChange = (stack) => {
  if (!startsPatients(stack)) return stack;
  const apart = split(stack);
  const isApart = apart !== stack;
  return {
    ...apart,
    documents: apart.documents.map((each, at) => {
      if (at !== apart.document) return each;
      return isApart
        ? { ...each, typeId: undefined, startsPatient: true }
        : { ...each, startsPatient: !each.startsPatient };
    }),
  };
};

/** The first page of all is this referral's, so no other patient can begin there. */
export const startsPatients = ({ document, page }: PageStack): boolean => document > 0 || page > 0;

/** The documents of each patient; the first one's belong to this referral. */
export function patientsOf({ documents }: Pick<PageStack, 'documents'>): StackDocument[][] {
  const patients: StackDocument[][] = [];
  for (const document of documents) {
    const last = patients.at(-1);
    if (!last || document.startsPatient) patients.push([document]);
    else last.push(document);
  }
  return patients;
}

/** "packet.pdf, pages 3–5": the pages of a document, for its name. */
export function pagesText(
  { pages }: Pick<StackDocument, 'pages'>,
  nameOf: (attachmentId: string) => string,
): string {
  const [first] = pages;
  if (!first) return '';
  const numbers = pages.map(({ number }) => number);
  const isRun = pages.every(
    ({ attachmentId, number }, at) => attachmentId === first.attachmentId && number === first.number + at,
  );
  const text = isRun && numbers.length > 1 ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join(', ');
  return `${nameOf(first.attachmentId)}, ${numbers.length === 1 ? 'page' : 'pages'} ${text}`;
}

const placesIn = ({ documents }: PageStack) =>
  documents.flatMap(({ pages }, document) => pages.map((_, page) => ({ document, page })));

function lastOf(stack: PageStack): PageStack {
  return { ...stack, ...placesIn(stack).at(-1) };
}

function withPages(
  stack: PageStack,
  document: number,
  change: (pages: readonly StackPage[]) => readonly StackPage[],
): PageStack {
  return {
    ...stack,
    documents: stack.documents.map((each, at) =>
      at === document ? { ...each, pages: change(each.pages) } : each,
    ),
  };
}

/** A document without pages is gone; that a patient begins there passes to the next one. */
function removeAt(stack: PageStack, document: number, page: number): PageStack {
  const next = withPages(stack, document, (pages) => pages.toSpliced(page, 1));
  const own = next.documents[document];
  if (!own || own.pages.length > 0) return next;
  const documents = next.documents
    .toSpliced(document, 1)
    .map((each, at) =>
      at === document
        ? { ...each, startsPatient: at > 0 && (each.startsPatient || own.startsPatient) }
        : each,
    );
  return { ...next, documents };
}
