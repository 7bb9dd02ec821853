import { ActionIcon, Group } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { viewName } from '@handoff/shared/domain/referral/referral-filters';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { ariaKeysOf, type ShortcutName, signsOf } from '../../../ui/shortcuts.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { useListAround } from '../worklist/worklist-memory.ts';
import { addressOf } from '../worklist/worklist-selection.ts';
import styles from './referral.module.css';

const route = getRouteApi('/referrals/$id');

/** Opens the neighbors of a referral in the list that it was opened from; undefined at its ends. */
export function useNeighbors(id: string) {
  const around = useListAround(id);
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const to = (other: string | undefined) =>
    around && other !== undefined
      ? () => {
          around.enter(other);
          // However many referrals were opened, Back returns to the list.
          void navigate({ to: '/referrals/$id', params: { id: other }, search: { tab }, replace: true });
        }
      : undefined;
  return { around, previous: to(around?.before), next: to(around?.after) };
}

/** Leads back to the list, and to the previous and next referral in it. */
export function ListAround({ id }: { id: string }) {
  const { around, previous, next } = useNeighbors(id);
  const name = useListName(around?.selection);
  usePageKeys({ next, previous });
  return (
    <Group gap="sm" wrap="nowrap" className={styles['around'] ?? ''}>
      <Link
        to="/referrals"
        search={around ? addressOf(around.selection) : {}}
        className={styles['back'] ?? ''}
      >
        <IconChevronLeft size={16} aria-hidden="true" /> {name}
      </Link>
      {around && around.index >= 0 && (
        <>
          <span className="soft small number">
            {around.index + 1} of {around.count}
            {around.hasMore && '+'}
          </span>
          <Step label="Previous referral" shortcut="previous" icon={IconChevronUp} onStep={previous} />
          <Step label="Next referral" shortcut="next" icon={IconChevronDown} onStep={next} />
        </>
      )}
    </Group>
  );
}

function useListName(
  selection: { view: Parameters<typeof viewName>[0]; saved?: string | undefined } | undefined,
) {
  const { savedViews } = useSettings();
  const saved = savedViews.find(({ Id }) => Id === selection?.saved);
  if (saved) return saved.Name;
  return selection && selection.view !== 'All' ? viewName(selection.view) : 'Referrals';
}

interface StepProps {
  label: string;
  shortcut: ShortcutName;
  icon: typeof IconChevronUp;
  /** Undefined at the end of the list. */
  onStep: (() => void) | undefined;
}

function Step({ label, shortcut, icon: Icon, onStep }: StepProps) {
  return (
    <ActionIcon
      size="md"
      aria-label={label}
      aria-keyshortcuts={ariaKeysOf(shortcut)}
      title={`${label} (${signsOf(shortcut).join(' ')})`}
      disabled={!onStep}
      {...(onStep && { onClick: onStep })}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
