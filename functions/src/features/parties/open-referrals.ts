import { Referral } from '@handoff/shared/domain/referral/referral';
import { select } from '../../records/select.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { listAll } from '../../records/reader.ts';

const openReferrals = select(
  referralKind,
  { where: { Decision: { Kind: 'Pending' } } },
  Referral.pick({ Id: true, Source: true, Payers: true }),
);
const ROWS_AT_ONCE = 1000;

/** Reads the open referrals once, whatever the length of the directory. */
export const openReferralsByName: ApiHandlers['partners']['openReferrals'] = async (_input, { find }) => {
  const open = await listAll(find, openReferrals, ROWS_AT_ONCE);
  return {
    SourcesInfo: counted(open.map(({ Source }) => [Source.Organization])),
    PayersInfo: counted(open.map(({ Payers }) => Payers.map(({ Name }) => Name))),
  };
};

/** A referral counts once for each of its names. */
function counted(namesOfEach: string[][]) {
  const counts = new Map<string, number>();
  for (const names of namesOfEach)
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([Name, OpenReferrals]) => ({ Name, OpenReferrals }));
}
