const MINUTE = 60_000;
/** The warning appears this long before the lock. */
const WARN_MS = 2 * MINUTE;
const TICK_MS = 1000;
const TELL_TABS_MS = 5000;

export type Idleness = { kind: 'active' } | { kind: 'warning'; seconds: number } | { kind: 'locked' };

export function idlenessAfter(ms: number, lockAfterMinutes: number): Idleness {
  const left = lockAfterMinutes * MINUTE - ms;
  if (left <= 0) return { kind: 'locked' };
  if (left > WARN_MS) return { kind: 'active' };
  return { kind: 'warning', seconds: Math.ceil(left / 1000) };
}

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

interface Watcher {
  onChange: (idleness: Idleness) => void;
  /** Called every few seconds during use. */
  onUse?: () => void;
}

export interface IdleWatch {
  resume(): void;
  stop(): void;
}

/** The time of the last use in this browser, and whether it is locked: the only state that outlives a tab. */
const LAST_USE = 'handoff.last-use';
const LOCKED = 'handoff.locked';

const lastUse = (): number => Number(localStorage.getItem(LAST_USE));
export const isLocked = (): boolean => localStorage.getItem(LOCKED) !== null;

/** Signing in counts as use and unlocks every tab. */
export function startUse(): void {
  noteUse();
  localStorage.removeItem(LOCKED);
}

const noteUse = () => localStorage.setItem(LAST_USE, String(Date.now()));

/**
 * Watches the time without use in all tabs of this browser. They lock together until someone signs in; a reload or a
 * new tab starts locked too.
 */
export function watchIdleness(lockAfterMinutes: number, { onChange, onUse }: Watcher): IdleWatch {
  if (lastUse() === 0) noteUse();
  let lastTold = lastUse();
  look();

  function look(): void {
    // Sets the lock once: a tab that has not yet noticed the unlocking must not lock all of them again.
    if (isLocked()) return onChange({ kind: 'locked' });
    const idleness = idlenessAfter(Date.now() - lastUse(), lockAfterMinutes);
    if (idleness.kind === 'locked') localStorage.setItem(LOCKED, 'true');
    onChange(idleness);
  }

  function use(): void {
    // The first event after sleep may be a movement, so the elapsed time is checked before it counts as use.
    look();
    if (isLocked() || Date.now() - lastTold < TELL_TABS_MS) return;
    lastTold = Date.now();
    noteUse();
    onUse?.();
  }

  for (const sign of signs) addEventListener(sign, use, { capture: true, passive: true });
  addEventListener('storage', look);
  document.addEventListener('visibilitychange', look);
  const timer = setInterval(look, TICK_MS);

  return {
    resume() {
      startUse();
      look();
    },
    stop() {
      for (const sign of signs) removeEventListener(sign, use, { capture: true });
      removeEventListener('storage', look);
      document.removeEventListener('visibilitychange', look);
      clearInterval(timer);
    },
  };
}
