import { Group, NativeSelect } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import { pageKey, pagesText, type PageStack, type StackDocument, type StackPage } from './page-stack.ts';
import type { SeenPage } from './use-page-faces.ts';
import styles from './pages.module.css';

interface PatientPagesProps {
  patient: number;
  documents: readonly StackDocument[];
  /** The place of the first of them in the stack. */
  from: number;
  stack: PageStack;
  types: readonly DocumentType[];
  /** The pages that were read already. */
  seen: ReadonlyMap<string, SeenPage>;
  nameOf: (attachmentId: string) => string;
  onPage: (document: number, page: number) => void;
  onType: (document: number, typeId: string) => void;
}

/** The documents of one patient, each with its type and pages. */
export function PatientPages(props: PatientPagesProps) {
  const { patient, documents, from, stack, types, seen, nameOf, onPage, onType } = props;
  const name = documents.find((each) => each.patient !== undefined)?.patient ?? '';
  const title = patient === 0 ? 'This referral' : `${name || `Patient ${patient + 1}`}: new draft`;
  return (
    <section className={styles['patient']} aria-label={title}>
      <h3>{title}</h3>
      <Group gap="md" align="stretch">
        {documents.map((each, index) => (
          <div key={from + index} className={styles['document']}>
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
                    seen={seen.get(pageKey(page))}
                    nameOf={nameOf}
                    onClick={() => onPage(from + index, at)}
                  />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </Group>
    </section>
  );
}

interface PageButtonProps {
  page: StackPage;
  /** It has the focus, and the keys act on it. */
  isHeld: boolean;
  seen: SeenPage | undefined;
  nameOf: (attachmentId: string) => string;
  onClick: () => void;
}

function PageButton({ page, isHeld, seen, nameOf, onClick }: PageButtonProps) {
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
      <Face turn={page.turn} picture={seen?.picture} />
      <span>Page {page.number}</span>
      {seen?.copyOf && (
        <span className={styles['copy']}>
          Looks like page {seen.copyOf.number}
          {seen.copyOf.attachmentId !== page.attachmentId && ` of ${nameOf(seen.copyOf.attachmentId)}`}
        </span>
      )}
    </button>
  );
}

interface FaceProps extends Pick<StackPage, 'turn'> {
  picture: HTMLCanvasElement | undefined;
}

/** The picture of a page exists once, and moves with it. */
function Face({ turn, picture }: FaceProps) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.replaceChildren(...(picture ? [picture] : [])), [picture]);
  return <span ref={place} className={styles['face']} data-turn={turn} aria-hidden="true" />;
}
