import { Button, Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import {
  AddressState,
  addressStates,
  stateNames,
  stateInName,
} from '@handoff/shared/domain/address/us-state';
import type { ImportMode, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { MAX_UPLOAD_BYTES } from '@handoff/shared/domain/address/block-upload';
import { FileDrop } from '../../../../ui/inputs/file-drop.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { formatBytes } from '../../../../text/format.ts';
import { acceptedStateFiles, lookInto, type StateFileStart } from './state-file.ts';
import { type UploadProgress, useUpload } from './use-upload.ts';
import styles from '../imports.module.css';

interface Chosen {
  file: File;
  start: StateFileStart;
}

const stateChoices = addressStates.map((code) => ({ value: code, label: `${code} - ${stateNames[code]}` }));

interface UploadPanelProps {
  /** Uploads that were started but not finished. */
  unfinished: readonly StateFileImport[];
  /** States that staff already work with, where a file changes the live version. */
  liveStates: readonly AddressState[];
}

/** Choose a file, check its first lines, confirm the state and mode, and upload it. */
export function UploadPanel({ unfinished, liveStates }: UploadPanelProps) {
  const navigate = useNavigate();
  const upload = useUpload();
  const [state, setState] = useState('');
  const [mode, setMode] = useState<ImportMode>('replace');
  /** Undefined until the person decides. */
  const [review, setReview] = useState<boolean | undefined>();
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const isOnItsWay = useRef(false);
  const isBusy = upload.isPending;
  const isReviewed = review ?? liveStates.some((live) => live === state);
  const continued = chosen && unfinished.find((each) => isSameFile(each, chosen.file));

  async function choose(file: File | undefined) {
    if (!file || isBusy) return;
    const start = await lookInto(file);
    setProblem(undefined);
    upload.reset();
    setChosen({ file, start });
    const begun = unfinished.find((each) => isSameFile(each, file));
    if (begun) {
      setState(begun.State);
      setMode(begun.Mode);
      setReview(begun.Publish === 'after-review');
    } else if (state === '') setState(stateInName(file.name) ?? '');
  }

  async function send(file: File) {
    const known = AddressState.safeParse(state);
    if (!known.success) {
      setProblem('Choose the state this file covers.');
      return;
    }
    if (isBusy) return;
    setProblem(undefined);
    isOnItsWay.current = true;
    const importId = await upload.send({
      file,
      state: known.data,
      mode,
      publish: isReviewed ? 'after-review' : 'automatically',
    });
    isOnItsWay.current = false;
    if (importId !== undefined) await navigate({ to: '/admin/imports/$importId', params: { importId } });
  }

  return (
    <section aria-labelledby="upload-title" className={styles['uploadPanel']}>
      <LeaveGuard warning="The file is not uploaded yet." isUnsaved={() => isOnItsWay.current} />
      <h2 id="upload-title" className="section-title">
        Import a file
      </h2>
      <FileDrop
        label={chosen ? 'Choose another file' : 'Choose a state’s address file'}
        accept={acceptedStateFiles}
        onFiles={([file]) => void choose(file)}
      >
        Drag a file here or click to browse. CSV or text, also compressed as .gz or .zip, up to{' '}
        {formatBytes(MAX_UPLOAD_BYTES)}.
      </FileDrop>
      {!chosen && <Unfinished uploads={unfinished} />}
      {chosen && (
        <>
          <ChosenFile {...chosen} />
          {chosen.start.refusal === undefined && (
            <div className={styles['uploadChoices']}>
              <NativeSelect
                label="State"
                withAsterisk
                data={[{ value: '', label: 'Choose…' }, ...stateChoices]}
                value={state}
                disabled={isBusy}
                onChange={({ currentTarget }) => setState(currentTarget.value)}
              />
              <ModeChoice mode={mode} onChange={setMode} />
              <Checkbox
                className={styles['uploadReview'] ?? ''}
                label="Show me what changes before staff see it"
                checked={isReviewed}
                disabled={isBusy}
                onChange={({ currentTarget }) => setReview(currentTarget.checked)}
              />
              <SendBar
                label={continued ? 'Continue the upload' : 'Upload and import'}
                isBusy={isBusy}
                progress={upload.progress}
                onSend={() => void send(chosen.file)}
                onStop={upload.stop}
              />
            </div>
          )}
        </>
      )}
      <Failure text={problem ?? upload.error?.message} requestId={upload.error?.requestId} />
    </section>
  );
}

interface SendBarProps {
  label: string;
  isBusy: boolean;
  progress: UploadProgress | undefined;
  onSend: () => void;
  onStop: () => void;
}

function SendBar({ label, isBusy, progress, onSend, onStop }: SendBarProps) {
  return (
    <div className={styles['uploadSend']}>
      <Button loading={isBusy} onClick={onSend}>
        {label}
      </Button>
      {progress && (
        <>
          <UploadBar {...progress} />
          <Button variant="default" onClick={onStop}>
            Stop
          </Button>
        </>
      )}
    </div>
  );
}

function Failure({ text, requestId }: { text: string | undefined; requestId: string | undefined }) {
  return (
    <div role="alert" className={styles['fieldError']}>
      {text}
      {requestId !== undefined && (
        <>
          {' '}
          Request <span className="request-id">{requestId}</span>
        </>
      )}
    </div>
  );
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

function UploadBar({ share, isInterrupted }: UploadProgress) {
  const percent = Math.floor(share * 100);
  return (
    <div className={styles['uploadBar']}>
      <span className="small soft number" aria-live={isInterrupted ? 'polite' : 'off'}>
        {isInterrupted ? 'Connection lost. The upload continues by itself.' : `Uploading ${percent}%`}
      </span>
      <progress
        className={styles['bar']}
        aria-label="Uploading"
        max={100}
        value={percent}
        aria-valuenow={percent}
      />
    </div>
  );
}

function ChosenFile({ file, start }: { file: File; start: StateFileStart }) {
  return (
    <div className={styles['chosenFile']}>
      <p>
        <b>{file.name}</b> <span className="soft number">{formatBytes(file.size)}</span>
      </p>
      {start.refusal !== undefined && (
        <p role="alert" className={styles['fieldError']}>
          {start.refusal}
        </p>
      )}
      {start.lines.length > 0 && (
        <figure>
          <figcaption className="small soft">How it begins</figcaption>
          <pre>{start.lines.join('\n')}</pre>
        </figure>
      )}
    </div>
  );
}

interface ModeChoiceProps {
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

function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  return (
    <fieldset className={styles['modeChoice']}>
      <legend>What the file covers</legend>
      {modes.map((each) => (
        <label key={each.mode}>
          <input
            type="radio"
            name="import-mode"
            checked={mode === each.mode}
            onChange={() => onChange(each.mode)}
          />
          <b>{each.name}</b>
          <span className="soft">{each.meaning}</span>
        </label>
      ))}
    </fieldset>
  );
}
