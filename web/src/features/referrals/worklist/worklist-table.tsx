import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
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
import { usePageKeys } from '../../../ui/page-keys.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { toNewNote } from '../notes/new-note-link.ts';
import type { ShownWorklist } from './use-worklist.ts';
import { columnsOf } from './worklist-columns.tsx';
import styles from './worklist.module.css';

const toReferral = ({ Id }: ReferralRow) => ({ to: '/referrals/$id', params: { id: Id } }) as const;

interface WorklistTableProps {
  worklist: ShownWorklist;
  layout: WorklistLayout;
  selection: RowSelection | undefined;
}

export function WorklistTable({ worklist, layout, selection }: WorklistTableProps) {
  const { rows, touches } = worklist;
  const { statuses, eligibilityStatuses, disciplines } = useSettings();
  const columns = useMemo(
    () => columnsOf({ statuses, eligibilityStatuses, disciplines }, layout.Columns),
    [statuses, eligibilityStatuses, disciplines, layout.Columns],
  );
  const list = useLastRow(worklist);
  useLoadAtEnd(list, worklist);
  useRowKeys(worklist.leave, { isOn: (selection?.ids.size ?? 0) === 0 });
  return (
    <div ref={list} className={styles['list']} data-density={layout.Density}>
      <DataTable label="Referrals" {...{ rows, columns, touches, selection }} link={toReferral} />
    </div>
  );
}

/**
 * Keys of the focused row: n writes a note, e checks the patient's eligibility. The bar of selected rows has its own.
 */
function useRowKeys(leave: ShownWorklist['leave'], { isOn }: { isOn: boolean }): void {
  const [mayCheck, mayWrite] = [useMay('eligibility.check'), useMay('notes.write')];
  const navigate = useNavigate();
  const onRow = (may: boolean, go: (id: string) => Promise<void>) =>
    isOn && may
      ? (event: KeyboardEvent) => {
          const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row-link]');
          const id = row?.dataset['rowLink'];
          if (!row || id === undefined) return;
          // Otherwise the letter would be typed into a field of the next page.
          event.preventDefault();
          leave({ id, top: row.closest('[data-scroller]')?.scrollTop ?? 0 });
          void go(id);
        }
      : undefined;
  usePageKeys({
    n: onRow(mayWrite, (id) => navigate(toNewNote(id))),
    e: onRow(mayCheck, (id) => navigate({ to: '/eligibility', search: { referral: id } })),
  });
}

/** Returning to the list restores its scroll position and focuses the row that was opened. */
function useLastRow({ left, leave }: Pick<ShownWorklist, 'left' | 'leave'>) {
  const list = useRef<HTMLDivElement>(null);
  const restore = useEffectEvent((scroller: Element) => {
    if (!left) return;
    scroller.scrollTop = left.top;
    focusRow(scroller, left.id);
  });
  const open = useEffectEvent(leave);
  useEffect(() => {
    const scroller = list.current?.querySelector('[data-scroller]');
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
    const scroller = list.current?.querySelector('[data-scroller]');
    if (!scroller || !hasMore) return undefined;
    const onScroll = () => {
      if (scroller.scrollHeight - scroller.scrollTop < 2 * scroller.clientHeight) load();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [list, hasMore]);
}

const FRAMES_TO_SETTLE = 20;

/** The page heading takes the focus at some point, and rows of a long list render some frames after it is scrolled. */
function focusRow(scroller: Element, id: string, framesLeft = FRAMES_TO_SETTLE): void {
  requestAnimationFrame(() => {
    const row = scroller.querySelector<HTMLElement>(`[data-row-link="${CSS.escape(id)}"]`);
    const { activeElement: focused } = document;
    const isTaken = framesLeft < FRAMES_TO_SETTLE && focused !== row && !focused?.matches('body, h1');
    if (isTaken) return;
    row?.focus();
    if (framesLeft > 0) focusRow(scroller, id, framesLeft - 1);
  });
}

interface WorklistFooterProps {
  worklist: ShownWorklist;
  selection: Selection;
}

export function WorklistFooter({ worklist, selection }: WorklistFooterProps) {
  const { rows, hasMore, isLoadingMore, loadMore } = worklist;
  const isFound = selection.text !== '';
  const loaded = `${formatCount(rows.length)} ${rows.length === 1 ? 'referral' : 'referrals'}`;
  return (
    <footer className={styles['footer']}>
      <SettledOutput
        className="soft number"
        text={`${loaded}${isFound ? ' found' : ''}${hasMore ? `${isFound ? ',' : ''} loaded so far` : ''}`}
      />
      {hasMore && (
        <Button size="xs" variant="default" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
      <span className={styles['keys']}>
        <kbd>J</kbd> <kbd>K</kbd> move <kbd>Enter</kbd> open <kbd>X</kbd> select <kbd>A</kbd> assign{' '}
        <kbd>S</kbd> status <kbd>N</kbd> note <kbd>E</kbd> eligibility <kbd>/</kbd> search <kbd>?</kbd> all
        keys
      </span>
      {useMay('referrals.edit') && <ExportList selection={selection} />}
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
