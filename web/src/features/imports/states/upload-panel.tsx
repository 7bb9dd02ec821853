import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import {
  AddressState,
  addressStates,
  stateNames,
  stateInName,
} from '@handoff/shared/domain/address/us-state';
import type { ImportMode } from '@handoff/shared/domain/address/state-file-import';
import { FileDrop } from '../../../components/inputs/file-drop.tsx';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { errorText } from '../../../lib/api/call-error.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import {
  acceptedStateFiles,
  lookInto,
  packForUpload,
  type StateFileStart,
  isToBePacked,
} from './state-file.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import styles from '../imports.module.css';

interface Chosen {
  file: File;
  start: StateFileStart;
}

const stateChoices = addressStates.map((code) => ({ value: code, label: `${code} - ${stateNames[code]}` }));

/** Choose a file, look at its first lines, say what it is, and send it. */
export function UploadPanel() {
  const navigate = useNavigate();
  const upload = useAction(api.imports.upload);
  const [state, setState] = useState('');
  const [mode, setMode] = useState<ImportMode>('replace');
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const [packed, setPacked] = useState<number | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const isOnItsWay = useRef(false);
  const isBusy = packed !== undefined || upload.isPending;

  async function choose(file: File | undefined) {
    if (!file || isBusy) return;
    const start = await lookInto(file);
    setProblem(undefined);
    upload.reset();
    setChosen({ file, start });
    if (state === '') setState(stateInName(file.name) ?? '');
  }

  async function send(file: File) {
    const known = AddressState.safeParse(state);
    if (!known.success) {
      setProblem('Choose the state this file covers.');
      return;
    }
    if (isBusy) return;
    setProblem(undefined);
    setPacked(0);
    isOnItsWay.current = true;
    try {
      const ready = await packForUpload(file, setPacked);
      setPacked(undefined);
      const started = await upload.run({ fields: { state: known.data, mode }, file: ready });
      isOnItsWay.current = false;
      if (started) await navigate({ to: '/admin/imports/$importId', params: { importId: started.ImportId } });
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      isOnItsWay.current = false;
      setPacked(undefined);
    }
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
        Drop it here, or press to choose. CSV or text, also compressed as .gz. Large files are compressed
        during upload.
      </FileDrop>
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
              <div className={styles['uploadSend']}>
                <Button loading={isBusy} onClick={() => void send(chosen.file)}>
                  Upload and import
                </Button>
                <UploadBar packed={packed} sent={upload.progress} />
              </div>
            </div>
          )}
        </>
      )}
      <div role="alert" className={styles['fieldError']}>
        {problem ?? upload.error?.message}
        {upload.error?.requestId !== undefined && (
          <>
            {' '}
            Request <span className="request-id">{upload.error.requestId}</span>
          </>
        )}
      </div>
    </section>
  );
}

interface UploadBarProps {
  /** Shares, 0 to 1, of the phase under way. */
  packed: number | undefined;
  sent: number | undefined;
}

function UploadBar({ packed, sent }: UploadBarProps) {
  const share = packed ?? sent;
  if (share === undefined) return null;
  const label = packed === undefined ? 'Uploading' : 'Compressing';
  const percent = Math.floor(share * 100);
  return (
    <div className={styles['uploadBar']}>
      <span className="small soft number">{`${label} ${percent} %`}</span>
      <progress
        className={styles['bar']}
        aria-label={label}
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
        <b>{file.name}</b>{' '}
        <span className="soft number">
          {formatBytes(file.size)}
          {isToBePacked(file) && ', compressed before the upload'}
        </span>
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
