import { DAY_MS } from '../core/time.ts';
import type { BrowserSpan } from '@handoff/shared/contract/headers';
import * as z from 'zod';
import type { Platform } from '../platform/ports.ts';

const MAX_CHARACTERS = 4_096;

// oxlint-disable-next-line no-restricted-globals -- made of our own text
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));
const milliseconds = z.int().min(0).max(DAY_MS);
const BrowserSpans = z
  .array(
    z.strictObject({
      traceId: hex(32),
      spanId: hex(16),
      route: z.string(),
      took: milliseconds,
      ago: milliseconds,
      status: z.int().min(100).max(599).optional(),
    }),
  )
  .max(8) satisfies z.ZodType<BrowserSpan[]>;

interface Sent {
  header: string | undefined;
  /** The declared calls, because a filled-in path could identify a patient. */
  routes: ReadonlySet<string>;
}

/** Passes on the page's measurements. Undeclared fields are dropped, because no call may fail for its telemetry. */
export function addBrowserSpans(trace: Platform['trace'], { header, routes }: Sent): void {
  if (header === undefined || header.length > MAX_CHARACTERS) return;
  const now = performance.timeOrigin + performance.now();
  for (const { traceId, spanId, route, took, ago, status } of readSpans(header)) {
    if (!routes.has(route)) continue;
    const endedAt = now - ago;
    trace.add({
      traceId,
      spanId,
      parentId: undefined,
      name: `browser ${route}`,
      kind: 'client',
      startedAt: endedAt - took,
      endedAt,
      attributes: status === undefined ? {} : { status },
      isFailed: status === undefined || status >= 400,
      service: 'handoff-web',
    });
  }
}

function readSpans(text: string): BrowserSpan[] {
  try {
    return BrowserSpans.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}
