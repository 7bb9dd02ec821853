import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { IconArrowsMove, IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { RowWithFit } from '../referral-list.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Menu, MenuItem, MenuLabel } from '../../../ui/menu.tsx';
import { useMay } from '../../../data/current-person.ts';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { ageOf } from '../../../text/format.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { CheckCluster, patientName, ResponseClock, StatusOf } from '../referral-cells.tsx';
import { shownName } from './shown-name.ts';
import { type BoardMoves, moveChoices } from './use-board-moves.ts';
import styles from './board.module.css';

interface BoardCardProps {
  referral: RowWithFit;
  statuses: readonly ConfiguredStatus[];
  moves: BoardMoves;
  /** Shows initials in place of the name. */
  hasInitials: boolean;
}

export function BoardCard({ referral, statuses, moves, hasInitials }: BoardCardProps) {
  const { Id, Address, Owner, Patient, EligibilityStatusId } = referral;
  const { eligibilityStatuses } = useSettings();
  const mayEdit = useMay('referrals.edit');
  const link = useRef<HTMLAnchorElement>(null);
  const { landed, arrive } = moves;
  useEffect(() => {
    // A moved card is a new element in its new column, so the focus has to follow it.
    if (landed !== Id) return;
    link.current?.focus();
    arrive();
  }, [landed, Id, arrive]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its menu does the same by keys
    <li
      className={styles['card']}
      aria-busy={moves.moving === Id}
      data-card
      draggable={mayEdit}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        moves.setDragged(referral);
      }}
      onDragEnd={() => moves.setDragged(undefined)}
    >
      <Group gap="sm" wrap="nowrap" className={styles['line'] ?? ''}>
        <Link
          ref={link}
          to="/referrals/$id"
          params={{ id: Id }}
          className={styles['name'] ?? ''}
          data-card-link
          draggable={false}
          {...(hasInitials && { 'aria-label': patientName(referral) })}
        >
          {shownName(referral, hasInitials)}
        </Link>
        <span className="soft small">{ageOf(Patient.DateOfBirth)}</span>
        {referral.Priority === true && (
          <span className={styles['flag']} title="Priority">
            <IconFlag size={16} aria-hidden="true" />
            <VisuallyHidden>Priority</VisuallyHidden>
          </span>
        )}
        {mayEdit && <MoveMenu {...{ referral, statuses, moves }} />}
      </Group>
      <Group gap="sm" wrap="nowrap" className={styles['line'] ?? ''}>
        <span className="soft small">
          {Address.ZipCode} {placeName(Address.County || Address.City)}
        </span>
        <span className={styles['end']}>
          <CheckCluster
            fit={referral.fit}
            eligibility={eligibilityStatuses.find((status) => status.Id === EligibilityStatusId)}
          />
        </span>
      </Group>
      <Group gap="sm" wrap="nowrap" className={styles['line'] ?? ''}>
        <ResponseClock referral={referral} statuses={statuses} />
        <span className={styles['end']}>
          <Avatar person={Owner} />
        </span>
      </Group>
    </li>
  );
}

function MoveMenu({ referral, statuses, moves }: Pick<BoardCardProps, 'referral' | 'statuses' | 'moves'>) {
  const choices = moveChoices(referral, statuses);
  return (
    <Menu
      renderButton={(opener) => (
        <ActionIcon
          {...opener}
          size={24}
          className={styles['move'] ?? ''}
          aria-label={`Move ${patientName(referral)} to…`}
          data-move
        >
          <IconArrowsMove size={16} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <MenuLabel>Move to…</MenuLabel>
      {choices.map(({ status, consequence }) => (
        <MenuItem
          key={status.Id}
          end={consequence !== undefined && <span className="soft small">{consequence}</span>}
          onClick={() => void moves.move(referral, status)}
        >
          <StatusOf id={status.Id} statuses={statuses} />
        </MenuItem>
      ))}
      {choices.length === 0 && <MenuItem disabled>Nothing may follow this status</MenuItem>}
    </Menu>
  );
}
