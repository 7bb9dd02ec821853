import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { importsApi } from '@handoff/shared/contract/imports';
import type { ImportProgress, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { stateNames } from '@handoff/shared/domain/address/us-state';
import { PageHeading } from '../../../../ui/page-heading.tsx';
import { EmptyState } from '../../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../../ui/feedback/reading.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { formatBytes, formatDateTime } from '../../../../text/format.ts';
import { useRead } from '../../../../data/records/use-read.ts';
import { ImportActions } from './import-actions.tsx';
import { ImportDiff } from './import-diff.tsx';
import { ImportImpact } from './import-impact.tsx';
import { ImportFormat } from './import-format.tsx';
import { ImportNumbers } from './import-numbers.tsx';
import { ImportRejects } from './import-rejects.tsx';
import { isRunning } from '../import-steps.ts';
import { placeInLine, statusWords } from '../../../../text/labels/import-labels.ts';
import { ProgressBar } from '../progress-bar.tsx';
import { StepList } from './step-list.tsx';
import { useLiveProgress } from '../use-live-progress.ts';
import styles from './run.module.css';

export function ImportRunPage() {
  const { importId } = useParams({ from: '/admin/imports/$importId' });
  return (
    <div className="page">
      <Link to="/admin/imports" className={`quiet-link ${styles['back']}`}>
        <IconChevronLeft size={16} aria-hidden="true" /> All imports
      </Link>
      <Run key={importId} importId={importId} />
    </div>
  );
}

function Run({ importId }: { importId: string }) {
  const reading = useRead(importsApi.byId, { query: { id: importId } });
  const progressOf = useLiveProgress(reading.data?.StateFileImports ?? [], () => void reading.refresh());
  return (
    <Reading
      of={reading}
      lines={8}
      missing={<EmptyState title="There is no such import">The link may be from another system.</EmptyState>}
    >
      {({ StateFileImports: [run] }) =>
        run && <RunReport run={run} progress={progressOf(run)} onActed={() => void reading.refresh()} />
      }
    </Reading>
  );
}

interface RunReportProps {
  run: StateFileImport;
  progress: ImportProgress;
  onActed: () => void;
}

function RunReport({ run, progress, onActed }: RunReportProps) {
  const { label, color, sentence } = statusWords[progress.status];
  const wasRead = progress.rows > 0 || isRunning(progress.status);
  const rejects = wasRead && <ImportRejects run={run} progress={progress} />;
  return (
    <>
      <PageHeading title={`Import of ${stateNames[run.State]}`}>
        <StatusMark name={label} color={color} />
        <ImportActions run={run} progress={progress} onActed={onActed} />
      </PageHeading>
      <p className={`soft ${styles['about']}`}>
        {run.FileName}, {formatBytes(run.Bytes)},{' '}
        {run.Mode === 'replace' ? 'replaces the state' : 'adds to what is live'} · {run.By.FullName},{' '}
        {formatDateTime(run.At)}
      </p>
      <StepList progress={progress} />
      <ProgressBar progress={progress} name={`Import of ${stateNames[run.State]}`} isAnnounced />
      <output className={styles['sentence']} data-status={progress.status}>
        <b>{label}.</b> {progress.status === 'waiting' && placeInLine(run.QueuePosition)}{' '}
        {run.Message ?? sentence}
        {run.CancelRequested && progress.status !== 'cancelled' && ' It is being canceled.'}
      </output>
      {wasRead && <ImportNumbers progress={progress} />}
      <div className={styles['columns']}>
        <div>{run.Diff ? <Changes run={run} status={progress.status} /> : rejects}</div>
        <div>
          {run.Diff && rejects}
          <ImportFormat run={run} status={progress.status} onActed={onActed} />
        </div>
      </div>
    </>
  );
}

function Changes({ run, status }: { run: StateFileImport; status: ImportProgress['status'] }) {
  return (
    <>
      <ImportDiff diff={run.Diff} status={status} />
      {status === 'needsConfirmation' && (
        <section aria-labelledby="impact-title">
          <h2 id="impact-title" className="section-title">
            Open referrals it affects
          </h2>
          <ImportImpact importId={run.ImportId} />
        </section>
      )}
    </>
  );
}
