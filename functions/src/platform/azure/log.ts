import type { Clock, LogEntry } from '../ports.ts';
import type { Trace } from '../telemetry/trace.ts';

interface LogOptions {
  write: (line: string, level: LogEntry['level']) => void;
  clock: Clock;
  trace: Pick<Trace, 'traceId'>;
}

/** One line per entry. What the list does not name is dropped, also when a type assertion let it through. */
export function createLog({ write, clock, trace }: LogOptions) {
  return (entry: LogEntry): void => {
    const kept = Object.fromEntries(Object.entries(entry).filter(([key]) => Object.hasOwn(allowed, key)));
    write(JSON.stringify({ ts: clock.now().toISOString(), ...kept, traceId: trace.traceId() }), entry.level);
  };
}

const allowed = {
  level: true,
  event: true,
  requestId: true,
  traceId: true,
  route: true,
  mode: true,
  outcome: true,
  status: true,
  code: true,
  ms: true,
  ru: true,
  tries: true,
  oid: true,
  agency: true,
  address: true,
  importId: true,
  count: true,
  error: true,
  dependency: true,
  frames: true,
} satisfies Record<keyof LogEntry, true>;
