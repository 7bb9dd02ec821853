import { Link } from '@tanstack/react-router';
import { importsApi } from '@handoff/shared/contract/imports';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { AreaChange } from '@handoff/shared/domain/address/state-file-import';
import { CheckGlyph } from '../../../../ui/check-glyph.tsx';
import { Reading } from '../../../../ui/feedback/reading.tsx';
import { useRead } from '../../../../data/records/use-read.ts';
import { useCurrentPerson, useMay } from '../../../../data/current-person.ts';
import { formatCount, formatDateTime } from '../../../../text/format.ts';
import styles from './run.module.css';

interface ImportImpactProps {
  importId: string;
  /** The number of referrals shown per agency. */
  most?: number;
}

/** Open referrals whose service area result changes once this version is live. */
export function ImportImpact({ importId, most = 50 }: ImportImpactProps) {
  const reading = useRead(importsApi.impact, { query: { id: importId } });
  return (
    <Reading of={reading} lines={2}>
      {(impact) => <Impact impact={impact} most={most} />}
    </Reading>
  );
}

function Impact({ impact, most }: { impact: Output<typeof importsApi.impact>; most: number }) {
  const { AreaChanges, Total } = impact;
  if (Total === 0) return <p className="soft">No open referral’s service area result changes.</p>;
  const agencies = [...Map.groupBy(AreaChanges, (change) => change.BusinessDomainId).values()];
  return (
    <>
      <p className={styles['total']}>
        The service area check of <b className="number">{formatCount(Total)}</b> open{' '}
        {Total === 1 ? 'referral changes' : 'referrals changes'}.
      </p>
      {agencies.map((changes) => (
        <div key={changes[0]?.BusinessDomainId} className={styles['reason']}>
          <h3>
            {changes[0]?.BusinessDomainName} <span className="number">{formatCount(changes.length)}</span>
          </h3>
          <ul className={styles['changes']}>
            {changes.slice(0, most).map((change) => (
              <Change key={change.ReferralId} change={change} />
            ))}
          </ul>
          {changes.length > most && (
            <p className="soft small">and {formatCount(changes.length - most)} more</p>
          )}
        </div>
      ))}
      {Total > AreaChanges.length && (
        <p className="soft small">The first {formatCount(AreaChanges.length)} are listed.</p>
      )}
    </>
  );
}

const words = { yes: 'in area', no: 'not in area', unknown: 'unknown' } as const;

function Change({ change }: { change: AreaChange }) {
  const { ReferralId, BusinessDomainId, ReceivedAt, ZipCode, Before, After } = change;
  const { domain } = useCurrentPerson();
  const mayOpen = useMay('referrals.read') && domain?.Id === BusinessDomainId;
  const title = `Referral of ${formatDateTime(ReceivedAt)}`;
  return (
    <li>
      <div className={styles['change']}>
        {mayOpen ? (
          <Link to="/referrals/$id" params={{ id: ReferralId }} className="link">
            {title}
          </Link>
        ) : (
          <span>{title}</span>
        )}
        <span className="soft number">ZIP code {ZipCode}</span>
        <span className={styles['answers']}>
          <CheckGlyph state={Before.Answer} /> {words[Before.Answer]} → <CheckGlyph state={After.Answer} />{' '}
          {words[After.Answer]}
        </span>
      </div>
      <div className="soft small">{After.Reason}</div>
    </li>
  );
}
