import { Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Finding } from '@handoff/shared/domain/eligibility/finding';
import { wordsOf } from '../../../text/labels/finding-labels.ts';
import { linesOf, SegmentLines } from './coverage/segment-lines.tsx';
import { Guarded } from '../../../ui/feedback/guarded.tsx';
import styles from './result.module.css';

interface FindingListProps {
  id: string;
  /** Says how severe the findings are; color and icon only repeat it. */
  title: string;
  findings: readonly Finding[];
  /** The next steps of this person. */
  actionsOf?: (finding: Finding) => ReactNode;
  /** Texts of the findings that someone resolved. */
  resolved?: readonly string[];
  /** These findings need no action. */
  isQuiet?: boolean;
}

/** Findings in plain words; the rule and the response lines open on demand. */
export function FindingList({
  id,
  title,
  findings,
  actionsOf,
  resolved = [],
  isQuiet = false,
}: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul className="rows">
        {findings.map((finding) => (
          <Guarded key={`${finding.Code} ${finding.Text}`} record={finding} within="li">
            <FindingItem
              finding={finding}
              tone={isQuiet ? 'quiet' : resolved.includes(finding.Text) ? 'resolved' : finding.Severity}
            >
              {actionsOf?.(finding)}
            </FindingItem>
          </Guarded>
        ))}
      </ul>
    </section>
  );
}

const icons = {
  blocker: { Icon: IconX, color: 'wrong' },
  issue: { Icon: IconAlertTriangle, color: 'warn' },
  notice: { Icon: IconAlertTriangle, color: 'warn' },
  quiet: { Icon: IconInfoCircle, color: 'soft' },
  resolved: { Icon: IconCheck, color: 'good' },
} as const;

interface FindingItemProps {
  finding: Finding;
  tone: keyof typeof icons;
  children: ReactNode;
}

function FindingItem({ finding, tone, children }: FindingItemProps) {
  const { Icon, color } = icons[tone];
  const { title, advice } = wordsOf(finding.Code);
  return (
    <Group component="li" align="stretch" wrap="nowrap" className={styles['finding'] ?? ''}>
      <Icon size={18} className={color} aria-hidden="true" />
      <div>
        <h3>{title}</h3>
        <p>{finding.Text}</p>
        {advice !== undefined && <p className="soft">{advice}</p>}
        {children}
        <Evidence finding={finding} />
      </div>
    </Group>
  );
}

function Evidence({ finding }: { finding: Finding }) {
  const hasLines = linesOf(finding.Segment).length > 0;
  return (
    <details className="no-print">
      <summary className="soft small">
        {hasLines ? 'The rule and the lines behind it' : 'The rule behind it'}
      </summary>
      <p>{finding.Rule}</p>
      <SegmentLines segment={finding.Segment} />
    </details>
  );
}
