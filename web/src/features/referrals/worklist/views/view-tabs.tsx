import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { standardViews, viewName } from '@handoff/shared/domain/referral/referral-filters';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { addressOf, type Selection } from '../worklist-selection.ts';
import type { ShownLayout } from './layout.ts';
import { ViewMenu } from './view-menu.tsx';
import styles from './views.module.css';

interface ViewTabsProps {
  selection: Selection;
  savedViews: readonly SavedView[];
  /** The saved view that is open. */
  view: SavedView | undefined;
  layout: ShownLayout;
}

/** The standard views, then the saved ones. At the end, the current filters can be saved as a new view. */
export function ViewTabs({ selection, savedViews, view, layout }: ViewTabsProps) {
  const { saved: _saved, ...unsaved } = selection;
  // A saved view's filters do not carry over to the next view.
  const kept = view ? { sort: undefined } : unsaved;
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
            aria-current={!view && each === selection.view ? 'page' : undefined}
          >
            {viewName(each)}
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
            {Name}
          </Link>
        ))}
      </nav>
      <ViewMenu {...{ selection, view, layout }} />
    </div>
  );
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
