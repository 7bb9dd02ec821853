import { expect, test } from 'vitest';
import { createTrace, type FinishedSpan } from './trace.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const parent = `00-${traceId}-${parentId}-01`;

function traced() {
  const spans: FinishedSpan[] = [];
  return { spans, trace: createTrace((span) => void spans.push(span)) };
}

test("a span is a child of its caller's, and the parent of its own work", async () => {
  const { spans, trace } = traced();
  await trace.span({ name: 'request', kind: 'server', parent }, async () => {
    expect(trace.traceId()).toBe(traceId);
    await Promise.all([
      trace.span({ name: 'read', kind: 'client' }, async (note) => note({ ru: 1.5 })),
      trace.span({ name: 'push', kind: 'client' }, async () => {}),
    ]);
  });
  expect(trace.traceId()).toBeUndefined();
  const request = spans.at(-1);
  expect(request).toMatchObject({ name: 'request', traceId, parentId });
  expect(spans.map(({ name }) => name).toSorted()).toEqual(['push', 'read', 'request']);
  for (const span of spans.slice(0, 2)) expect(span).toMatchObject({ traceId, parentId: request?.spanId });
  expect(spans.find(({ name }) => name === 'read')?.attributes).toEqual({ ru: 1.5 });
});

test.each([
  '',
  'nonsense',
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `ff${parent}`,
])('an invalid parent begins a new trace: %s', async (wrong) => {
  const { spans, trace } = traced();
  await trace.span({ name: 'request', kind: 'server', parent: wrong }, async () => {});
  expect(spans[0]?.parentId).toBeUndefined();
  expect(spans[0]?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(spans[0]?.traceId).not.toBe(traceId);
});

test('a failure keeps its name and never its text, and fields outside the list are dropped', async () => {
  const { spans, trace } = traced();
  const work = trace.span({ name: 'read', kind: 'client' }, async (note) => {
    const careless = { count: 1, patient: 'Canary Name' };
    note(careless);
    throw new RangeError('Canary Name was not found');
  });
  await expect(work).rejects.toThrow('Canary');
  expect(spans[0]).toMatchObject({ isFailed: true, attributes: { count: 1, error: 'RangeError' } });
  expect(JSON.stringify(spans)).not.toContain('Canary');
});
