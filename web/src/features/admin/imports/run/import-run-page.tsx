import { IconChevronLeft } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { importsApi } from '@handoff/shared/contract/imports';
import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { isNationalList, subjectNames } from '@handoff/shared/domain/address/file-subject';
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
      <Link to="/admin/imports" className="quiet-link">
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
  const { label, color } = statusWords[progress.status];
  const [isEdited, setEdited] = useState(false);
  const wasRead = progress.rows > 0 || isRunning(progress.status);
  const format = (
    <ImportFormat
      run={run}
      status={progress.status}
      isEdited={isEdited}
      onEdit={setEdited}
      onActed={onActed}
    />
  );
  return (
    <>
      <PageHeading title={`Import of ${subjectNames[run.State]}`}>
        <StatusMark name={label} color={color} />
        <ImportActions
          run={run}
          progress={progress}
          onCorrect={isEdited ? undefined : () => setEdited(true)}
          onActed={onActed}
        />
      </PageHeading>
      <p className="soft">
        {run.FileName}, {formatBytes(run.Bytes)},{' '}
        {run.Mode === 'replace' ? 'replaces what is live' : 'adds to what is live'} · {run.By.FullName},{' '}
        {formatDateTime(run.At)}
      </p>
      <StepList progress={progress} />
      <ProgressBar progress={progress} name={`Import of ${subjectNames[run.State]}`} isAnnounced />
      <Outcome run={run} status={progress.status} />
      {wasRead && <ImportNumbers subject={run.State} progress={progress} />}
      <div className={styles['columns']}>
        {run.Diff && (
          <div>
            <Changes run={run} status={progress.status} />
          </div>
        )}
        {wasRead && (
          <div>
            <ImportRejects run={run} progress={progress} />
            {run.Diff && format}
          </div>
        )}
        {!(run.Diff && wasRead) && <div>{format}</div>}
      </div>
    </>
  );
}

function Outcome({ run, status }: { run: StateFileImport; status: ImportProgress['status'] }) {
  const { label, sentence, color } = statusWords[status];
  return (
    <output className="notice" style={{ borderLeftColor: `var(--mark-${color})` }}>
      <b>{label}.</b> {status === 'waiting' && placeInLine(run.QueuePosition)} {run.Message ?? sentence}{' '}
      {run.WaitsFor !== null && (
        <Link className="link" to="/admin/imports/$importId" params={{ importId: run.WaitsFor }}>
          Open that import
        </Link>
      )}
      {run.CancelRequested && status !== 'cancelled' && ' It is being canceled.'}
    </output>
  );
}

function Changes({ run, status }: { run: StateFileImport; status: ImportProgress['status'] }) {
  return (
    <>
      <ImportDiff run={run} status={status} />
      {status === 'needsConfirmation' && !isNationalList(run.State) && (
        <section aria-labelledby="impact-title">
          <h2 id="impact-title" className="section-title">
            Service areas and open referrals
          </h2>
          <ImportImpact importId={run.ImportId} />
        </section>
      )}
    </>
  );
}
