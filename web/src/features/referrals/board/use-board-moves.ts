import { useCallback, useRef, useState } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { nextStatuses } from '@handoff/shared/domain/referral/status-rules';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import { patientName } from '../referral-cells.tsx';

export type BoardMoves = ReturnType<typeof useBoardMoves>;

/** Moves a card and reads both columns again. The server checks the required documents. */
export function useBoardMoves(statuses: readonly ConfiguredStatus[]) {
  const update = useUpdateReferral();
  const columns = useRef(new Map<string, () => Promise<unknown>>());
  const [moving, setMoving] = useState<string | undefined>();
  const [landed, setLanded] = useState<string | undefined>();
  const [said, setSaid] = useState('');

  const register = useCallback((statusId: string, refresh: () => Promise<unknown>) => {
    columns.current.set(statusId, refresh);
  }, []);
  const arrive = useCallback(() => setLanded(undefined), []);

  async function move(referral: ReferralRow, { Id, Name }: ConfiguredStatus): Promise<void> {
    setMoving(referral.Id);
    const saved = await update.save(referral, { StatusId: Id });
    await Promise.all([referral.StatusId, Id].map(async (column) => columns.current.get(column)?.()));
    setMoving(undefined);
    if (!saved) return;
    setLanded(referral.Id);
    const from = statuses.find((status) => status.Id === referral.StatusId)?.Name ?? '';
    setSaid(`Moved ${patientName(referral)} from ${from} to ${Name}`);
  }

  return { move, moving, landed, arrive, register, said, conflict: update.conflict };
}

interface Choice {
  status: ConfiguredStatus;
  /** Why the move is not allowed. Decisions are made on the referral, which asks for their reason. */
  refusal: string | undefined;
}

/** The statuses that may follow, in list order. */
export const moveChoices = (
  { StatusId, Decision }: ReferralRow,
  statuses: readonly ConfiguredStatus[],
): Choice[] =>
  nextStatuses(statuses, StatusId)
    .filter(({ Id }) => Id !== StatusId)
    .map((status) => {
      const needed = status.Decision ?? Decision.Kind;
      if (needed === Decision.Kind) return { status, refusal: undefined };
      return { status, refusal: `${needed === 'Accepted' ? 'accept' : 'decline'} the referral first` };
    });
