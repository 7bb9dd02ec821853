import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createLog } from '../platform/azure/log.ts';
import { createExport } from '../platform/telemetry/export.ts';
import { otlpMetrics, otlpTraces } from '../platform/telemetry/otlp.ts';
import { createTrace } from '../platform/telemetry/trace.ts';
import { tracedPlatform } from '../platform/telemetry/traced-platform.ts';
import { freshApi, type Answer, type TestApi } from '../testing/api.ts';
import { canaries, formsIn, tellingOfCanaries, withCanaries } from '../testing/examples/canaries.ts';
import { everyExample } from '../testing/examples/endpoint-examples.ts';
import { drawFew } from '../testing/faults/run-size.ts';
import { encodeRequest } from '../testing/request.ts';
import { everythingStored } from '../testing/stored.ts';

let handoff: TestApi;
const lines: string[] = [];
const successes: string[] = [];
const failures: string[] = [];
const urls: string[] = [];
/** Bodies sent to the trace collector. */
const exported: string[] = [];
const Body = z.looseObject({ body: z.unknown().optional() });

/** Makes every call succeed and fail with one patient's data. */
beforeAll(async () => {
  const fresh = await freshApi();
  const trace = createTrace(exportTo(exported));
  const log = createLog({ trace, write: (line) => lines.push(line), clock: fresh.platform.clock });
  handoff = { ...fresh, ...fresh.another(tracedPlatform({ ...fresh.platform, log, trace })) };
  const telling = tellingOfCanaries(handoff);
  const failing = new Set(drawFew('canaries in failures', everyExample));
  for (const example of everyExample) {
    const { endpoint, as, input } = example;
    const sent = withCanaries(await input(telling));
    const { body } = Body.parse(sent);
    const { url, params } = await encodeRequest(endpoint, sent, {});
    urls.push(`${url} ${JSON.stringify(params)}`);
    keep(await handoff.call(endpoint, sent, { as }));
    // The record was already created, changed or deleted.
    keep(await handoff.call(endpoint, sent, { as }));
    keep(await handoff.call(endpoint, sent, { as: 'sam' }));
    if (!failing.has(example)) continue;
    keep(await handoff.call(endpoint, sent, { as, key: 'short' }));
    if (body === undefined) continue;
    const json = JSON.stringify(body);
    for (const rawBody of [json.slice(0, -1), json.replaceAll(/:"([^"]*)"/g, ':["$1"]'), `[${json}]`])
      keep(await handoff.call(endpoint, sent, { as, rawBody }));
  }
}, 240_000);

const { endpoint: last } = everyExample.at(-1) ?? { endpoint: undefined };
const lastRoute = `${last?.method} ${last?.path}`;

/** Exports the metrics with every request, because each look at this clock is a minute later. */
function exportTo(bodies: string[]) {
  let minute = 0;
  return createExport({
    now: () => (minute += 1) * 60_000,
    onDropped: () => {},
    send: async ({ spans, metrics }) => {
      bodies.push(JSON.stringify(otlpTraces(spans, 'test')), JSON.stringify(otlpMetrics(metrics, 'test')));
      return true;
    },
  });
}

function keep(answer: Answer<unknown>): void {
  if (answer.status === 200) return void successes.push(answer.text);
  // A conflict shows the current record to someone who may edit it; the rest of the answer must not.
  const failure = JSON.stringify({ ...answer.error(), current: null });
  // A person who pastes another person's response sees both names, and gave both of them.
  failures.push(failure.replaceAll(/asked about [^"]*/g, ''));
}

test('the patient was used, and every answer but the reveal had masked numbers', () => {
  for (const canary of [canaries.name, canaries.street, canaries.note, canaries.birthDate, canaries.phone])
    expect(successes.some((text) => text.includes(canary))).toBe(true);
  const whole = successes.filter((text) => text.includes(canaries.ssn.replaceAll('-', '')));
  expect(whole.map((text) => Object.keys(z.looseObject({}).parse(JSON.parse(text))))).toEqual([
    ['PatientNumbersInfo'],
    ['PatientNumbersInfo'],
  ]);
  expect(failures.length).toBeGreaterThan(everyExample.length);
});

test.each(Object.entries(canaries))(
  'no %s in a log line, a span, a metric, an error, a live message or a URL',
  async (_what, canary) => {
    await expect.poll(() => exported.join()).toContain(lastRoute);
    const left = [...lines, ...exported, ...failures, JSON.stringify(handoff.sent), ...urls].join('\n');
    expect(urls.length).toBe(everyExample.length);
    expect(lines.length).toBeGreaterThan(everyExample.length * 3);
    expect(handoff.sent.length).toBeGreaterThan(5);
    for (const { endpoint } of everyExample) expect(left).toContain(`${endpoint.method} ${endpoint.path}`);
    expect(left).toContain('handoff.requests');
    expect(formsIn(left, canary)).toEqual([]);
  },
);

test.each([
  ['SSN 219-09-9377', ['219-09-9377']],
  ['{"Ssn":"219099377"}', ['219099377']],
  ['"startTimeUnixNano":"1795792190993770000"', []],
])('a number is found in %s unless it is part of a longer one', (text, forms) => {
  expect(formsIn(text, canaries.ssn)).toEqual(forms);
});

test.each([canaries.ssn, canaries.mbi])('%s is stored nowhere', async (canary) => {
  const stored = JSON.stringify(await everythingStored(handoff.store));
  expect(stored).toContain(canaries.name);
  expect(stored).toContain(`-${canary.slice(-4)}`);
  expect(formsIn(stored, canary)).toEqual([]);
});

/** Fields with ids, days and choices; of the patient only the ZIP code and county, which narrow a worklist. */
const harmless = new Set(
  [
    [
      'id',
      'before',
      'after',
      'blobName',
      'importId',
      'OwnerId',
      'ReferralId',
      'Only',
      'StatusId',
      'Person',
      'Subject',
      'UserId',
      'Id',
      'Ids',
      'UploadId',
      'Bytes',
    ],
    [
      'EligibilityStatusId',
      'IncludeDeleted',
      'InternalNotes',
      'Counts',
      'Fits',
      'Names',
      'List',
      'Kind',
      'Form',
    ],
    ['Continuation', 'PageSize', 'View', 'part', 'SamePersonAs', 'CheckedFrom', 'CheckedTo', 'From', 'To'],
    [
      'Action',
      'BusinessDomainId',
      'Category',
      'Decision',
      'Sort',
      'SourceKind',
      'Channel',
      'Verdict',
      'ZipCode',
    ],
    [
      'County',
      'Days',
      'Late',
      'Organization',
      'Payer',
      'Service',
      'Reason',
      'ReceivedBefore',
      'ChangedSince',
      'StartBy',
      'ReceivedFrom',
      'State',
    ],
  ].flat(),
);
const Fields = z.object({ properties: z.record(z.string(), z.unknown()) });

// Proxies, browsers and hosts store URLs: whoever adds a field to one decides here whether it may identify a patient.
test('no field in a URL could identify a patient', () => {
  const fields = everyExample.flatMap(({ endpoint: { params, query } }) =>
    [params, query].flatMap((schema) => {
      if (!schema) return [];
      return Object.keys(
        Fields.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).properties,
      );
    }),
  );
  expect(fields.filter((field) => !harmless.has(field))).toEqual([]);
});
