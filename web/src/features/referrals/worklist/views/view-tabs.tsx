import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { standardViews, viewName } from '@handoff/shared/domain/referral/referral-filters';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { useLiveNews } from '../../../../data/live/live.tsx';
import { useRead } from '../../../../data/records/use-read.ts';
import { formatCount } from '../../../../text/format.ts';
import type { ShownWorklist } from '../use-worklist.ts';
import { addressOf, type Selection } from '../worklist-selection.ts';
import type { ShownLayout } from './layout.ts';
import styles from './views.module.css';

const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }));
const MoreViews = lazy(async () => ({ default: (await import('./view-menu.tsx')).MoreViews }));

interface ViewTabsProps {
  selection: Selection;
  savedViews: readonly SavedView[];
  /** The saved view that is open. */
  view: SavedView | undefined;
  layout: ShownLayout;
  worklist: ShownWorklist;
}

/** The standard views, then the saved ones. At the end, the current filters can be saved as a new view. */
export function ViewTabs({ selection, savedViews, view, layout, worklist }: ViewTabsProps) {
  const { saved: _saved, ...unsaved } = selection;
  const isChanges = selection.changed !== undefined && selection.view === 'All';
  // The filters of a saved view, or of the changes, do not carry over to the next view.
  const kept = view || isChanges ? { sort: undefined } : unsaved;
  const counts = useCounts(worklist);
  const tabs = useShownTab(view?.Id ?? selection.view);
  return (
    <div className={styles['line']}>
      <nav ref={tabs} aria-label="Views" className={styles['tabs']}>
        {standardViews.map((each) => (
          <Link
            key={each}
            data-view={each}
            to="/referrals"
            search={addressOf({ ...kept, view: each })}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={!view && !isChanges && each === selection.view ? 'page' : undefined}
          >
            <TabName name={viewName(each)} />
            <Count of={counts?.ReferralCounts?.find(({ View }) => View === each)?.Count} />
          </Link>
        ))}
        {savedViews.length > 0 && <span className={styles['divider']} aria-hidden="true" />}
        {savedViews.map(({ Id, Name, Shared, Author }) => (
          <Link
            key={Id}
            data-view={Id}
            to="/referrals"
            search={{ saved: Id }}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={Id === view?.Id ? 'page' : undefined}
            title={Shared ? `Shared by ${Author.FullName}` : 'Only you see this view'}
          >
            {Shared ? (
              <IconUsers size={16} aria-hidden="true" />
            ) : (
              <IconBookmark size={16} aria-hidden="true" />
            )}
            <TabName name={Name} />
          </Link>
        ))}
        <Suspense>
          <MoreViews isChanges={!view && isChanges} drafts={<Count of={counts?.DraftCount} />} />
        </Suspense>
      </nav>
      <Suspense>
        <ViewMenu {...{ selection, view, layout }} />
      </Suspense>
    </div>
  );
}

const COUNT_EVERY_MS = 5000;

/**
 * The counts that the list brought, read again after changes of referrals and drafts, but not after each: in a busy agency they
 * come every second.
 */
function useCounts({ counts, data, readAt: listedAt }: ShownWorklist) {
  const [isOld, setOld] = useState(false);
  const isMissing = data !== undefined && counts === undefined;
  const reading = useRead(referralsApi.counts, isOld || isMissing ? {} : null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const countAgain = useEffectEvent(() => (isOld ? void reading.refresh() : setOld(true)));
  useLiveNews('hints', (hints) => {
    if (timer.current !== undefined || hints.every(({ topic }) => topic !== 'referral' && topic !== 'draft'))
      return;
    const countedAt = reading.readAt ?? listedAt;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        countAgain();
      },
      (countedAt?.getTime() ?? 0) + COUNT_EVERY_MS - Date.now(),
    );
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const newest = reading.data ?? counts;
  const [shown, setShown] = useState(newest);
  // The former counts stay while a list without them is loading.
  if (newest !== undefined && newest !== shown) setShown(newest);
  return shown;
}

/** Takes the width of bold text, so that the tabs stay in place when another one is chosen. */
function TabName({ name }: { name: string }) {
  return (
    <span className={styles['name']} data-name={name}>
      {name}
    </span>
  );
}

function Count({ of: count }: { of: number | undefined }) {
  return count === undefined ? null : <span className={styles['count']}>{formatCount(count)}</span>;
}

/** Scrolls the current tab into view. */
function useShownTab(current: string) {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = tabs.current?.querySelector(`[data-view="${CSS.escape(current)}"]`);
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return tabs;
}
