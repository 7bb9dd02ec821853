import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { nextStatuses } from '@handoff/shared/domain/referral/status-rules';
import { acceptsWith, needsDecline, useDecide } from '../decision/decide.ts';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import { DECLINE } from '../../../data/decline-link.ts';

export type BoardMoves = ReturnType<typeof useBoardMoves>;

/** Moves a card and reads both columns again. The server checks the required documents. */
export function useBoardMoves(statuses: readonly ConfiguredStatus[]) {
  const update = useUpdateReferral();
  const { decideByStatus } = useDecide();
  const navigate = useNavigate();
  const columns = useRef(new Map<string, () => Promise<unknown>>());
  const [dragged, setDragged] = useState<ReferralRow>();
  const [moving, setMoving] = useState<string | undefined>();
  const [landed, setLanded] = useState<string | undefined>();
  const [moved, setMoved] = useState<{ referral: ReferralRow; from: string; to: string }>();

  const register = useCallback((statusId: string, refresh: () => Promise<unknown>) => {
    columns.current.set(statusId, refresh);
  }, []);
  const arrive = useCallback(() => setLanded(undefined), []);

  async function move(referral: ReferralRow, status: ConfiguredStatus): Promise<void> {
    if (needsDecline(status, referral.Decision))
      return navigate({ to: '/referrals/$id', params: { id: referral.Id }, hash: DECLINE });
    const editOf = await decideByStatus(status, [referral]);
    if (!editOf) return undefined;
    const { Id, Name } = status;
    setMoving(referral.Id);
    const failure = await update.save(referral, editOf(referral));
    await Promise.all([referral.StatusId, Id].map(async (column) => columns.current.get(column)?.()));
    setMoving(undefined);
    if (failure) return undefined;
    setLanded(referral.Id);
    const from = statuses.find((each) => each.Id === referral.StatusId)?.Name ?? '';
    setMoved({ referral, from, to: Name });
  }

  return { move, moving, dragged, setDragged, landed, arrive, register, moved, conflict: update.conflict };
}

/** The statuses that may follow, in list order. */
export const moveChoices = ({ StatusId, Decision }: ReferralRow, statuses: readonly ConfiguredStatus[]) =>
  nextStatuses(statuses, StatusId)
    .filter(({ Id }) => Id !== StatusId)
    .map((status) => ({ status, consequence: consequenceOf(status, Decision) }));

function consequenceOf(status: ConfiguredStatus, decision: ReferralRow['Decision']): string | undefined {
  if (needsDecline(status, decision)) return 'asks for a reason';
  return acceptsWith(status, decision) ? 'accepts the referral' : undefined;
}
