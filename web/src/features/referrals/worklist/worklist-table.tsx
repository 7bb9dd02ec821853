import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { useDownload } from '../../../data/send/download.ts';
import { queryOf, type Selection } from './worklist-selection.ts';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { WorklistLayout } from '@handoff/shared/domain/referral/saved-view';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { DataTable, type RowSelection } from '../../../ui/table/data-table.tsx';
import { useMay } from '../../../data/current-person.ts';
import { formatCount } from '../../../text/format.ts';
import { KeyHints } from '../../../ui/key-hints.tsx';
import { focusInsteadOfHeading } from '../../../ui/page-focus.ts';
import type { PageKeys } from '../../../ui/page-keys.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { toNewNote } from '../notes/new-note-link.ts';
import type { BulkActions, BulkMenu } from './bulk/selection-bar.tsx';
import { type ShownWorklist, useShowWorklist } from './use-worklist.ts';
import { columnsOf } from './worklist-columns.tsx';
import styles from './worklist.module.css';

const toReferral = ({ Id }: ReferralRow) => ({ to: '/referrals/$id', params: { id: Id } }) as const;

interface WorklistTableProps {
  worklist: ShownWorklist;
  layout: WorklistLayout;
  /** The filters of the list, with its order. */
  shown: Selection;
  selection: RowSelection | undefined;
  bulk: BulkActions;
}

export function WorklistTable({ worklist, layout, shown, selection, bulk }: WorklistTableProps) {
  const { rows, touches, left } = worklist;
  const { statuses, eligibilityStatuses, disciplines } = useSettings();
  const columns = useMemo(
    () => columnsOf({ statuses, eligibilityStatuses, disciplines }, layout.Columns),
    [statuses, eligibilityStatuses, disciplines, layout.Columns],
  );
  const show = useShowWorklist(shown);
  const list = useLastRow(worklist);
  useLoadAtEnd(list, worklist);
  const keys = useRowKeys(list, { leave: worklist.leave, selection, ...bulk });
  return (
    <div ref={list} className={styles['list']} data-density={layout.Density}>
      <DataTable
        label="Referrals"
        {...{ rows, columns, touches, selection, keys }}
        hasMore={worklist.hasMore}
        link={toReferral}
        order={{ by: shown.sort, onOrder: (sort) => show({ sort }) }}
        returnTo={left?.id}
      />
    </div>
  );
}

interface RowActions extends BulkActions, Pick<ShownWorklist, 'leave'> {
  selection: RowSelection | undefined;
}

/** Keys act on the selected rows, or else on the focused one. */
function useRowKeys(list: RefObject<HTMLElement | null>, actions: RowActions) {
  const { selected, selection, leave, onMenu, onCheck, onClear } = actions;
  const navigate = useNavigate();
  return (focused: ReferralRow | undefined): PageKeys => {
    const open = (menu: BulkMenu) => (event: KeyboardEvent) => {
      event.preventDefault();
      if (focused && selected.length === 0) selection?.toggle(focused.Id, false);
      onMenu(menu);
    };
    const change = selection ? { assign: open('assign'), status: open('status') } : {};
    if (selected.length > 0) return { ...change, check: onCheck, clear: onClear };
    if (!focused) return {};
    const go = (to: NavigateOptions) => (event: KeyboardEvent) => {
      // Otherwise the letter would be typed into a field of the next page.
      event.preventDefault();
      leave({ id: focused.Id, top: scrollerOf(list)?.scrollTop ?? 0 });
      void navigate(to);
    };
    return {
      ...change,
      note: go(toNewNote(focused.Id)),
      check: go({ to: '/eligibility', search: { referral: focused.Id } }),
    };
  };
}

const scrollerOf = (list: RefObject<HTMLElement | null>) => list.current?.querySelector('[data-scroller]');

/** Returning to the list restores its scroll position and focuses the row that was opened. */
function useLastRow({ left, leave }: Pick<ShownWorklist, 'left' | 'leave'>) {
  const list = useRef<HTMLDivElement>(null);
  const restore = useEffectEvent((scroller: Element) => {
    if (!left) return;
    scroller.scrollTop = left.top;
    focusInsteadOfHeading(scroller.querySelector<HTMLElement>(`[data-row-link="${CSS.escape(left.id)}"]`));
  });
  const open = useEffectEvent(leave);
  useEffect(() => {
    const scroller = scrollerOf(list);
    if (!scroller) return undefined;
    restore(scroller);
    const remember = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLElement>('[data-row-link]') : null;
      const id = link?.dataset['rowLink'];
      if (id !== undefined) open({ id, top: scroller.scrollTop });
    };
    scroller.addEventListener('click', remember, { capture: true });
    return () => scroller.removeEventListener('click', remember, { capture: true });
  }, []);
  return list;
}

type Loading = Pick<ShownWorklist, 'hasMore' | 'isLoadingMore' | 'loadMore' | 'error'>;

/** Loads the next page when the end is within one screen. After a failure, the button retries. */
function useLoadAtEnd(list: RefObject<HTMLDivElement | null>, { hasMore, ...loading }: Loading): void {
  const load = useEffectEvent(() => {
    if (!loading.isLoadingMore && !loading.error) void loading.loadMore();
  });
  useEffect(() => {
    const scroller = scrollerOf(list);
    if (!scroller || !hasMore) return undefined;
    const onScroll = () => {
      if (scroller.scrollHeight - scroller.scrollTop < 2 * scroller.clientHeight) load();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [list, hasMore]);
}

interface WorklistFooterProps {
  worklist: ShownWorklist;
  selection: Selection;
}

export function WorklistFooter({ worklist, selection }: WorklistFooterProps) {
  const { rows, hasMore, isLoadingMore, loadMore } = worklist;
  const [mayEdit, mayWrite, mayCheck] = [
    useMay('referrals.edit'),
    useMay('notes.write'),
    useMay('eligibility.check'),
  ];
  const isFound = selection.text !== '';
  const loaded = `${formatCount(rows.length)} ${rows.length === 1 ? 'referral' : 'referrals'}`;
  return (
    <footer className={styles['footer']}>
      <SettledOutput
        className="soft number"
        text={`${loaded}${isFound ? ' found' : ''}${hasMore ? `${isFound ? ',' : ''} loaded so far` : ''}`}
      />
      {hasMore && (
        <Button size="xs" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
      <span className={styles['keys']}>
        <KeyHints
          of={[
            'next',
            'previous',
            'open',
            ...(mayEdit ? (['select', 'assign', 'status'] as const) : []),
            ...(mayWrite ? (['note'] as const) : []),
            ...(mayCheck ? (['check'] as const) : []),
            'search',
            'help',
          ]}
        />
      </span>
      {mayEdit && (
        <Link to="/referrals/deleted" className="link">
          Recently deleted
        </Link>
      )}
      {mayEdit && <ExportList selection={selection} />}
    </footer>
  );
}

/** Exports everything that matches the filters and the search, not only the loaded rows. */
function ExportList({ selection }: { selection: Selection }) {
  const download = useDownload(referralsApi.exportFile);
  const { text } = selection;
  const body = { ...queryOf(selection), ...(text !== '' && { Text: text }) };
  return (
    <Button
      size="xs"
      variant="subtle"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => void download.run({ body })}
    >
      Export as CSV
    </Button>
  );
}
