import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { UsedIn } from '@handoff/shared/contract/errors';
import { isOffered, type ListName } from '@handoff/shared/domain/agency/list-settings';
import { formatCount } from '../../../text/format.ts';
import { verdictText } from '../../../text/labels/list-labels.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { type Entry, listKinds } from './list-kinds.ts';
import { StatusMark } from '../../../ui/status-mark.tsx';
import styles from './lists.module.css';

interface ListTableProps {
  name: ListName;
  list: readonly Entry[];
  open: string | undefined;
  usedIn: (id: string) => UsedIn[] | undefined;
  /** Moves the entry by this many positions, down or up. */
  onMove: (id: string, by: number) => void;
}

/** Entries in order. They are dragged, or moved by buttons or Alt with an arrow key. */
export function ListTable({ name, list, open, usedIn, onMove }: ListTableProps) {
  const [dragged, setDragged] = useState<string | undefined>();
  const [over, setOver] = useState<string | undefined>();
  const [announced, setAnnounced] = useState('');
  const facts = useFacts(name);
  const keepFocus = useKeptFocus();

  function move(entry: Entry, by: number) {
    const to = list.indexOf(entry) + by;
    if (by === 0 || to < 0 || to >= list.length) return;
    onMove(entry.Id, by);
    setAnnounced(`${entry.Name} is now number ${to + 1} of ${list.length}`);
  }

  const dragging = (entry: Entry): ComponentProps<'tr'> => ({
    draggable: true,
    className: entry.Id === over && over !== dragged ? styles['over'] : undefined,
    onDragStart: () => setDragged(entry.Id),
    onDragOver(event) {
      event.preventDefault();
      setOver(entry.Id);
    },
    onDragEnd() {
      setDragged(undefined);
      setOver(undefined);
    },
    onDrop() {
      const source = list.find(({ Id }) => Id === dragged);
      if (source) move(source, list.indexOf(entry) - list.indexOf(source));
    },
    onKeyDown(event) {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || by === undefined) return;
      event.preventDefault();
      keepFocus(entry.Id);
      move(entry, by);
    },
  });

  return (
    <>
      <DataTable
        label={listKinds[name].title}
        rows={list}
        lead={orderOf({ list, move })}
        columns={columnsOf({ name, facts, usedIn })}
        link={({ Id }) => ({ to: '.', search: (former: object) => ({ ...former, edit: Id }) })}
        current={open}
        rowProps={dragging}
      />
      <VisuallyHidden component="output">{announced}</VisuallyHidden>
    </>
  );
}

interface OrderProps {
  list: readonly Entry[];
  move: (entry: Entry, by: number) => void;
}

const orderOf = ({ list, move }: OrderProps): Column<Entry> => ({
  title: 'Order',
  cell: (entry) => <Place {...{ entry, move }} at={list.indexOf(entry)} isLast={list.at(-1) === entry} />,
  width: 104,
  phone: 'corner',
});

interface ColumnsProps extends Pick<ListTableProps, 'name' | 'usedIn'> {
  facts: Fact[];
}

function columnsOf({ name, facts, usedIn }: ColumnsProps): Column<Entry>[] {
  return [
    {
      title: 'Name',
      cell: (entry) => (
        <Group component="span" gap="sm">
          {entry.Color ? <StatusMark name={entry.Name} color={entry.Color} /> : entry.Name}
          {!isOffered(entry) && <span className="pill">retired</span>}
        </Group>
      ),
    },
    ...facts.map(({ title, text }): Column<Entry> => ({ title, cell: text, phone: 'hidden' })),
    {
      title: 'In use',
      cell: (entry) => <InUse {...{ name, entry }} usedIn={usedIn(entry.Id)} />,
      width: 64,
      align: 'end',
      phone: 'labeled',
    },
  ];
}

interface PlaceProps extends Pick<OrderProps, 'move'> {
  entry: Entry;
  at: number;
  isLast: boolean;
}

