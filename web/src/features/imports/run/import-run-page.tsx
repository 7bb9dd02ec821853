import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { ImportProgress, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { stateNames } from '@handoff/shared/domain/address/us-state';
import { PageHeading } from '../../../components/page-heading.tsx';
import {
  Bones,
  EmptyState,
  ErrorState,
  NoPermission,
  StaleNotice,
} from '../../../components/page-states.tsx';
import { StatusMark } from '../../../components/status-mark.tsx';
import { useMay } from '../../../lib/current-person.ts';
import { formatBytes, formatDateTime } from '../../../lib/format/format.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { ImportActions } from './import-actions.tsx';
import { ImportDiff } from './import-diff.tsx';
import { ImportFormat } from './import-numbers.tsx';
import { ImportNumbers } from './import-numbers.tsx';
import { ImportRejects } from './import-rejects.tsx';
import { isRunning } from '../import-steps.ts';
import { statusWords } from '../import-words.ts';
import { ProgressBar } from '../progress-bar.tsx';
import { StepList } from './step-list.tsx';
import { useLiveProgress } from '../use-live-progress.ts';
import '../imports.css';
import './import-run.css';

export function ImportRunPage() {
  const mayImport = useMay('imports.manage');
  const { importId } = useParams({ from: '/admin/imports/$importId' });
  return (
    <div className="page">
      <Link to="/admin/imports" className="quiet-link import-back">
        <IconChevronLeft size={16} aria-hidden="true" /> All imports
      </Link>
      {mayImport ? (
        <Run key={importId} importId={importId} />
      ) : (
        <NoPermission permission="imports.manage" to="import the address files of states" />
      )}
    </div>
  );
}

function Run({ importId }: { importId: string }) {
  const { data, error, refresh } = useRead(api.imports.byId, { query: { id: importId } });
  const run = data?.StateFileImports[0];
  const progressOf = useLiveProgress(data?.StateFileImports ?? [], () => void refresh());

  if (run)
    return (
      <>
        {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
        <RunReport run={run} progress={progressOf(run)} onActed={() => void refresh()} />
      </>
    );
  if (error?.code === 'not_found' || error?.code === 'invalid_request')
    return <EmptyState title="There is no such import">The link may be from another system.</EmptyState>;
  return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={8} />;
}

interface RunReportProps {
  run: StateFileImport;
  progress: ImportProgress;
  onActed: () => void;
}

function RunReport({ run, progress, onActed }: RunReportProps) {
  const { label, color, sentence } = statusWords[progress.status];
  const wasRead = progress.rows > 0 || isRunning(progress.status);
  return (
    <>
      <PageHeading title={`Import of ${stateNames[run.State]}`}>
        <StatusMark name={label} color={color} />
        <ImportActions run={run} progress={progress} onActed={onActed} />
      </PageHeading>
      <p className="soft import-about">
        {run.FileName}, {formatBytes(run.Bytes)},{' '}
        {run.Mode === 'replace' ? 'replaces the state' : 'adds to what is live'} · {run.By.FullName},{' '}
        {formatDateTime(run.At)}
      </p>
      <StepList progress={progress} />
      <ProgressBar progress={progress} name={`Import of ${stateNames[run.State]}`} isAnnounced />
      <output className="import-sentence" data-status={progress.status}>
        <b>{label}.</b> {run.Message ?? sentence}
        {run.CancelRequested && progress.status !== 'cancelled' && ' It is being cancelled.'}
      </output>
      {wasRead && <ImportNumbers progress={progress} />}
      <div className="import-columns">
        {wasRead && <ImportRejects run={run} progress={progress} />}
        <div>
          <ImportDiff diff={run.Diff} status={progress.status} />
          <ImportFormat format={run.Format} />
        </div>
      </div>
    </>
  );
}
