import { Link } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { useRead } from '../../../../lib/api/use-read.ts';
import { formatDateTime } from '../../../../lib/format/format.ts';
import { patientName } from '../../referral-cells.tsx';
import styles from '../intake.module.css';

/** An upload answers ids alone: whom they are about is read as a list is, and noted as shown. */
export function SameFile({ referralIds }: { referralIds: readonly string[] }) {
  const isKnown = referralIds.length > 0;
  const { data, isLoading } = useRead(
    api.referrals.rows,
    isKnown ? { query: { Ids: referralIds.join(',') } } : null,
  );
  return (
    <output className={styles['sameFile']}>
      {isKnown &&
        !isLoading &&
        referralIds.map((id) => (
          <SameFileLine key={id} id={id} row={data?.ReferralInfo.find(({ Id }) => Id === id)} />
        ))}
    </output>
  );
}

function SameFileLine({ id, row }: { id: string; row: ReferralRow | undefined }) {
  const name = row && patientName(row);
  return (
    <span>
      This file is already attached to{' '}
      {row ? `the referral of ${name}, received ${formatDateTime(row.ReceivedAt)}` : 'another referral'}{' '}
      {/* Opens beside: what is typed here stays. */}
      <Link
        to="/referrals/$id"
        params={{ id }}
        target="_blank"
        className="link"
        aria-label={`Open the referral${name === undefined ? '' : ` of ${name}`}`}
      >
        Open
      </Link>
    </span>
  );
}
