import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { nextStatuses } from '@handoff/shared/domain/referral/status-rules';
import { acceptsWith, needsDecline, useDecide } from '../decision/decide.ts';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import type { RowWithFit } from '../referral-list.ts';
import { DECLINE } from '../../../data/decline-link.ts';
import { useJoined } from '../../../data/records/use-read.ts';

export type BoardMoves = ReturnType<typeof useBoardMoves>;

/** Cards that were moved on this page. */
interface MovedCards extends Output<typeof referralsApi.rows> {
  /** When each move was saved. */
  savedAt: ReadonlyMap<string, Date>;
}

const NO_CARDS: MovedCards = { ReferralInfo: [], ReferralFits: [], savedAt: new Map() };

/** Moves a card, which its new column shows at once. The server checks the required documents. */
export function useBoardMoves(statuses: readonly ConfiguredStatus[]) {
  const update = useUpdateReferral();
  const { decideByStatus } = useDecide();
  const navigate = useNavigate();
  const [movedCards, setCards] = useState(NO_CARDS);
  const cards = useJoined(referralsApi.rows, movedCards);
  const [dragged, setDragged] = useState<RowWithFit>();
  const [moving, setMoving] = useState<string | undefined>();
  const [landed, setLanded] = useState<string | undefined>();
  const [moved, setMoved] = useState<{ referral: ReferralRow; from: string; to: string }>();

  const arrive = useCallback(() => setLanded(undefined), []);

  async function move(referral: RowWithFit, status: ConfiguredStatus): Promise<void> {
    if (needsDecline(status, referral.Decision))
      return navigate({ to: '/referrals/$id', params: { id: referral.Id }, hash: DECLINE });
    const editOf = await decideByStatus(status, [referral]);
    if (!editOf) return undefined;
    setMoving(referral.Id);
    setCards((former) => withCard(former, referral));
    const saving = update.save(referral, editOf(referral));
    setLanded(referral.Id);
    const failure = await saving;
    setCards((former) => ({ ...former, savedAt: new Map(former.savedAt).set(referral.Id, new Date()) }));
    setMoving(undefined);
    if (failure) return setLanded(referral.Id);
    const from = statuses.find((each) => each.Id === referral.StatusId)?.Name ?? '';
    setMoved({ referral, from, to: status.Name });
  }

  return { move, moving, cards, dragged, setDragged, landed, arrive, moved, conflict: update.conflict };
}

function withCard({ ReferralInfo, ReferralFits = [], savedAt }: MovedCards, card: RowWithFit): MovedCards {
  const { fit, ...row } = card;
  return {
    ReferralInfo: [...ReferralInfo.filter(({ Id }) => Id !== card.Id), row],
    ReferralFits: [...ReferralFits.filter(({ ReferralId }) => ReferralId !== card.Id), ...(fit ? [fit] : [])],
    savedAt: new Map([...savedAt].filter(([id]) => id !== card.Id)),
  };
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
