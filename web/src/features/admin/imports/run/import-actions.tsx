import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { addressStateUpdatesApi, importsApi } from '@handoff/shared/contract/imports';
import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { useAction } from '../../../../data/send/outbox.ts';
import { useRead } from '../../../../data/records/use-read.ts';
import { plural } from '../../../../text/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { focusIfLost } from '../../../../ui/page-focus.ts';
import { VersionDialog, type VersionAction } from '../version-dialog.tsx';
import { isRunning, lacksColumns } from '../import-steps.ts';

interface ImportActionsProps {
  run: StateFileImport;
  progress: ImportProgress;
  /** Undefined while the columns are being corrected. */
  onCorrect: (() => void) | undefined;
  onActed: () => void;
}

/** The actions that the status of an import allows. */
export function ImportActions({ run, progress, onCorrect, onActed }: ImportActionsProps) {
  const { status } = progress;
  const action = useAction(addressStateUpdatesApi[run.State], { onSuccess: onActed });
  const [wanted, setWanted] = useState<VersionAction>('publish');
  const [isAsked, setAsked] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  const mayRollBack = useMayRollBack(run, status);

  async function act(Action: 'cancel' | 'retry') {
    await action.run({ body: { ImportId: run.ImportId, Action } });
    setCanceling(false);
    // After a refusal, too: the import's status has changed since it was shown.
    onActed();
  }
  function ask(version: VersionAction) {
    setWanted(version);
    setAsked(true);
  }

  return (
    <div className="page-head-actions">
      {(isRunning(status) || status === 'needsConfirmation') && !run.CancelRequested && (
        <Button onClick={() => setCanceling(true)}>Cancel the import</Button>
      )}
      {/* The live status may be ahead of the record, which says why. */}
      {(status === 'failed' || status === 'cancelled') && run.Progress.status === status && (
        <WayOut
          run={run}
          isPending={action.isPending}
          onRetry={() => void act('retry')}
          onCorrect={onCorrect}
        />
      )}
      {status === 'needsConfirmation' && (
        <Button variant="filled" onClick={() => ask('publish')}>
          Publish…
        </Button>
      )}
      {mayRollBack && <Button onClick={() => ask('rollback')}>Make this version live again…</Button>}
      <ConfirmDialog
        opened={isCanceling}
        title="Cancel this import?"
        cancel="Keep the import"
        confirm="Cancel the import"
        isDanger
        isPending={action.isPending}
        onConfirm={() => void act('cancel')}
        onClose={() => setCanceling(false)}
        onExitTransitionEnd={() => focusIfLost(document.querySelector('h1'))}
      >
        <p>
          {progress.rows > 0 &&
            `${plural(progress.rows, 'row')} ${progress.rows === 1 ? 'was' : 'were'} read. `}
          Nothing from {run.FileName} goes live. To import it later, it has to be read from its start again.
        </p>
      </ConfirmDialog>
      <VersionDialog
        opened={isAsked}
        action={wanted}
        run={run}
        onActed={onActed}
        onClose={() => setAsked(false)}
      />
    </div>
  );
}

interface WayOutProps {
  run: StateFileImport;
  isPending: boolean;
  onRetry: () => void;
  onCorrect: (() => void) | undefined;
}

/** Reading the same file again helps only when the file was not the reason. */
function WayOut({ run, isPending, onRetry, onCorrect }: WayOutProps) {
  const { FailedBy } = run;
  if (lacksColumns(run))
    return (
      onCorrect && (
        <Button variant="filled" onClick={onCorrect}>
          Correct columns
        </Button>
      )
    );
  if (FailedBy === 'file' || FailedBy === 'upload')
    return (
      <Button variant="filled" renderRoot={(button) => <Link to="/admin/imports" {...button} />}>
        {FailedBy === 'file' ? 'Choose another file' : 'Upload the file again'}
      </Button>
    );
  return (
    <Button variant={FailedBy === null ? 'default' : 'filled'} loading={isPending} onClick={onRetry}>
      Try again
    </Button>
  );
}

/** Only the last few live versions are kept for a rollback. */
function useMayRollBack(run: StateFileImport, status: ImportProgress['status']): boolean {
  const wasLive = status === 'superseded' || status === 'removed';
  const { data } = useRead(importsApi.list, wasLive ? {} : null);
  return data?.Live.some(({ Previous }) => Previous.includes(run.ImportId)) ?? false;
}
