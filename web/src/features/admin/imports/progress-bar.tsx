import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import { isRunning, percentOf } from './import-steps.ts';
import { statusWords } from '../../../text/labels/import-labels.ts';
import styles from './imports.module.css';

interface ProgressBarProps {
  progress: ImportProgress;
  /** Names the bar for screen readers. */
  name: string;
  /** Announces every tenth percent to screen readers. */
  isAnnounced?: boolean;
}

export function ProgressBar({ progress, name, isAnnounced = false }: ProgressBarProps) {
  const percent = useHighestPercent(progress);
  const { label } = statusWords[progress.status];
  if (!isRunning(progress.status)) return null;
  return (
    <>
      <progress
        className={styles['bar']}
        aria-label={name}
        max={100}
        value={percent}
        aria-valuenow={percent}
        aria-valuetext={`${label}, ${percent} percent`}
      />
      {isAnnounced && (
        <VisuallyHidden component="output">{`${label}, ${Math.floor(percent / 10) * 10} percent`}</VisuallyHidden>
      )}
    </>
  );
}

/** A resumed import reads its file again, but the bar must not go back. */
function useHighestPercent(progress: ImportProgress): number {
  const [highest, setHighest] = useState(0);
  const percent = percentOf(progress);
  const isUnderWay = progress.status === 'scanning' || progress.status === 'writing';
  const now = isUnderWay ? Math.max(highest, percent) : 0;
  if (now !== highest) setHighest(now);
  return isUnderWay ? now : percent;
}
