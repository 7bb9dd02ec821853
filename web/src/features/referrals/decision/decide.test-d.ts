import { accepted, type useDecide } from './decide.ts';
import type { ReferralUpdate } from '../edit/use-update-referral.ts';
import type { SendRow } from '../worklist/bulk/send-row.ts';
import type { Referral } from '@handoff/shared/domain/referral/referral';

// Nothing here runs: `tsc` fails when a decision can be sent without `decide`.

interface Given extends ReturnType<typeof useDecide>, Pick<ReferralUpdate, 'save'> {
  sendRow: SendRow;
  referral: Referral;
}

export async function decides({ decide, save, sendRow, referral }: Given): Promise<void> {
  // @ts-expect-error neither by a quick edit of one referral
  await save(referral, { Decision: accepted });
  // @ts-expect-error nor by a change of many
  await sendRow(referral, { key: '', change: { Decision: accepted } });
  // @ts-expect-error a person may turn back
  await save(referral, { Decision: await decide({ referrals: [referral], decision: accepted }) });
}
