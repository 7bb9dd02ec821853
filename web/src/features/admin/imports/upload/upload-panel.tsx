import { Button, Checkbox, NativeSelect, Radio, Stack } from '@mantine/core';
import '../../../../ui/theme/form-controls.ts';
import { useNavigate } from '@tanstack/react-router';
import type { Output } from '@handoff/shared/contract/endpoint';
import { importsApi } from '@handoff/shared/contract/imports';
import { useState } from 'react';
import useSWR from 'swr';
import { FileSubject, isNationalList, subjectOptions } from '@handoff/shared/domain/address/file-subject';
import { stateInName } from '@handoff/shared/domain/address/us-state';
import {
  fileFields,
  ImportMode,
  type StateFileImport,
} from '@handoff/shared/domain/address/state-file-import';
import { MAX_UPLOAD_BYTES } from '@handoff/shared/domain/address/block-upload';
import { FileDrop } from '../../../../ui/inputs/file-drop.tsx';
import { UploadRow, UploadRows } from '../../../../ui/inputs/upload-rows.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { uploadOf, useUploads } from '../../../../data/send/uploads.ts';
import { useApi } from '../../../../data/use-api.ts';
import { formatBytes } from '../../../../text/format.ts';
import { wordsOfColumn } from '../../../../text/labels/import-labels.ts';
import { acceptedStateFiles, lookInto, type StateFileStart } from './state-file.ts';
import { stateFileUploads } from './state-file-uploads.ts';
import styles from '../imports.module.css';

interface Chosen {
  file: File;
  start: StateFileStart;
}

interface UploadPanelProps {
  /** Uploads that were started but not finished. */
  unfinished: readonly StateFileImport[];
  /** States that staff already work with, where a file changes the live version. */
  liveStates: readonly FileSubject[];
}

/** Choose a file, check its first lines, confirm the state and mode, and upload it. */
export function UploadPanel({ unfinished, liveStates }: UploadPanelProps) {
  const navigate = useNavigate();
  const api = useApi();
  const [uploads] = useState(() => stateFileUploads(api));
  const rows = useUploads(uploads);
  /** Undefined until the person decides. */
  const [picked, setPicked] = useState<string | undefined>();
  const [mode, setMode] = useState<ImportMode>('replace');
  /** Undefined until the person decides. */
  const [review, setReview] = useState<boolean | undefined>();
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const recognized = useRecognized(chosen);
  const state = picked ?? recognized.state;
  const subject = FileSubject.safeParse(state).data;
  const [problem, setProblem] = useState<string | undefined>();
  const isOnItsWay = () => uploads.list().some(({ isSending }) => isSending);
  const isBusy = isOnItsWay();
  const isReviewed = review ?? liveStates.some((live) => live === state);
  const continued = chosen && unfinished.find((each) => isSameFile(each, chosen.file));

  async function choose(file: File | undefined) {
    if (!file || isBusy) return;
    const start = await lookInto(file);
    setProblem(undefined);
    for (const { id } of rows) uploads.remove(id);
    setChosen({ file, start });
    const begun = unfinished.find((each) => isSameFile(each, file));
    if (begun) {
      setPicked(begun.State);
      setMode(begun.Mode);
      setReview(begun.Publish === 'after-review');
    }
  }

  async function send(file: File) {
    if (!subject) {
      setProblem('Choose the state this file covers.');
      return;
    }
    if (isBusy) return;
    setProblem(undefined);
    for (const { id } of rows) uploads.remove(id);
    const sent = await uploads.add(file, {
      ...uploadOf(file),
      state: subject,
      mode: modeOf(subject, mode),
      publish: isReviewed ? 'after-review' : 'automatically',
      importId: undefined,
    });
    const importId = sent.ok ? sent.output.importId : undefined;
    if (importId !== undefined) await navigate({ to: '/admin/imports/$importId', params: { importId } });
  }

  return (
    <section aria-labelledby="upload-title" className={styles['uploadPanel']}>
      <LeaveGuard warning="The file is not uploaded yet." isUnsaved={isOnItsWay} />
      <h2 id="upload-title" className="section-title">
        Import a file
      </h2>
      <FileDrop
        label={chosen ? 'Choose another file' : 'Choose a state’s address file'}
        accept={acceptedStateFiles}
        onFiles={([file]) => void choose(file)}
      >
        Drag a file here or click to browse. CSV, text or GeoJSON, also compressed as .gz or .zip, up to{' '}
        {formatBytes(MAX_UPLOAD_BYTES)}. Order and Referring of CMS and the ICD-10-CM codes go the same way.
      </FileDrop>
      {!chosen ? (
        <Unfinished uploads={unfinished} />
      ) : (
        <>
          <ChosenFile {...chosen} preview={recognized.preview} />
          {chosen.start.refusal === undefined && (
            <div className={styles['uploadChoices']}>
              <NativeSelect
                label="State or list"
                withAsterisk
                data={[{ value: '', label: 'Choose…' }, ...subjectOptions]}
                value={state}
                disabled={isBusy}
                onChange={({ currentTarget }) => setPicked(currentTarget.value)}
              />
              <ModeChoice subject={subject} mode={mode} onChange={setMode} />
              <Checkbox
                label="Show me what changes before staff see it"
                checked={isReviewed}
                disabled={isBusy}
                onChange={({ currentTarget }) => setReview(currentTarget.checked)}
              />
              <Button variant="filled" loading={isBusy} onClick={() => void send(chosen.file)}>
                {continued ? 'Continue the upload' : 'Upload and import'}
              </Button>
            </div>
          )}
        </>
      )}
      <UploadRows>
        {rows.map((item) => (
          <UploadRow key={item.id} of={uploads} item={item} />
        ))}
      </UploadRows>
      <div role="alert" className="wrong">
        {problem}
      </div>
    </section>
  );
}

