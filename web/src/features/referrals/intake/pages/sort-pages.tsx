import { Button, Group, Modal, Stack } from '@mantine/core';
import '../../../../ui/theme/dialogs.ts';
import { type KeyboardEvent, useState } from 'react';
import { draftsApi, MAX_DRAFTS } from '@handoff/shared/contract/referrals/drafts';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import { useCurrentPerson } from '../../../../data/current-person.ts';
import { useMyDrafts } from '../../../../data/drafts/use-draft.ts';
import { useApi } from '../../../../data/use-api.ts';
import { errorText } from '../../../../data/send/call-error.ts';
import { useAction } from '../../../../data/send/outbox.ts';
import { plural } from '../../../../text/format.ts';
import { Bones } from '../../../../ui/feedback/page-states.tsx';
import { usePageKeysSetting } from '../../../../ui/page-keys.ts';
import { type Attachment, refusedDocument } from '../../attachment.ts';
import { inPaperWorker } from '../../documents/in-paper-worker.ts';
import { attachmentOf, documentUploads } from '../../document-uploads.ts';
import { keptDocuments } from '../attachments.ts';
import { MAX_DOCUMENTS, tooManyDocuments } from '../intake-files.ts';
import { blankIntake } from '../intake-values.ts';
import {
  goTo,
  join,
  move,
  pagesText,
  type PageStack,
  patientsOf,
  remove,
  setType,
  split,
  type StackChange,
  type StackDocument,
  startsPatients,
  step,
  togglePatient,
  turn,
} from './page-stack.ts';
import { PatientPages } from './patient-pages.tsx';
import { usePageFaces } from './use-page-faces.ts';
import styles from './pages.module.css';

/** A document made from pages, to attach. */
export interface SortedFile {
  file: File;
  typeId: string | undefined;
  pages: StackDocument['pages'];
}

interface SortPagesProps {
  /** PDFs that are in this tab. */
  papers: readonly Attachment[];
  /** How many documents the referral has beside them. */
  others: number;
  types: readonly DocumentType[];
  onClose: () => void;
  /** Takes the documents of this referral's patient, and how many drafts were made for others. */
  onSorted: (files: SortedFile[], drafts: number) => void;
}

/** A fax is a stack of papers: its pages become typed documents, of one patient or of several. */
export function SortPages({ papers, others, types, onClose, onSorted }: SortPagesProps) {
  const [stacks, setStacks] = useState<readonly PageStack[]>([]);
  const { seen, trouble } = usePageFaces(papers, (stack) => setStacks([stack]));
  const stack = stacks.at(-1);
  /** Another patient was wanted at the first page of all. */
  const [isFirst, setFirst] = useState(false);
  const making = useDocuments({ papers, others, types });
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
    const made = await making.run(patientsOf(stack), (left) => {
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

/** Writes the documents, and keeps those of other patients as drafts, one patient after the other. */
function useDocuments({ papers, others, types }: Pick<SortPagesProps, 'papers' | 'others' | 'types'>) {
  const { domain } = useCurrentPerson();
  const { drafts } = useMyDrafts('new-referral');
  const api = useApi();
  const save = useAction(draftsApi.save, { silent: true });
  const [isPending, setPending] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  /** `onDraft` gets the patients that are left. */
  async function run(patients: StackDocument[][], onDraft: (left: StackDocument[][]) => void) {
    setPending(true);
    setTrouble(undefined);
    try {
      const own = drafts.filter(({ sentBy }) => sentBy === undefined);
      if (own.length + patients.length - 1 > MAX_DRAFTS)
        throw new Error(`Of your drafts, ${MAX_DRAFTS} are kept. Finish or discard some of them first.`);
      if (patients.some((documents, at) => documents.length > MAX_DOCUMENTS - (at === 0 ? others : 0)))
        throw new Error(tooManyDocuments);
      const sources = new Map(papers.flatMap(({ id, file }) => (file ? [[id, file] as const] : [])));
      const nameOf = (id: string) =>
        papers.find((each) => each.id === id)?.name.replace(/\.(pdf|tiff?)$/i, '') ?? '';
      const written: SortedFile[][] = [];
      for (const documents of patients) {
        const named = documents.map((each) => ({
          name: `${types.find(({ Id }) => Id === each.typeId)?.Name ?? 'Document'} (${pagesText(each, nameOf)}).pdf`,
          pages: each.pages,
        }));
        // oxlint-disable no-await-in-loop -- large files one after another
        const files = await inPaperWorker('writeDocuments', sources, named);
        const refusal = files.map(refusedDocument).find((text) => text !== undefined);
        if (refusal !== undefined) throw new Error(refusal);
        written.push(
          documents.flatMap(({ typeId, pages }, at) => {
            const file = files[at];
            return file ? { file, typeId, pages } : [];
          }),
        );
      }
      const [kept = [], ...drafted] = written;
      for (const [index, files] of drafted.entries()) {
        await keepDraft(files);
        onDraft([...patients.slice(0, 1), ...patients.slice(index + 2)]);
      }
      // oxlint-enable no-await-in-loop
      return kept;
    } catch (error) {
      setTrouble(errorText(error));
      return undefined;
    } finally {
      setPending(false);
    }
  }

  async function keepDraft(files: readonly SortedFile[]): Promise<void> {
    const uploads = documentUploads(api, { silent: true });
    const sent = await Promise.all(
      files.map(({ file, typeId }) => uploads.add(file, attachmentOf(file, typeId))),
    );
    const failed = files.find((_, at) => sent[at]?.ok !== true);
    if (failed) throw new Error(`${failed.file.name} could not be uploaded. Try again.`);
    const blank = blankIntake({ state: domain?.States[0] ?? '', now: new Date(), kind: 'Fax' });
    const Values = JSON.stringify({
      ...blank,
      ...keptDocuments({ attachments: uploads.list(), readings: [] }),
    });
    const body = { Id: crypto.randomUUID(), Form: 'new-referral', Values } as const;
    const kept = await save.run({ body });
    if (!kept.ok) throw new Error('A draft could not be saved. Try again.');
  }

  return { run, isPending, trouble };
}
