import { Button } from '@mantine/core';
import { SettledOutput } from '../../../components/settled-output.tsx';
import { formatCount } from '../../../lib/format.ts';
import type { Worklist, WorklistState } from './worklist.ts';

interface WorklistFooterProps {
  worklist: Pick<WorklistState, 'rows' | 'hasMore' | 'isLoadingMore'> & Pick<Worklist, 'loadMore'>;
  isFound: boolean;
}

export function WorklistFooter({ worklist, isFound }: WorklistFooterProps) {
  const { rows, hasMore, isLoadingMore, loadMore } = worklist;
  const loaded = `${formatCount(rows.length)} ${rows.length === 1 ? 'referral' : 'referrals'}`;
  return (
    <footer className="worklist-footer">
      <SettledOutput
        className="soft number"
        text={`${loaded}${isFound ? ' found' : ''}${hasMore ? `${isFound ? ',' : ''} loaded so far` : ''}`}
      />
      {hasMore && (
        <Button size="xs" variant="default" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
      <span className="soft small worklist-keys">
        <kbd>j</kbd> <kbd>k</kbd> move · <kbd>Enter</kbd> open · <kbd>e</kbd> eligibility · <kbd>/</kbd>{' '}
        search
      </span>
    </footer>
  );
}
