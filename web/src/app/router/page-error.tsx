import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { EmptyState } from '../../ui/feedback/page-states.tsx';
import { PageNotLoaded } from './page.tsx';

/** Replaces a page that cannot be shown; everything around it keeps working. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => void router.invalidate();
  return error instanceof PageNotLoaded ? <NotLoaded onRetry={retry} /> : <Broken onRetry={retry} />;
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const onOnline = () => retry();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  if (!navigator.onLine)
    return (
      <EmptyState title="You are offline" actions={<RetryButton onRetry={onRetry} />}>
        This page opens by itself when the connection is back. Pages you have already opened still work.
      </EmptyState>
    );
  return (
    <EmptyState
      title="This page could not be loaded"
      actions={
        <>
          <RetryButton onRetry={onRetry} />
          <Button variant="filled" onClick={() => location.reload()}>
            Reload Handoff
          </Button>
        </>
      }
    >
      Handoff may have been updated since you opened this tab. Reloading gets the current version.
    </EmptyState>
  );
}

function Broken({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState title="Something went wrong on this page" actions={<RetryButton onRetry={onRetry} />}>
      What you saved is safe. Try again; if it happens again, tell your administrator which page it was.
    </EmptyState>
  );
}

const RetryButton = ({ onRetry }: { onRetry: () => void }) => <Button onClick={onRetry}>Try again</Button>;
