import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { type Decision, type ReferralRow, undecided } from '@handoff/shared/domain/referral/referral';

type Given = Pick<Decision, 'Kind'> & Partial<Decision>;
type Row = Pick<ReferralRow, 'Decision'>;

const isMade = Symbol('made here');
/** Edits take no other decision, and only this file makes one. A request leaves the mark out. */
export type MadeDecision = Given & { readonly [isMade]: true };

interface Wish {
  /** All rows of a bulk change, or one referral. */
  referrals: readonly Row[];
  decision: Given;
}

export const accepted: Decision = { ...undecided, Kind: 'Accepted' };

/** The edit that gives a row a status. */
type StatusEdit = (row: Row) => { StatusId: string; Decision?: MadeDecision };

/**
 * Every decision passes here before it is sent: those of the buttons, the decline dialog, a status, the board and the
 * bulk menu. What comes before a decision, such as a warning, is added to `decide`; undefined means that the person
 * turned back, and nothing is sent.
 */
export const useDecide = () => ({ decide, decideByStatus });

async function decide({ decision }: Wish): Promise<MadeDecision | undefined> {
  return made(decision);
}

/** A status for accepted referrals accepts the others, too. */
async function decideByStatus(
  status: ConfiguredStatus,
  rows: readonly Row[],
): Promise<StatusEdit | undefined> {
  const { Id: StatusId } = status;
  const referrals = rows.filter((row) => acceptsWith(status, row.Decision));
  if (referrals.length === 0) return () => ({ StatusId });
  const Accepted = await decide({ referrals, decision: accepted });
  return (
    Accepted &&
    ((row) => (acceptsWith(status, row.Decision) ? { StatusId, Decision: Accepted } : { StatusId }))
  );
}

/** An undo gives back what was there, so nothing comes before it. A row has no comment to give back. */
export const formerDecision = ({ Decision: { Kind, Reason } }: Row): MadeDecision => made({ Kind, Reason });

const made = (decision: Given): MadeDecision => ({ ...decision, [isMade]: true });

/** A status for declined referrals needs a reason, so the decline dialog sets it. */
export const needsDecline = (status: ConfiguredStatus, { Kind }: Pick<Decision, 'Kind'>): boolean =>
  status.Decision === 'Declined' && Kind !== 'Declined';

export const acceptsWith = (status: ConfiguredStatus, { Kind }: Pick<Decision, 'Kind'>): boolean =>
  status.Decision === 'Accepted' && Kind !== 'Accepted';