function Place({ entry, at, isLast, move }: PlaceProps) {
  return (
    <Group component="span" gap="xs" wrap="nowrap" className={styles['order'] ?? ''}>
      <IconGripVertical size={16} aria-hidden className="faint" />
      <span className="number">{at + 1}</span>
      <ActionIcon
        size="sm"
        aria-label={`Move ${entry.Name} up`}
        disabled={at === 0}
        onClick={() => move(entry, -1)}
      >
        <IconArrowUp size={14} />
      </ActionIcon>
      <ActionIcon
        size="sm"
        aria-label={`Move ${entry.Name} down`}
        disabled={isLast}
        onClick={() => move(entry, 1)}
      >
        <IconArrowDown size={14} />
      </ActionIcon>
    </Group>
  );
}

/** A moved row keeps the focus. */
function useKeptFocus() {
  const kept = useRef<string | undefined>(undefined);
  useEffect(() => {
    const id = kept.current;
    kept.current = undefined;
    if (id !== undefined) document.querySelector<HTMLElement>(`[data-row-link="${CSS.escape(id)}"]`)?.focus();
  });
  return (id: string) => void (kept.current = id);
}

interface Fact {
  title: string;
  text: (entry: Entry) => string;
}

/** The columns that only this list has. */
function useFacts(name: ListName): Fact[] {
  const { statuses, documentTypes } = useSettings();
  const names = (ids: readonly string[]) =>
    statuses.flatMap(({ Id, Name }) => (ids.includes(Id) ? [Name] : [])).join(', ');
  if (name === 'SettingsReferralStatusesInfo')
    return [
      { title: 'Kind', text: kindText },
      { title: 'Can go to', text: ({ Next }) => (Next ? names(Next) || 'nothing' : 'any status') },
      {
        title: 'Needs documents',
        text: ({ Id }) =>
          documentTypes.flatMap((type) => (type.RequiredFor?.includes(Id) ? [type.Name] : [])).join(', '),
      },
    ];
  if (name === 'SettingsEligibilityStatusesInfo')
    return [
      { title: 'Kind', text: kindText },
      {
        title: 'Set by a check that finds',
        text: ({ SetBy = [] }) => SetBy.map((by) => verdictText[by]).join(', '),
      },
    ];
  if (name === 'SettingsDocumentTypesInfo')
    return [
      { title: 'Required', text: ({ Required }) => (Required === true ? 'for every referral' : '') },
      { title: 'Required for', text: ({ RequiredFor = [] }) => names(RequiredFor) },
    ];
  return [];
}

function kindText({ Terminal, Decision }: Entry): string {
  const final = Terminal === true ? 'final' : 'in progress';
  return Decision ? `${final}, ${Decision.toLowerCase()} only` : final;
}

interface InUseProps {
  name: ListName;
  entry: Entry;
  usedIn: readonly UsedIn[] | undefined;
}

/** Leads to the referrals with the entry, where the worklist can filter by it. */
function InUse({ name, entry, usedIn }: InUseProps) {
  if (!usedIn) return null;
  const text = formatCount(usedIn.reduce((sum, { count }) => sum + count, 0));
  const search = searches[name]?.(entry.Id);
  if (!search || text === '0') return text;
  return (
    <Link to="/referrals" search={search} className="link" aria-label={`${text} referrals: ${entry.Name}`}>
      {text}
    </Link>
  );
}

const searches: Partial<Record<ListName, (id: string) => object>> = {
  SettingsReferralStatusesInfo: (status) => ({ view: 'All', status: [status] }),
  SettingsEligibilityStatusesInfo: (eligibility) => ({ view: 'All', eligibility }),
  SettingsDisciplinesInfo: (service) => ({ view: 'All', service: [service] }),
  SettingsDeclineReasonsInfo: (reason) => ({ view: 'All', reason }),
};
