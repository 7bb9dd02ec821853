import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Attributes that a span may have: no free text, no address, no id of a person or a record. */
const allowed = {
  requestId: true,
  route: true,
  mode: true,
  outcome: true,
  status: true,
  code: true,
  tries: true,
  container: true,
  operations: true,
  ru: true,
  count: true,
  importId: true,
  /** Rows per second. */
  rate: true,
  /** Seconds that the oldest message has waited. */
  age: true,
  error: true,
};
export type SpanAttributes = Partial<Record<keyof typeof allowed, string | number>>;

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  name: string;
  kind: 'server' | 'client' | 'internal';
  /** Milliseconds since 1970, with fractions. */
  startedAt: number;
  endedAt: number;
  attributes: SpanAttributes;
  isFailed: boolean;
  /** Spans of other traces that led to this one. */
  links?: { traceId: string; spanId: string }[];
  /** The measured service; this process when left out. */
  service?: 'handoff-web';
}

type SpanId = Pick<FinishedSpan, 'traceId' | 'spanId'>;

interface Span {
  name: string;
  kind: FinishedSpan['kind'];
  /** W3C `traceparent` of the caller; used only without an enclosing span. */
  parent?: string | undefined;
}

export interface Trace {
  /** Runs the work as a child of the current span. `note` adds attributes that are known only afterwards. */
  span<T>(span: Span, work: (note: (attributes: SpanAttributes) => void) => Promise<T>): Promise<T>;
  /** Adds a span that ended elsewhere. */
  add(span: FinishedSpan): void;
  traceId(): string | undefined;
  /** Returns the current span as a W3C traceparent, to store it with later work. */
  traceparent(): string | undefined;
  link(traceparent: string | null): void;
}

export const noTrace: Trace = {
  span: (_span, work) => work(() => {}),
  add: () => {},
  traceId: () => undefined,
  traceparent: () => undefined,
  link: () => {},
};

/** Every request has a trace id, even while nothing is exported. */
export function createTrace(exportSpan: ((span: FinishedSpan) => void) | undefined): Trace {
  const around = new AsyncLocalStorage<SpanId & { links: SpanId[] }>();
  return {
    traceId: () => around.getStore()?.traceId,
    traceparent() {
      const span = around.getStore();
      return span && `00-${span.traceId}-${span.spanId}-01`;
    },
    link(traceparent) {
      const cause = readTraceparent(traceparent ?? undefined);
      if (cause) around.getStore()?.links.push(cause);
    },
    add: (span) => exportSpan?.({ ...span, attributes: onlyAllowed(span.attributes) }),
    async span({ name, kind, parent }, work) {
      const outer = around.getStore() ?? readTraceparent(parent);
      const traceId = outer?.traceId ?? randomBytes(16).toString('hex');
      const spanId = randomBytes(8).toString('hex');
      const attributes: SpanAttributes = {};
      const links: SpanId[] = [];
      const startedAt = now();
      const finish = (isFailed: boolean) =>
        exportSpan?.({
          traceId,
          spanId,
          parentId: outer?.spanId,
          name,
          kind,
          startedAt,
          endedAt: now(),
          attributes: onlyAllowed(attributes),
          isFailed,
          ...(links.length > 0 && { links }),
        });
      try {
        const result = await around.run({ traceId, spanId, links }, () =>
          work((more) => void Object.assign(attributes, more)),
        );
        finish(typeof attributes.status === 'number' && attributes.status >= 500);
        return result;
      } catch (error) {
        attributes.error = error instanceof Error ? error.name : typeof error;
        finish(true);
        throw error;
      }
    },
  };
}

const now = () => performance.timeOrigin + performance.now();

const onlyAllowed = (attributes: SpanAttributes): SpanAttributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => Object.hasOwn(allowed, name)));

/** Source: w3.org/TR/trace-context, "traceparent header". */
function readTraceparent(text: string | undefined): SpanId | undefined {
  const [, traceId = '', spanId = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text ?? '') ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : undefined;
}
