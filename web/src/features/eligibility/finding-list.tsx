import type { Finding } from '@handoff/shared/domain/eligibility/finding';
import { AlertIcon, CrossIcon, InfoIcon } from '../../components/icons.tsx';
import { adviceOn } from './finding-advice.ts';

interface FindingListProps {
  id: string;
  title: string;
  findings: readonly Finding[];
  /** Nobody has to act on them. */
  isQuiet?: boolean;
}

/** What was found, in plain words; the rule and the lines of the answer on demand. */
export function FindingList({ id, title, findings, isQuiet = false }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby={id} className="findings">
      <h2 id={id}>{title}</h2>
      <ul>
        {findings.map((finding) => (
          <FindingItem key={`${finding.Code} ${finding.Text}`} finding={finding} isQuiet={isQuiet} />
        ))}
      </ul>
    </section>
  );
}

const severities = {
  blocker: { word: 'Medicare does not pay', Icon: CrossIcon },
  issue: { word: 'To settle first', Icon: AlertIcon },
  notice: { word: 'To look at first', Icon: AlertIcon },
} as const;

function FindingItem({ finding, isQuiet }: { finding: Finding; isQuiet: boolean }) {
  const { word, Icon } = severities[finding.Severity];
  const advice = adviceOn(finding.Code);
  return (
    <li className="finding" data-severity={isQuiet ? 'quiet' : finding.Severity}>
      <span className="finding-mark">{isQuiet ? <InfoIcon size={18} /> : <Icon size={18} />}</span>
      <div>
        {!isQuiet && <p className="finding-word">{word}</p>}
        <p className="finding-text">{finding.Text}</p>
        {advice !== undefined && <p className="soft">{advice}</p>}
        <Evidence finding={finding} />
      </div>
    </li>
  );
}

function Evidence({ finding }: { finding: Finding }) {
  const lines = finding.Segment?.split('~').filter((line) => line.trim() !== '') ?? [];
  return (
    <details className="evidence">
      <summary>{lines.length > 0 ? 'Why, and the lines behind it' : 'Why'}</summary>
      <p>{finding.Rule}</p>
      {lines.length > 0 && (
        <ol className="segments" aria-label="Lines of the 271 answer">
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines may repeat and never move
            <li key={index}>
              <code>{line.trim()}</code>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
