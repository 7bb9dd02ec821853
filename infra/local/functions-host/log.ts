export type LogLevel = 'trace' | 'debug' | 'information' | 'warning' | 'error' | 'critical' | 'none';

export interface LogEntry {
  level: LogLevel;
  /** `host` is this program, `system` the Functions library, `user` the app's own `context.log`. */
  category: 'host' | 'system' | 'user' | 'customMetric';
  message: string;
  functionName?: string;
  invocationId?: string;
}

export type Log = (entry: LogEntry) => void;

export function logToStdout(entry: LogEntry) {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeError(error.cause)}`;
  return (error.stack ?? error.message) + cause;
}
