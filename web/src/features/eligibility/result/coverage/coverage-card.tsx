import { Group } from '@mantine/core';
import { type ReactNode } from 'react';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type Dated, periodAsOf, standing } from '../../../../text/labels/eligibility-labels.ts';
import { LinesBehind } from './segment-lines.tsx';
import styles from './coverage.module.css';

interface CoverageCardProps {
  title: string;
  /** A main kind of coverage has a card in any case. */
  isMain?: boolean;
  children: ReactNode[];
}

/** One kind of coverage. Without lines there is no card; coverage-section.tsx names the missing kinds. */
export function CoverageCard({ title, isMain = false, children }: CoverageCardProps) {
  if (children.length === 0 && !isMain) return null;
  return (
    <section className={styles['card']}>
      <h3>{title}</h3>
      {children.length === 0 ? <p className="soft">– None on file</p> : children}
    </section>
  );
}

interface CoverageLineProps {
  line: Dated & { Segment?: string | undefined };
  /** Names the line's subject for screen readers. */
  of: string;
  /** The date of service. */
  day: string;
  /** Replaces the status that follows from the dates. */
  state?: string | undefined;
  name?: ReactNode;
  /** Shown while the line is active. */
  color?: 'green' | 'orange' | 'gray' | 'red';
  children?: ReactNode;
}

export function CoverageLine({ line, of, day, state, name, color = 'green', children }: CoverageLineProps) {
  return (
    <div className={styles['line']}>
      {name !== undefined && name !== '' && <p className="label">{name}</p>}
      <Group component="p">
        <StatusMark name={state ?? standing(line, day)} color={line.IsActive ? color : 'gray'} />
        <span className="number">{periodAsOf(line, day)}</span>
      </Group>
      {children}
      <LinesBehind segment={line.Segment} of={of} />
    </div>
  );
}

/** Names and values, without those that Medicare left empty. */
export function CoverageFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const given = facts.filter(([, value]) => value !== '' && value !== null);
  if (given.length === 0) return null;
  return (
    <dl className={`facts ${styles['facts']}`}>
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
