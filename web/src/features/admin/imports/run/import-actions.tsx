import { Button } from '@mantine/core';
import { useState } from 'react';
import { addressStateUpdatesApi, importsApi } from '@handoff/shared/contract/imports';
import type { ImportProgress, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { stateNames } from '@handoff/shared/domain/address/us-state';
import { focusIfLost } from '../../../../ui/page-focus.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { formatCount } from '../../../../text/format.ts';
import { useAction } from '../../../../data/send/use-action.ts';
import { useRead } from '../../../../data/records/use-read.ts';
import { DiffFacts } from './import-diff.tsx';
import { ImportImpact } from './import-impact.tsx';
import { isRunning } from '../import-steps.ts';

interface ImportActionsProps {
  run: StateFileImport;
  progress: ImportProgress;
  onActed: () => void;
}

type Wanted = 'publish' | 'rollback';

/** The actions that the status of an import allows. */
export function ImportActions({ run, progress, onActed }: ImportActionsProps) {
  const { status } = progress;
  const action = useAction(addressStateUpdatesApi[run.State], { onSuccess: onActed });
  const [asked, setAsked] = useState<Wanted | undefined>();
  const mayRollBack = useMayRollBack(run, status);

  async function act(Action: Wanted | 'cancel' | 'retry') {
    await action.run({ body: { ImportId: run.ImportId, Action } });
    setAsked(undefined);
    // After a refusal, too: the import's status has changed since it was shown.
    onActed();
  }

  return (
    <div className="page-head-actions">
      {(isRunning(status) || status === 'needsConfirmation') && !run.CancelRequested && (
        <Button variant="default" loading={action.isPending} onClick={() => void act('cancel')}>
          Cancel the import
        </Button>
      )}
      {(status === 'failed' || status === 'cancelled') && (
        <Button variant="default" loading={action.isPending} onClick={() => void act('retry')}>
          Try again
        </Button>
      )}
      {status === 'needsConfirmation' && <Button onClick={() => setAsked('publish')}>Publish…</Button>}
      {mayRollBack && (
        <Button variant="default" onClick={() => setAsked('rollback')}>
          Make this version live again…
        </Button>
      )}
      <Confirmation
        run={run}
        progress={progress}
        wanted={asked}
        isPending={action.isPending}
        onConfirm={(wanted) => void act(wanted)}
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}

/** Only the last few live versions are kept for a rollback. */
function useMayRollBack(run: StateFileImport, status: ImportProgress['status']): boolean {
  const { data } = useRead(importsApi.list, status === 'superseded' ? {} : null);
  return data?.Live.some(({ Previous }) => Previous.includes(run.ImportId)) ?? false;
}

const MAX_IN_DIALOG = 5;

interface ConfirmationProps {
  run: StateFileImport;
  progress: ImportProgress;
  /** Undefined closes the dialog. */
  wanted: Wanted | undefined;
  isPending: boolean;
  onConfirm: (wanted: Wanted) => void;
  onClose: () => void;
}

function Confirmation({ run, progress, wanted, isPending, onConfirm, onClose }: ConfirmationProps) {
  const state = stateNames[run.State];
  const isPublish = wanted === 'publish';
  return (
    <ConfirmDialog
      opened={wanted !== undefined}
      onClose={onClose}
      // The button that opened the dialog is gone once its action is done.
      onExitTransitionEnd={() => focusIfLost(document.querySelector('h1'))}
      cancel="Not now"
      confirm={isPublish ? 'Publish' : 'Make it live'}
      isPending={isPending}
      onConfirm={() => wanted && onConfirm(wanted)}
      title={isPublish ? `Publish this version of ${state}?` : `Roll back to this version of ${state}?`}
    >
      {isPublish ? (
        <>
          {run.Message !== null && <p>{run.Message}</p>}
          {run.Diff && <DiffFacts diff={run.Diff} />}
          <ImportImpact importId={run.ImportId} most={MAX_IN_DIALOG} />
          <p className="number">
            {formatCount(progress.rejected)} of {formatCount(progress.rows)} rows were rejected.
          </p>
        </>
      ) : (
        <>
          <p>
            Staff get the addresses of {run.FileName} again. The version that is live now stays available to
            go back to.
          </p>
          {wanted === 'rollback' && <ImportImpact importId={run.ImportId} most={MAX_IN_DIALOG} />}
        </>
      )}
    </ConfirmDialog>
  );
}
