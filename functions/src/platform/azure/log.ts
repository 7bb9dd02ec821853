import type { Clock, LogEntry } from '../ports.ts';
import type { Trace } from '../telemetry/trace.ts';

interface LogOptions {
  write: (line: string, level: LogEntry['level']) => void;
  clock: Clock;
  trace: Pick<Trace, 'traceId'>;
}

/** Writes one line per entry. Fields outside the list are dropped, even when a type assertion let them through. */
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
