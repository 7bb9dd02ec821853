import { StatusMark } from '../../../../ui/status-mark.tsx';
import { CoverageCard, CoverageLine } from './coverage-card.tsx';
import type { CoverageProps } from './coverage-section.tsx';
import { periodText } from '../../../../text/labels/eligibility-labels.ts';
import { LinesBehind } from './segment-lines.tsx';
import styles from './coverage.module.css';

type Part = CoverageProps['coverage']['PartA'];

const partWords: Record<Part['Status'], { name: string; color: string }> = {
  active: { name: 'Active', color: 'green' },
  none: { name: 'Not active', color: 'red' },
  barred: { name: 'No benefits in this period', color: 'red' },
  unknown: { name: 'Medicare did not say', color: 'gray' },
};

/** Original Medicare: Part A for hospitals, and Part B, which also pays for home health. */
export function PartCards({ coverage, day }: CoverageProps) {
  return (
    <>
      <PartCard title="Part A" part={coverage.PartA} day={day} />
      <PartCard title="Part B" part={coverage.PartB} day={day} />
    </>
  );
}

function PartCard({ title, part, day }: { title: string; part: Part; day: string }) {
  const { name, color } = partWords[part.Status];
  const saysItself = part.Status === 'active' && part.Periods.some(({ IsActive }) => IsActive);
  return (
    <CoverageCard title={title}>
      {[
        ...(saysItself ? [] : [<StatusMark key="status" name={name} color={color} />]),
        ...part.Periods.map((line) => (
          <CoverageLine
            key={`${line.From} ${line.To}`}
            of={title}
            line={line}
            day={day}
            // Entitled but not payable, so the card must not show green.
            {...(part.Status === 'barred' && { state: 'Entitled', color: 'gray' as const })}
          />
        )),
        ...part.Barred.map((line) => (
          <div key={`barred ${line.From}`} className={styles['line']}>
            <p className="number">Without benefits {periodText(line)}</p>
            <LinesBehind segment={line.Segment} of={`${title} without benefits`} />
          </div>
        )),
        <LinesBehind key="denied" segment={part.Denied} of={`${title} denied`} />,
      ]}
    </CoverageCard>
  );
}
