import { Link } from '@tanstack/react-router';
import { referralsByNameApi } from '@handoff/shared/contract/agency-figures';
import { useRead } from '../../data/records/use-read.ts';
import { formatCount } from '../../text/format.ts';
import type { Column } from '../../ui/table/data-table.tsx';

/** Counts the open referrals that name a row, and leads to them; referrals keep the names that they were given. */
export function useOpenReferrals<Row extends { Name: string }>(by: 'organization' | 'payer'): Column<Row> {
  const { data } = useRead(referralsByNameApi.openReferrals, {});
  const counts = by === 'payer' ? data?.PayersInfo : data?.SourcesInfo;
  return {
    title: 'Open referrals',
    cell: ({ Name }) => counts && <Count {...{ by }} of={Name} count={countOf(Name, counts)} />,
    width: 116,
    align: 'end',
    phone: 'labeled',
  };
}

const countOf = (name: string, counts: readonly { Name: string; OpenReferrals: number }[]) =>
  counts.find(({ Name }) => Name === name)?.OpenReferrals ?? 0;

function Count({ of, by, count }: { of: string; by: 'organization' | 'payer'; count: number }) {
  const text = formatCount(count);
  if (count === 0) return text;
  return (
    <Link
      to="/referrals"
      search={{ view: 'Pending', [by]: of }}
      className="link"
      aria-label={`${text} open ${count === 1 ? 'referral' : 'referrals'}`}
    >
      {text}
    </Link>
  );
}
