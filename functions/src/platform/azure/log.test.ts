import { expect, test } from 'vitest';
import type { LogEntry } from '../ports.ts';
import { systemClock } from '../process.ts';
import { noTrace } from '../telemetry/trace.ts';
import { createLog } from './log.ts';

const clock = { ...systemClock, now: () => new Date('2026-11-21T08:00:00Z') };

function lineOf(entry: LogEntry): string {
  const lines: string[] = [];
  createLog({ write: (line) => lines.push(line), clock, trace: noTrace })(entry);
  expect(lines).toEqual([expect.stringMatching(/^[^\n]+$/)]);
  return lines.join('');
}

test('an entry is one line of JSON with the time', () => {
  expect(lineOf({ level: 'info', event: 'request', status: 200, ms: 12.5, frames: ['a.ts:1'] })).toBe(
    '{"ts":"2026-11-21T08:00:00.000Z","level":"info","event":"request","status":200,"ms":12.5,"frames":["a.ts:1"]}',
  );
});

test('a field outside the allow-list is never logged', () => {
  const entry = {
    level: 'error',
    event: 'failed',
    body: 'Canary Name 123-45-6789',
    url: '/x?name=Canary',
  } as const;
  expect(lineOf(entry)).not.toContain('Canary');
});

test('a line break in a value cannot forge a second entry', () => {
  const line = lineOf({ level: 'warn', event: 'refused', code: 'x\n{"level":"info","event":"forged"}' });
  expect(line).not.toContain('\n');
});
