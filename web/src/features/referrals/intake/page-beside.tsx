import { Button } from '@mantine/core';
import { useState } from 'react';
import { contentTypeOf } from '../accepted-files.ts';
import type { Attachment } from '../attachment.ts';
import { DocumentSheet, isShown } from '../documents/document-sheet.tsx';
import { type PlaceOnPage, useDocumentView } from '../documents/document-view.ts';
import { PlaceAmong, useViewKeys, ViewTools } from '../documents/view-tools.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { ariaKeysOf, signsOf } from '../../../ui/shortcuts.ts';
import styles from './page-beside.module.css';

/** The place in a document of the value for the focused field. */
interface Evidence extends PlaceOnPage {
  attachmentId: string;
}

interface PageBesideProps {
  attachments: readonly Attachment[];
  isOpen: boolean;
  evidence: Evidence | undefined;
  onOpen: (isOpen: boolean) => void;
}

/** Shows the papers beside the form, so that a person can type from them. The focus stays in the form. */
export function PageBeside({ attachments, isOpen, evidence, onOpen }: PageBesideProps) {
  const { index, show } = useShownPaper(attachments, evidence);
  const shown = attachments[index];
  const { view, ...controls } = useDocumentView(shown?.id);
  const showAt = (place: number) => {
    const other = attachments[place];
    return other && (() => show(other.id));
  };
  const neighbors = { before: showAt(index - 1), after: showAt(index + 1) };
  usePageKeys({ paper: () => onOpen(!isOpen) });
  const onKeyDown = useViewKeys(controls, neighbors);
  if (!shown) return null;
  const type = contentTypeOf(shown);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of what it shows
    <section
      className={styles['beside']}
      data-open={isOpen || undefined}
      aria-label="Attached papers"
      data-papers
      onKeyDown={onKeyDown}
    >
      <div className={styles['bar']}>
        <Button
          size="xs"
          aria-expanded={isOpen}
          aria-keyshortcuts={ariaKeysOf('paper')}
          rightSection={<kbd aria-hidden="true">{signsOf('paper')}</kbd>}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? 'Hide the page' : 'Show the page'}
        </Button>
        <span className={styles['name']}>{shown.name}</span>
        {isOpen && <PlaceAmong index={index} count={attachments.length} {...neighbors} />}
        {isOpen && isShown(type) && <ViewTools view={view} {...controls} />}
      </div>
      {isOpen && (
        <DocumentSheet
          key={shown.id}
          source={{ name: shown.name, file: shown.file, blobName: shown.document?.blobName }}
          type={type}
          instead="It is attached all the same."
          view={view}
          mark={evidence?.attachmentId === shown.id ? evidence : undefined}
          {...controls}
        />
      )}
    </section>
  );
}

/** A document chosen by hand stays until the focus moves to a field with other evidence. */
function useShownPaper(attachments: readonly Attachment[], evidence: Evidence | undefined) {
  const [chosen, setChosen] = useState<{ id: string; evidence: Evidence | undefined }>();
  const isSame = JSON.stringify(chosen?.evidence) === JSON.stringify(evidence);
  const shownId = isSame ? chosen?.id : (evidence?.attachmentId ?? chosen?.id);
  const index = attachments.findIndex(({ id }) => id === shownId);
  return { index: Math.max(index, 0), show: (id: string) => setChosen({ id, evidence }) };
}
