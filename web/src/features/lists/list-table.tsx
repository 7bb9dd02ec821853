import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { UsedIn } from '@handoff/shared/contract/errors';
import { isOffered, type ListName } from '@handoff/shared/domain/agency/list-settings';
import { formatCount } from '../../lib/format/format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { Entry } from './list-kinds.ts';
import styles from './lists.module.css';

interface ListTableProps {
  name: ListName;
  list: readonly Entry[];
  open: string | undefined;
  onOpen: (id: string) => void;
  usedIn: (id: string) => UsedIn[] | undefined;
  /** So many places down, or up. */
  onMove: (id: string, by: number) => void;
}

/** The entries in their order: dragged, or moved one place by buttons or Alt with an arrow. */
export function ListTable({ name, list, open, onOpen, usedIn, onMove }: ListTableProps) {
  const [dragged, setDragged] = useState<string | undefined>();
  const [over, setOver] = useState<string | undefined>();
  const [told, setTold] = useState('');
  const facts = useFacts(name);
  const { body, keepFocus } = useKeptFocus();

  function move(entry: Entry, by: number) {
    const to = list.indexOf(entry) + by;
    if (by === 0 || to < 0 || to >= list.length) return;
    onMove(entry.Id, by);
    setTold(`${entry.Name} is now number ${to + 1} of ${list.length}`);
  }

  function onKeyDown(event: KeyboardEvent, entry: Entry) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    keepFocus(entry.Id);
    move(entry, by);
  }

  return (
    <>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Name</th>
            {facts.map(({ title }) => (
              <th key={title} scope="col" className={styles['fact']}>
                {title}
              </th>
            ))}
            <th scope="col" className={styles['number']}>
              In use
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {list.map((entry, index) => (
            <tr
              key={entry.Id}
              draggable
              data-current={entry.Id === open}
              data-over={entry.Id === over && entry.Id !== dragged}
              onDragStart={() => setDragged(entry.Id)}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(entry.Id);
              }}
              onDragEnd={() => {
                setDragged(undefined);
                setOver(undefined);
              }}
              onDrop={() => {
                const source = list.find(({ Id }) => Id === dragged);
                if (source) move(source, index - list.indexOf(source));
              }}
            >
              <td className={styles['order']}>
                <IconGripVertical size={16} aria-hidden className={styles['grip']} />
                <span className="number">{index + 1}</span>
                <ActionIcon
                  size={24}
                  aria-label={`Move ${entry.Name} up`}
                  disabled={index === 0}
                  onClick={() => move(entry, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  aria-label={`Move ${entry.Name} down`}
                  disabled={index === list.length - 1}
                  onClick={() => move(entry, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </td>
              <th scope="row">
                <button
                  type="button"
                  className={styles['name']}
                  data-entry={entry.Id}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  onClick={() => onOpen(entry.Id)}
                  onKeyDown={(event) => onKeyDown(event, entry)}
                >
                  {entry.Color && <span className="status-mark" data-color={entry.Color} />}
                  {entry.Name}
                </button>
                {!isOffered(entry) && <span className={styles['retired']}>retired</span>}
              </th>
              {facts.map(({ title, text }) => (
                <td key={title} className={styles['fact']}>
                  {text(entry)}
                </td>
              ))}
              <td className={styles['number']}>{countText(usedIn(entry.Id))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <output className={styles['told']}>{told}</output>
    </>
  );
}

/** A row that has moved keeps the focus it was moved with. */
function useKeptFocus() {
  const body = useRef<HTMLTableSectionElement>(null);
  const kept = useRef<string | undefined>(undefined);
  useEffect(() => {
    const id = kept.current;
    if (id === undefined) return;
    kept.current = undefined;
    body.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)?.focus();
  });
  return { body, keepFocus: (id: string) => (kept.current = id) };
}

interface Fact {
  title: string;
  text: (entry: Entry) => string;
}

/** What sets the entries of this list apart, beside their names. */
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

export const verdictText: Record<NonNullable<Entry['SetBy']>[number], string> = {
  eligible: 'eligible',
  issues: 'eligible with issues',
  notEligible: 'not eligible',
  wrongInput: 'wrong input',
  notCompleted: 'no answer',
};

function kindText({ Terminal, Decision }: Entry): string {
  const final = Terminal === true ? 'final' : 'in progress';
  return Decision ? `${final}, ${Decision.toLowerCase()} only` : final;
}

function countText(usedIn: UsedIn[] | undefined): string {
  if (!usedIn) return '';
  return formatCount(usedIn.reduce((sum, { count }) => sum + count, 0));
}