type Recognized = Output<typeof importsApi.recognize>;

/** A compressed file is recognized only once it is uploaded, so its name has to do. */
function useRecognized(chosen: Chosen | undefined): { state: string; preview: Recognized | undefined } {
  const { client } = useApi();
  const { name = '', size, lastModified } = chosen?.file ?? {};
  const Start = chosen?.start.text ?? '';
  // A file stays the same, so its beginning is sent once.
  const { data, error } = useSWR(
    Start === '' ? null : ['recognized-file', name, size, lastModified],
    () => client.call(importsApi.recognize, { body: { FileName: name, Start } }),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  const isByName = Start === '' || error !== undefined;
  return { state: (isByName ? stateInName(name) : data?.State) ?? '', preview: data };
}

const isSameFile = ({ FileName, Bytes }: StateFileImport, { name, size }: File) =>
  FileName === name && Bytes === size;

function Unfinished({ uploads }: { uploads: readonly StateFileImport[] }) {
  if (uploads.length === 0) return null;
  return (
    <p className="small soft">
      {uploads.map(({ FileName, Bytes }) => `${FileName} (${formatBytes(Bytes)})`).join(', ')}: the upload was
      interrupted. Choose the same file again to continue where it stopped.
    </p>
  );
}

function ChosenFile({ file, start, preview }: Chosen & { preview: Recognized | undefined }) {
  return (
    <Stack gap="sm" my="md">
      <p>
        <b>{file.name}</b> <span className="soft number">{formatBytes(file.size)}</span>
      </p>
      {start.refusal !== undefined && (
        <p role="alert" className="wrong">
          {start.refusal}
        </p>
      )}
      {preview && preview.Columns.length > 0 && <Preview {...preview} />}
    </Stack>
  );
}

/** The names of the columns, and above each the field it is read as. Files have dozens that nothing is read from. */
function Preview({ Columns, Rows, Problem }: Recognized) {
  const columns = Columns.map((column, index) => ({ ...column, index })).toSorted(
    (one, other) => positionOf(one) - positionOf(other),
  );
  return (
    <figure>
      <figcaption className="small soft">
        {Problem === null
          ? 'The first rows, as they will be read'
          : `${Problem} You can choose columns after the upload.`}
      </figcaption>
      <section
        className={styles['preview']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must by keys
        tabIndex={0}
        aria-label="The first rows"
      >
        <table>
          <thead>
            <tr>
              {columns.map(({ name, field, index }) => (
                <th key={`${index} ${name}`} scope="col">
                  <span className={styles['readAs']}>{field === null ? '' : wordsOfColumn(field)}</span>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Rows.map((cells, line) => (
              <tr key={`${line} ${cells.join()}`}>
                {columns.map(({ index }) => (
                  <td key={index}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}

/** Recognized columns first, in the order in which an address is written. */
const positionOf = ({ field }: Recognized['Columns'][number]) =>
  field === null ? fileFields.length : fileFields.indexOf(field);

/** A national list is always replaced as a whole. */
const modeOf = (subject: FileSubject | undefined, mode: ImportMode): ImportMode =>
  subject && isNationalList(subject) ? 'replace' : mode;

interface ModeChoiceProps {
  subject: FileSubject | undefined;
  mode: ImportMode;
  onChange: (mode: ImportMode) => void;
}

const modes: { mode: ImportMode; name: string; meaning: string }[] = [
  {
    mode: 'replace',
    name: 'Replace',
    meaning: 'The file covers the whole state. Addresses that are live but not in the file are removed.',
  },
  {
    mode: 'add',
    name: 'Add',
    meaning:
      'The file covers part of the state, such as a county or corrected rows. It is added to what is live.',
  },
];

function ModeChoice({ subject, mode, onChange }: ModeChoiceProps) {
  if (subject && isNationalList(subject)) return null;
  return (
    <Radio.Group
      label="What the file covers"
      value={mode}
      onChange={(value) => onChange(ImportMode.parse(value))}
    >
      {modes.map((each) => (
        <Radio key={each.mode} value={each.mode} label={each.name} description={each.meaning} my="xs" />
      ))}
    </Radio.Group>
  );
}
