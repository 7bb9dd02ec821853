import { Button, Group, Modal, Stack } from '@mantine/core';
import '../../../../ui/theme/dialogs.ts';
import { type KeyboardEvent, useState } from 'react';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import { plural } from '../../../../text/format.ts';
import { Bones } from '../../../../ui/feedback/page-states.tsx';
import { usePageKeysSetting } from '../../../../ui/page-keys.ts';
import type { Attachment } from '../../attachment.ts';
import {
  goTo,
  join,
  move,
  type OtherPages,
  type PageStack,
  patientsOf,
  remove,
  setType,
  split,
  type StackChange,
  startsPatients,
  step,
  togglePatient,
  turn,
} from './page-stack.ts';
import type { DocumentMaking, SortedFile } from './make-documents.ts';
import { PatientPages } from './patient-pages.tsx';
import { usePageFaces } from './use-page-faces.ts';
import styles from './pages.module.css';

interface SortPagesProps {
  /** PDFs that are in this tab. */
  papers: readonly Attachment[];
  /** The pages that were read as those of other patients. */
  apart: readonly OtherPages[];
  types: readonly DocumentType[];
  making: DocumentMaking;
  onClose: () => void;
  /** Takes the documents of this referral's patient, and how many drafts were made for others. */
  onSorted: (files: SortedFile[], drafts: number) => void;
}

/** A fax is a stack of papers: its pages become typed documents, of one patient or of several. */
export function SortPages({ papers, apart, types, making, onClose, onSorted }: SortPagesProps) {
  const [stacks, setStacks] = useState<readonly PageStack[]>([]);
  const { seen, trouble } = usePageFaces(papers, { apart, onStack: (first) => setStacks([first]) });
  const stack = stacks.at(-1);
  /** Another patient was wanted at the first page of all. */
  const [isFirst, setFirst] = useState(false);
  const [drafts, setDrafts] = useState(0);

  function change(wanted: StackChange) {
    setFirst(false);
    setStacks((former) => {
      const last = former.at(-1);
      const next = last && wanted(last);
      if (!last || !next || next === last) return former;
      // Going to a page is no change to undo.
      return next.documents === last.documents ? [...former.slice(0, -1), next] : [...former, next];
    });
  }
  function otherPatient() {
    change(togglePatient);
    setFirst(stack !== undefined && !startsPatients(stack));
  }
  const undo = () => setStacks((former) => (former.length > 1 ? former.slice(0, -1) : former));

  async function finish() {
    if (!stack || making.isPending) return;
    const made = await making.run(papers, patientsOf(stack), (left) => {
      setDrafts((former) => former + 1);
      setStacks([{ documents: left.flat(), document: 0, page: 0 }]);
    });
    if (made) onSorted(made, drafts + patientsOf(stack).length - 1);
  }

  const onKeyDown = useStackKeys({ change, otherPatient, undo, types, finish: () => void finish() });
  const tools: [text: string, key: string, act: () => void][] = [
    ['New document here', 'S', () => change(split)],
    ['Merge up', 'M', () => change(join)],
    ['Rotate', 'R', () => change(turn)],
    ['Earlier', 'Shift+←', () => change(move(-1))],
    ['Later', 'Shift+→', () => change(move(1))],
    ['Remove page', 'X', () => change(remove)],
    ['Other patient from here', 'N', otherPatient],
    ['Undo', 'Z', undo],
  ];
  const patients = stack ? patientsOf(stack) : [];
  return (
    <Modal opened fullScreen title="Sort the pages" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the page in hand */}
      <Stack onKeyDown={onKeyDown}>
        {trouble !== undefined && <p role="alert">{trouble}</p>}
        {!stack && trouble === undefined && <Bones lines={6} />}
        <div className={styles['tools']}>
          {tools.map(([text, key, act]) => (
            <Button key={text} size="xs" rightSection={<kbd aria-hidden="true">{key}</kbd>} onClick={act}>
              {text}
            </Button>
          ))}
        </div>
        <p className={`small soft ${styles['legend']}`}>
          Type of the document:{' '}
          {types.slice(0, 9).map(({ Id, Name }, index) => (
            <span key={Id}>
              <kbd>{index + 1}</kbd> {Name}{' '}
            </span>
          ))}
        </p>
        {stack &&
          patients.map((documents, patient) => (
            <PatientPages
              key={patient}
              {...{ patient, documents, types, stack, seen }}
              from={patients.slice(0, patient).flat().length}
              nameOf={(id) => papers.find((each) => each.id === id)?.name ?? ''}
              onPage={(document, page) => change(goTo(document, page))}
              onType={(document, typeId) => change((now) => setType(typeId)({ ...now, document, page: 0 }))}
            />
          ))}
        <Group gap="sm" className={styles['end']}>
          <output className="small">
            {making.trouble ??
              (isFirst ? firstIsThisPatient : undefined) ??
              (patients.length > 1 ? `${plural(patients.length - 1, 'more draft')} will be made.` : '')}
          </output>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="filled"
            loading={making.isPending}
            disabled={!stack}
            rightSection={<kbd aria-hidden="true">Ctrl ⏎</kbd>}
            onClick={() => void finish()}
          >
            Use {plural(patients[0]?.length ?? 0, 'document')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const firstIsThisPatient =
  'The first page belongs to this referral. Take the page where the other patient begins.';

interface StackKeys {
  change: (wanted: StackChange) => void;
  otherPatient: () => void;
  undo: () => void;
  finish: () => void;
  types: readonly DocumentType[];
}

function useStackKeys({ change, otherPatient, undo, finish, types }: StackKeys) {
  const [hasKeys] = usePageKeysSetting();
  const arrows = new Map<string, 1 | -1>([
    ['ArrowRight', 1],
    ['ArrowLeft', -1],
  ]);
  const letters = new Map<string, () => void>([
    ['s', () => change(split)],
    ['m', () => change(join)],
    ['r', () => change(turn)],
    ['x', () => change(remove)],
    ['n', otherPatient],
    ['z', undo],
    ...types.slice(0, 9).map(({ Id }, index) => [String(index + 1), () => change(setType(Id))] as const),
  ]);
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    if (key === 'Enter' && (ctrlKey || metaKey)) return finish();
    if (ctrlKey || metaKey || altKey || target instanceof HTMLSelectElement) return undefined;
    const by = arrows.get(key);
    const act =
      by === undefined ? letters.get(key.toLowerCase()) : () => change(shiftKey ? move(by) : step(by));
    if (!act || (by === undefined && !hasKeys)) return undefined;
    event.preventDefault();
    return act();
  };
}
