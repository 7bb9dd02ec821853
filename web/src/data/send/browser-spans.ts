import { BROWSER_SPANS, type BrowserSpan } from '@handoff/shared/contract/headers';
import type { PreparedRequest } from './request.ts';

/** The API takes no more at once. */
const MAX_SPANS = 8;

/** How long calls took for the person who waits: each goes to the API with a later call, as the first span of its trace. */
export function createBrowserSpans() {
  let ended: (Omit<BrowserSpan, 'ago'> & { endedAt: number })[] = [];

  /** Of the calls before; what is lost with this one is not sent again. */
  function takeEnded(): string | undefined {
    const spans = ended.map(({ endedAt, ...span }): BrowserSpan => ({
      ...span,
      ago: millisecondsSince(endedAt),
    }));
    ended = [];
    return spans.length > 0 ? JSON.stringify(spans) : undefined;
  }

  return {
    /** All tries of one intent are one trace; its id are the digits of the key, so that either leads to it. */
    begin({ endpoint }: PreparedRequest, key: string) {
      const traceId = key.replaceAll('-', '');
      const isTraced = /^[0-9a-f]{32}$/.test(traceId);
      const spanId = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
      const earlier = takeEnded();
      const startedAt = performance.now();
      const headers: Record<string, string> = {
        ...(isTraced && { traceparent: `00-${traceId}-${spanId}-01` }),
        ...(earlier !== undefined && { [BROWSER_SPANS]: earlier }),
      };
      const end = (status?: number) => {
        // No one waits for those that go on by themselves.
        if (!isTraced || endpoint.mode === 'exempt') return;
        const route = `${endpoint.method} ${endpoint.path}`;
        const span = { traceId, spanId, route, took: millisecondsSince(startedAt), status };
        ended = [...ended, { ...span, endedAt: performance.now() }].slice(-MAX_SPANS);
      };
      return { headers, end };
    },
  };
}

const millisecondsSince = (moment: number) => Math.round(performance.now() - moment);
