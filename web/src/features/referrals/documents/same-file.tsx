import { Link } from '@tanstack/react-router';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { ReferralDocument, ReferralRow } from '@handoff/shared/domain/referral/referral';
import { useRead } from '../../../data/records/use-read.ts';
import { formatDateTime } from '../../../text/format.ts';
import { patientName } from '../referral-cells.tsx';
import styles from './documents.module.css';

/** Byte for byte the same as a document attached before. */
export const isEarlierCopy = (other: ReferralDocument, { Sha256, UploadedAt }: ReferralDocument) =>
  other.Sha256 === Sha256 && other.UploadedAt < UploadedAt;

/** Says that this referral already has the file, and its name there. */
export function EarlierCopy({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return <span className={`warn small ${styles['line']}`}>The same file as {name}, attached before</span>;
}

interface SameFileProps {
  /** Begins the line with the file's name where that is not shown beside it. */
  name?: string;
  referralIds: readonly string[];
}

/** An upload returns only ids, so the patients are read like a list, which records them as viewed. */
export function SameFile({ name, referralIds }: SameFileProps) {
  const isKnown = referralIds.length > 0;
  const { data, isLoading } = useRead(
    referralsApi.rows,
    isKnown ? { query: { Ids: referralIds.join(',') } } : null,
  );
  return (
    <output className={styles['line']}>
      {isKnown &&
        !isLoading &&
        referralIds.map((id) => (
          <SameFileLine key={id} file={name} id={id} row={data?.ReferralInfo.find(({ Id }) => Id === id)} />
        ))}
    </output>
  );
}

interface SameFileLineProps {
  file: string | undefined;
  id: string;
  row: ReferralRow | undefined;
}

function SameFileLine({ file = 'This file', id, row }: SameFileLineProps) {
  const name = row && patientName(row);
  return (
    <span className={`warn small ${styles['line']}`}>
      {file} is already attached to{' '}
      {row ? `the referral of ${name}, received ${formatDateTime(row.ReceivedAt)}` : 'another referral'}{' '}
      {/* Opens in a new tab, so that unsaved text stays here. */}
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
