import type { LinkProps } from '@tanstack/react-router';
import type { Figures } from '@handoff/shared/domain/referral/figures';
import { formatSpan } from '../../text/format.ts';

// Each figure links to the list that it counts.

interface Search {
  view?: 'Waiting' | 'All';
  decision?: 'Accepted' | undefined;
  reason?: string | undefined;
  organization?: string | undefined;
  payer?: string | undefined;
  county?: string | undefined;
  state?: string | undefined;
  from?: string | undefined;
  before?: string | undefined;
}

const list = (search: Search): LinkProps => ({ to: '/referrals', search: { view: 'All', ...search } });

const startOf = ({ Days }: Figures) => Days[0]?.From;

export const receivedList = (figures: Figures, more: Search = {}) =>
  list({ from: startOf(figures), ...more });

export const openList = (bounds: { From?: string | null | undefined; Before?: string | undefined }) =>
  list({
    view: 'Waiting',
    from: bounds.From ?? undefined,
    before: bounds.Before,
  });

export const dayList = ({ From, Before }: { From: string; Before: string }) =>
  list({ from: From, before: Before });

type Step = Pick<Figures['Answers'][number], 'UpToMinutes'>;

const span = (minutes: number) => formatSpan(minutes * 60_000);

/** "under 12 hr", "12 hr to 24 hr", "over 8 d". */
export function stepText(steps: readonly Step[], index: number): string {
  const upTo = steps[index]?.UpToMinutes ?? null;
  const from = steps[index - 1]?.UpToMinutes ?? null;
  if (from === null) return upTo === null ? 'any' : `under ${span(upTo)}`;
  return upTo === null ? `over ${span(from)}` : `${span(from)} to ${span(upTo)}`;
}

const DAY_MINUTES = 1440;

/** "0–12 hr", "12–24 hr", "1–2 d", "over 4 d", below a column. */
export function stepRange(steps: readonly Step[], index: number): string {
  const upTo = steps[index]?.UpToMinutes ?? null;
  const from = steps[index - 1]?.UpToMinutes ?? 0;
  return upTo === null ? `over ${span(from)}` : rangeText(from, upTo);
}

function rangeText(from: number, upTo: number): string {
  const [number = '', unit = ''] = span(from).split(' ');
  const [, upToUnit = ''] = span(upTo).split(' ');
  if (upToUnit === 'd' && from % DAY_MINUTES === 0) return `${from / DAY_MINUTES}–${span(upTo)}`;
  return `${from === 0 || unit === upToUnit ? number : span(from)}–${span(upTo)}`;
}

/** "76%", or a dash for a share of nothing. */
export const shareText = (part: number, of: number): string =>
  of === 0 ? '–' : `${Math.round((part / of) * 100)}%`;

export const minutesText = (minutes: number | null): string => (minutes === null ? '–' : span(minutes));
