import type { ReactNode } from 'react';
import { StatusMark } from '../../components/status-mark.tsx';
import { type Dated, periodText, standing } from './eligibility-words.ts';

/** One kind of coverage; without lines it says that Medicare has none. */
export function CoverageCard({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <section className="coverage-card">
      <h3>{title}</h3>
      {children.length === 0 ? <p className="soft">None on file</p> : children}
    </section>
  );
}

interface CoverageLineProps {
  line: Dated;
  /** The date of service. */
  day: string;
  name?: ReactNode;
  /** While it is active. */
  color?: 'green' | 'orange' | 'gray' | 'red';
  children?: ReactNode;
}

export function CoverageLine({ line, day, name, color = 'green', children }: CoverageLineProps) {
  return (
    <div className="coverage-line">
      <p className="coverage-line-head">
        <StatusMark name={standing(line, day)} color={line.IsActive ? color : 'gray'} />
        <span className="number">{periodText(line)}</span>
      </p>
      {name !== undefined && name !== '' && <p className="coverage-name">{name}</p>}
      {children}
    </div>
  );
}

/** Names and values; what Medicare left empty is left out. */
export function CoverageFacts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const given = facts.filter(([, value]) => value !== '' && value !== null);
  if (given.length === 0) return null;
  return (
    <dl className="facts coverage-facts">
      {given.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
