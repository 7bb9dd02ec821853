import { IconAlertTriangle, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { Finding } from '@handoff/shared/domain/eligibility/finding';
import { wordsOf } from '../../../text/labels/finding-labels.ts';
import { linesOf, SegmentLines } from './coverage/segment-lines.tsx';
import styles from './result.module.css';

interface FindingListProps {
  id: string;
  /** Says how severe the findings are; color and icon only repeat it. */
  title: string;
  findings: readonly Finding[];
  /** These findings need no action. */
  isQuiet?: boolean;
}

/** Findings in plain words; the rule and the response lines open on demand. */
export function FindingList({ id, title, findings, isQuiet = false }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles['findings']}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul>
        {findings.map((finding) => (
          <FindingItem key={`${finding.Code} ${finding.Text}`} finding={finding} isQuiet={isQuiet} />
        ))}
      </ul>
    </section>
  );
}

const icons = { blocker: IconX, issue: IconAlertTriangle, notice: IconAlertTriangle } as const;

function FindingItem({ finding, isQuiet }: { finding: Finding; isQuiet: boolean }) {
  const Icon = isQuiet ? IconInfoCircle : icons[finding.Severity];
  const { title, advice } = wordsOf(finding.Code);
  return (
    <li className={styles['finding']} data-severity={isQuiet ? 'quiet' : finding.Severity}>
      <span className={styles['findingMark']}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div>
        <h3 className={styles['findingTitle']}>{title}</h3>
        <p>{finding.Text}</p>
        {advice !== undefined && <p className={styles['findingAdvice']}>{advice}</p>}
        <Evidence finding={finding} />
      </div>
    </li>
  );
}

function Evidence({ finding }: { finding: Finding }) {
  const hasLines = linesOf(finding.Segment).length > 0;
  return (
    <details className={styles['evidence']}>
      <summary>{hasLines ? 'The rule and the lines behind it' : 'The rule behind it'}</summary>
      <p>{finding.Rule}</p>
      <SegmentLines segment={finding.Segment} />
    </details>
  );
}
