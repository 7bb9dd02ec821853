import { Group } from '@mantine/core';
import { isNationalList, type FileSubject } from '@handoff/shared/domain/address/file-subject';
import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import { formatCount, plural } from '../../../../text/format.ts';
import { wordsOfRows } from '../../../../text/labels/import-labels.ts';
import { isRunning } from '../import-steps.ts';
import styles from './run.module.css';

/** Every row is accepted, a unit, repeated, skipped or rejected, so these always add up. */
export function ImportNumbers({ subject, progress }: { subject: FileSubject; progress: ImportProgress }) {
  const { rows, accepted, units, duplicates, skipped, rejected } = progress;
  const others = isNationalList(subject)
    ? [
        { name: subject === 'NPI' ? 'Same NPI again' : 'Same code again', value: duplicates },
        ...(subject === 'ICD' ? [{ name: 'Categories, skipped', value: skipped }] : []),
      ]
    : [
        { name: wordsOfRows('unit'), value: units },
        { name: wordsOfRows('same-address'), value: duplicates },
        { name: wordsOfRows('other-state'), value: skipped },
      ];
  const figures = [
    { name: 'Rows read', value: rows },
    { name: 'Accepted', value: accepted },
    ...others,
    { name: 'Rejected', value: rejected },
  ];
  return (
    <>
      <Group component="dl" gap="var(--space-8) var(--space-32)" align="stretch" my="md">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt className="soft small">{name}</dt>
            <dd className={`number strong ${styles['figure']}`}>{formatCount(value)}</dd>
            {value > 0 && value < rows && <dd className="soft small number">{share(value, rows)}</dd>}
          </div>
        ))}
      </Group>
      {isRunning(progress.status) && <Pace subject={subject} progress={progress} />}
    </>
  );
}

const share = (value: number, rows: number) =>
  value / rows < 0.001 ? 'under 0.1%' : `${((value / rows) * 100).toFixed(1)}%`;

function Pace({ subject, progress }: { subject: FileSubject; progress: ImportProgress }) {
  const { rowsPerSecond, etaSeconds, zipsDone, zipsTotal, status } = progress;
  const parts = [
    status === 'scanning' && rowsPerSecond > 0 && `${formatCount(rowsPerSecond)} rows a second`,
    status === 'writing' &&
      `${formatCount(zipsDone)} of ${plural(zipsTotal, isNationalList(subject) ? 'document' : 'ZIP code')}`,
    etaSeconds !== null && `${timeLeft(etaSeconds)} left`,
  ];
  return <p className="soft number">{parts.filter((part) => part !== false).join(' · ')}</p>;
}

function timeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds';
  return seconds < 90 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}
