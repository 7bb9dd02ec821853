import { NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import { pageKey, pagesText, type PageStack, type StackDocument, type StackPage } from './page-stack.ts';
import type { PageFace } from './read-pages.ts';
import styles from './pages.module.css';

interface PatientPagesProps {
  patient: number;
  documents: readonly StackDocument[];
  /** The place of the first of them in the stack. */
  from: number;
  stack: PageStack;
  types: readonly DocumentType[];
  faces: ReadonlyMap<string, PageFace>;
  /** The page that each copy repeats. */
  copies: ReadonlyMap<string, string>;
  nameOf: (attachmentId: string) => string;
  onPage: (document: number, page: number) => void;
  onType: (document: number, typeId: string) => void;
}

/** The documents of one patient, each with its type and pages. */
export function PatientPages(props: PatientPagesProps) {
  const { patient, documents, from, stack, types, faces, copies, nameOf, onPage, onType } = props;
  const title = patient === 0 ? 'This referral' : `Patient ${patient + 1}: a draft of its own`;
  return (
    <section className={styles['patient']} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles['documents']}>
        {documents.map((each, index) => (
          <div key={pageKey(each.pages[0] ?? noPage)} className={styles['document']}>
            <NativeSelect
              size="xs"
              aria-label={`Type of document ${from + index + 1}`}
              data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
              value={each.typeId ?? types[0]?.Id ?? ''}
              onChange={({ currentTarget }) => onType(from + index, currentTarget.value)}
            />
            <span className="small soft">{pagesText(each, nameOf)}</span>
            <ol>
              {each.pages.map((page, at) => (
                <li key={pageKey(page)}>
                  <PageButton
                    page={page}
                    isHeld={stack.document === from + index && stack.page === at}
                    face={faces.get(pageKey(page))}
                    copied={copies.get(pageKey(page))}
                    onClick={() => onPage(from + index, at)}
                  />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}

interface PageButtonProps {
  page: StackPage;
  /** It has the focus, and the keys act on it. */
  isHeld: boolean;
  face: PageFace | undefined;
  copied: string | undefined;
  onClick: () => void;
}

function PageButton({ page, isHeld, face, copied, onClick }: PageButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isHeld) button.current?.focus();
  }, [isHeld]);
  return (
    <button
      ref={button}
      type="button"
      className={styles['page']}
      tabIndex={isHeld ? 0 : -1}
      aria-current={isHeld || undefined}
      onClick={onClick}
    >
      <Face page={page} face={face} />
      <span>Page {page.number}</span>
      {copied !== undefined && (
        <span className={styles['copy']}>Looks like page {copied.split(' ').at(-1)}</span>
      )}
    </button>
  );
}

const noPage: StackPage = { attachmentId: '', number: 0, turn: 0 };

/** The picture of a page exists once, and moves with it. */
function Face({ page: { turn }, face }: { page: StackPage; face: PageFace | undefined }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.replaceChildren(...(face ? [face.picture] : [])), [face]);
  return <span ref={place} className={styles['face']} data-turn={turn} aria-hidden="true" />;
}
