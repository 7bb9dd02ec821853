import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import { AddressState, addressStates, stateNames } from '@handoff/shared/domain/address/us-state';
import type { ImportMode } from '@handoff/shared/domain/address/state-file-import';
import { FileDrop } from '../../components/file-drop.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { errorText } from '../../lib/call-error.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChosenFile } from './chosen-file.tsx';
import { ModeChoice } from './mode-choice.tsx';
import {
  acceptedStateFiles,
  lookInto,
  packForUpload,
  type StateFileStart,
  stateInName,
} from './state-file.ts';
import { UploadBar } from './upload-bar.tsx';

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
      setProblem('Choose the state the file is of.');
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
    <section aria-labelledby="upload-title" className="upload-panel">
      <LeaveGuard warning="The file is not uploaded yet." isUnsaved={() => isOnItsWay.current} />
      <h2 id="upload-title" className="import-title">
        Import a file
      </h2>
      <FileDrop
        label={chosen ? 'Choose another file' : 'Choose a state’s address file'}
        accept={acceptedStateFiles}
        onFiles={([file]) => void choose(file)}
      >
        Drop it here, or press to choose. CSV or text, also packed as .gz; large files are packed on the way.
      </FileDrop>
      {chosen && (
        <>
          <ChosenFile {...chosen} />
          {chosen.start.refusal === undefined && (
            <div className="upload-choices">
              <NativeSelect
                label="State"
                withAsterisk
                data={[{ value: '', label: 'Choose…' }, ...stateChoices]}
                value={state}
                disabled={isBusy}
                onChange={({ currentTarget }) => setState(currentTarget.value)}
              />
              <ModeChoice mode={mode} onChange={setMode} />
              <div className="upload-send">
                <Button loading={isBusy} onClick={() => void send(chosen.file)}>
                  Upload and import
                </Button>
                <UploadBar packed={packed} sent={upload.progress} />
              </div>
            </div>
          )}
        </>
      )}
      <div role="alert" className="field-error">
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
