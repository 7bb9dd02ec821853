import { Link } from '@tanstack/react-router';
import type { importsApi } from '@handoff/shared/contract/imports';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ImportProgress, StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { type AddressState, stateNames } from '@handoff/shared/domain/address/us-state';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { formatAge, formatCount, formatDateTime } from '../../../../text/format.ts';
import { useNow } from '../../../../data/use-now.ts';
import { isRunning } from '../import-steps.ts';
import { statusWords } from '../../../../text/labels/import-labels.ts';
import { ProgressBar } from '../progress-bar.tsx';
import { rulesInWords, type StateFileRules } from './state-rules.tsx';
import styles from '../imports.module.css';

type LiveVersion = Output<typeof importsApi.list>['Live'][number];

interface StateCardProps {
  state: AddressState;
  live: LiveVersion | undefined;
  /** Imports of this state, newest first. */
  imports: readonly StateFileImport[];
  progressOf: (each: StateFileImport) => ImportProgress;
  /** Undefined while loading. */
  rules: StateFileRules | undefined;
  onRules: () => void;
}

export function StateCard({ state, live, imports, progressOf, rules, onRules }: StateCardProps) {
  const source = imports.find(({ ImportId }) => ImportId === live?.ImportId);
  const running = imports.find((each) => isRunning(progressOf(each).status));
  // The live version is described above, so only a later import is shown here.
  const last = imports[0]?.ImportId === live?.ImportId ? undefined : imports[0];
  return (
    <li className={styles['card']}>
      <h3>
        {stateNames[state]} <span className="soft">{state}</span>
      </h3>
      {live ? <LiveFacts live={live} source={source} /> : <p className="soft">Nothing imported yet</p>}
      {running ? (
        <RunningImport progress={progressOf(running)} id={running.ImportId} state={state} />
      ) : (
        last && <LastOutcome last={last} progress={progressOf(last)} />
      )}
      {rules && (
        <p className={`small ${styles['cardRules']}`}>
          <button
            type="button"
            className="text-button"
            aria-label={`Rules of ${stateNames[state]}`}
            onClick={onRules}
          >
            Rules
          </button>{' '}
          <span className="soft">{rulesInWords(rules)}</span>
        </p>
      )}
    </li>
  );
}

function LiveFacts({ live, source }: { live: LiveVersion; source: StateFileImport | undefined }) {
  const at = source && (source.FinishedAt ?? source.At);
  return (
    <>
      <p className={`${styles['cardCount']} number`}>{formatCount(live.Addresses)} addresses</p>
      <p className="soft small number">
        {formatCount(live.ZipCodes)} ZIP codes
        {at !== undefined && source && ` · ${formatDateTime(at)} · ${source.By.FullName}`}
      </p>
      <p className="small">
        <Link className="link" to="/admin/imports/$importId" params={{ importId: live.ImportId }}>
          {source?.FileName ?? 'The live version'}
        </Link>
      </p>
    </>
  );
}

function RunningImport({
  progress,
  id,
  state,
}: {
  progress: ImportProgress;
  id: string;
  state: AddressState;
}) {
  const { label, color } = statusWords[progress.status];
  return (
    <div className={styles['cardNews']}>
      <Link className="link small" to="/admin/imports/$importId" params={{ importId: id }}>
        <StatusMark name={label} color={color} />
      </Link>
      <span className="soft small number">{formatCount(progress.rows)} rows</span>
      <ProgressBar progress={progress} name={`Import of ${stateNames[state]}`} />
    </div>
  );
}

function LastOutcome({ last, progress }: { last: StateFileImport; progress: ImportProgress }) {
  const { label, color } = statusWords[progress.status];
  return (
    <div className={styles['cardNews']}>
      <Link className="link small" to="/admin/imports/$importId" params={{ importId: last.ImportId }}>
        <StatusMark name={label} color={color} />
      </Link>
      <span className="soft small">{formatAge(last.FinishedAt ?? last.At, useNow())}</span>
    </div>
  );
}
