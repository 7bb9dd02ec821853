import { useEffect, useEffectEvent } from 'react';

const CHANNEL = 'handoff.business-domain';

/** The person works in one business domain at a time, in all tabs: each hears this, the one that says it too. */
export function announceDomainSwitch(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  channel.postMessage('switched');
  channel.close();
}

export function useDomainSwitched(onSwitch: () => void): void {
  const latest = useEffectEvent(onSwitch);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', () => latest());
    return () => channel.close();
  }, []);
}
