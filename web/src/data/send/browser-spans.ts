import { BROWSER_SPANS, type BrowserSpan } from '@handoff/shared/contract/headers';
import type { PreparedRequest } from './request.ts';

/** The most spans that the API takes at once. */
const MAX_SPANS = 8;

/** Measures calls in the browser; a later call sends each duration as the first span of its trace. */
export function createBrowserSpans() {
  let ended: (Omit<BrowserSpan, 'ago'> & { endedAt: number })[] = [];

  /** Returns the spans of earlier calls, which are lost if this call fails. */
  function takeEnded(): string | undefined {
    const spans = ended.map(({ endedAt, ...span }): BrowserSpan => ({
      ...span,
      ago: millisecondsSince(endedAt),
    }));
    ended = [];
    return spans.length > 0 ? JSON.stringify(spans) : undefined;
  }

  return {
    /** All attempts of one intent share a trace, whose id is the digits of the key. */
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
        // No person waits for calls in the background.
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
