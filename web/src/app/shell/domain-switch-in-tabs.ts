import { useEffect, useEffectEvent } from 'react';

const CHANNEL = 'handoff.business-domain';

/** A person works in one business domain at a time, so a switch reaches every tab, including the one that made it. */
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
