import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { importsApi } from '@handoff/shared/contract/imports';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { AreaChange, ServiceAreaChange } from '@handoff/shared/domain/referral/referral-checks';
import { CheckGlyph } from '../../../../ui/check-glyph.tsx';
import { Reading } from '../../../../ui/feedback/reading.tsx';
import { useRead } from '../../../../data/records/use-read.ts';
import { useCurrentPerson, useMay } from '../../../../data/current-person.ts';
import { formatCount, formatDateTime, plural } from '../../../../text/format.ts';
import styles from './run.module.css';

/** Service areas and open referrals that change once this version is live. */
export function ImportImpact({ importId }: { importId: string }) {
  const reading = useRead(importsApi.impact, { query: { id: importId, Action: 'publish' } });
  return (
    <Reading of={reading} lines={2}>
      {(impact) => <Impact impact={impact} most={50} />}
    </Reading>
  );
}

interface ImpactProps {
  impact: Output<typeof importsApi.impact>;
  /** The number of referrals shown per agency. */
  most: number;
}

export function Impact({ impact, most }: ImpactProps) {
  const { ServiceAreas, AreaChanges, Total } = impact;
  const agencies = [...Map.groupBy(AreaChanges, (change) => change.BusinessDomainId).values()];
  const nameOf = usePatientNames(agencies.flatMap((changes) => changes.slice(0, most)));
  return (
    <>
      <ServiceAreaChanges changes={ServiceAreas} />
      {Total === 0 ? (
        <p className="soft">No open referral is affected.</p>
      ) : (
        <p>
          <b className="number">{plural(Total, 'open referral')}</b> {Total === 1 ? 'is' : 'are'} affected.
        </p>
      )}
      {agencies.map((changes) => (
        <div key={changes[0]?.BusinessDomainId} className={styles['part']}>
          <h3>
            {changes[0]?.BusinessDomainName} <span className="number">{formatCount(changes.length)}</span>
          </h3>
          <ul>
            {changes.slice(0, most).map((change) => (
              <Change key={change.ReferralId} change={change} patient={nameOf.get(change.ReferralId)} />
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

/** The limit of one read. */
const MOST_ROWS = 50;

/** Only the agency's own call names patients: it applies rights and restrictions, and records who saw them. */
function usePatientNames(changes: readonly AreaChange[]): ReadonlyMap<string, string> {
  const { domain } = useCurrentPerson();
  const maySee = useMay('referrals.read');
  const own = changes.filter(({ BusinessDomainId }) => BusinessDomainId === domain?.Id);
  const Ids = own
    .slice(0, MOST_ROWS)
    .map(({ ReferralId }) => ReferralId)
    .join(',');
  const { data } = useRead(referralsApi.rows, maySee && Ids !== '' ? { query: { Ids } } : null);
  return new Map(
    data?.ReferralInfo.map(({ Id, Patient }) => [Id, `${Patient.FirstName} ${Patient.LastName}`]),
  );
}

function ServiceAreaChanges({ changes }: { changes: readonly ServiceAreaChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div className={styles['part']}>
      <h3>
        Service areas that change <span className="number">{formatCount(changes.length)}</span>
      </h3>
      <ul>
        {changes.map(({ BusinessDomainName, Name, ZipsAdded, ZipsRemoved }) => (
          <Group component="li" gap="lg" key={`${BusinessDomainName} ${Name}`}>
            <span>
              {Name} <span className="soft small">{BusinessDomainName}</span>
            </span>
            <span className="soft number">
              {[
                ZipsAdded > 0 && `${plural(ZipsAdded, 'ZIP code')} more`,
                ZipsRemoved > 0 && `${plural(ZipsRemoved, 'ZIP code')} fewer`,
              ]
                .filter((part) => part !== false)
                .join(', ')}
            </span>
          </Group>
        ))}
      </ul>
    </div>
  );
}

const words = { yes: 'in area', no: 'not in area', unknown: 'unknown' } as const;

function Change({ change, patient }: { change: AreaChange; patient: string | undefined }) {
  const { ReferralId, BusinessDomainId, ReceivedAt, ZipCode, IsZipRemoved, Before, After } = change;
  const { domain } = useCurrentPerson();
  const mayOpen = useMay('referrals.read') && domain?.Id === BusinessDomainId;
  const title = patient ?? `Referral of ${formatDateTime(ReceivedAt)}`;
  return (
    <li>
      <Group gap="lg">
        {mayOpen ? (
          <Link to="/referrals/$id" params={{ id: ReferralId }} className="link">
            {title}
          </Link>
        ) : (
          <span>{title}</span>
        )}
        <span className="soft number">
          ZIP code {ZipCode}
          {IsZipRemoved && ' is no longer in the addresses'}
        </span>
        {Before.Answer !== After.Answer && (
          <Group component="span" gap="xs">
            <CheckGlyph state={Before.Answer} /> {words[Before.Answer]} → <CheckGlyph state={After.Answer} />{' '}
            {words[After.Answer]}
          </Group>
        )}
      </Group>
      {Before.Answer !== After.Answer && <div className="soft small">{After.Reason}</div>}
    </li>
  );
}
