import { Button } from '@mantine/core';
import { plural } from './eligibility-words.ts';
import type { useHistory } from './use-history.ts';

interface HistoryFooterProps {
  history: Pick<ReturnType<typeof useHistory>, 'hasMore' | 'isLoadingMore' | 'loadMore'>;
  shown: number;
  loaded: number;
}

export function HistoryFooter({ history, shown, loaded }: HistoryFooterProps) {
  const { hasMore, isLoadingMore, loadMore } = history;
  return (
    <footer className="history-footer">
      <output className="soft number">
        {shown === loaded ? plural(loaded, 'check') : `${shown} of ${plural(loaded, 'check')}`}
        {hasMore && ' loaded'}
      </output>
      {hasMore && (
        <Button size="xs" variant="default" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
    </footer>
  );
}
