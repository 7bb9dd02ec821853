import type { ImportProgress } from '@handoff/shared/domain/address/state-file-import';
import { formatCount } from '../../../../text/format.ts';
import { isRunning } from '../import-steps.ts';
import styles from './run.module.css';

/** Every row is accepted, duplicate, skipped or rejected, so the four always add up. */
export function ImportNumbers({ progress }: { progress: ImportProgress }) {
  const { rows, accepted, duplicates, skipped, rejected } = progress;
  const figures = [
    { name: 'Rows read', value: rows },
    { name: 'Accepted', value: accepted },
    { name: 'Duplicates', value: duplicates },
    { name: 'Skipped', value: skipped, hint: 'other states' },
    { name: 'Rejected', value: rejected },
  ];
  return (
    <>
      <dl className={styles['figures']}>
        {figures.map(({ name, value, hint }) => (
          <div key={name}>
            <dt>
              {name}
              {hint !== undefined && <span className="small"> ({hint})</span>}
            </dt>
            <dd className="number">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {isRunning(progress.status) && <Pace progress={progress} />}
    </>
  );
}

function Pace({ progress }: { progress: ImportProgress }) {
  const { rowsPerSecond, etaSeconds, zipsDone, zipsTotal, status } = progress;
  const parts = [
    status === 'scanning' && rowsPerSecond > 0 && `${formatCount(rowsPerSecond)} rows a second`,
    status === 'writing' && `${formatCount(zipsDone)} of ${formatCount(zipsTotal)} ZIP codes`,
    etaSeconds !== null && `${timeLeft(etaSeconds)} left`,
  ];
  return (
    <p className={`soft number ${styles['pace']}`}>{parts.filter((part) => part !== false).join(' · ')}</p>
  );
}

function timeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds';
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}
