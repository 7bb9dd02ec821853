import { createHash, randomUUID } from 'node:crypto';
import type { Fault } from '@handoff/local/cosmos/faults';
import { IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import type { Versioned } from '../platform/ports.ts';
import { currentDomainKind } from '../records/kinds/user-records.ts';
import { freshApi, sharedPlatform, type TestApi } from '../testing/api.ts';
import {
  changeUser,
  giveRolesOf,
  countByType,
  everythingStored,
  verifyAuditChains,
} from '../testing/stored.ts';
import {
  everyExample,
  hasOwnWay,
  isCreating,
  writePerHandler,
  type EndpointExample,
} from '../testing/examples/endpoint-examples.ts';
import { drawFew } from '../testing/faults/run-size.ts';
import { EVERGREEN, HARBOR, people } from '../testing/people.ts';
import type { Sent } from '../testing/request.ts';

const reads = drawFew(
  'replay of reads',
  everyExample.filter(({ endpoint: { mode } }) => mode === 'read' || mode === 'exempt'),
);
const writes = drawFew('replay', writePerHandler, hasOwnWay);

describe.each(writes)('$name', (example) => {
  const { endpoint } = example;

  test('one effect and one answer, for a repeat or twenty concurrent requests over a bad network', async () => {
    const handoff = await freshApi();
    const input = await example.input(handoff);
    const key = randomUUID();
    const first = await send(handoff, example, input, { key });
    expect([first.status, first.text]).toEqual([200, expect.any(String)]);
    expect(first.headers).not.toHaveProperty(IDEMPOTENT_REPLAYED);
    expect(first.headers).toMatchObject({ [IDEMPOTENCY_KEY]: key });
    const stored = await everythingStored(handoff.store);

    const again = await send(handoff, example, input, { key: `"${key}"` });
    expect(again.headers).toMatchObject({ [IDEMPOTENT_REPLAYED]: 'true' });
    expect(again.text).toBe(first.text);
    const other = await sendOther(handoff, example, input, key);
    expect([other.status, other.error().code]).toEqual([422, 'idempotency_key_reused']);
    expect(await everythingStored(handoff.store)).toEqual(stored);
    await verifyAuditChains(handoff.store);

    const crowded = await twentyAtOnce();
    expect(countByType(crowded)).toEqual(countByType(stored));
  });

  /** Uses a key that was refused before, since a refusal is not stored. */
  async function twentyAtOnce() {
    const handoff = await freshApi();
    const input = await example.input(handoff);
    const before = await everythingStored(handoff.store);
    const key = randomUUID();
    const refused = await sendWrong(handoff, example, input, key);
    expect([refused.status, await everythingStored(handoff.store)]).toEqual([400, before]);

    await loseSome();
    const twenty = Array.from({ length: 20 }, () => send(handoff, example, input, { key }));
    const answers = await Promise.all(twenty);
    const done = answers.filter(({ status }) => status === 200);
    const waiting = answers.filter(({ status }) => status !== 200);
    // Only a lease makes a caller wait.
    const mayWait = endpoint.mode === 'lease' ? waiting : [];
    expect(waiting.map((answer) => answer.error().code)).toEqual(mayWait.map(() => 'request_in_progress'));
    expect(waiting.every(({ headers }) => Number(headers['Retry-After']) > 0)).toBe(true);
    expect(done.filter(({ headers }) => !headers[IDEMPOTENT_REPLAYED])).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    await verifyAuditChains(handoff.store);
    return everythingStored(handoff.store);
  }

  test.skipIf(endpoint.access === 'signed-in')(
    'a key belongs to one person, and only while they may make the call',
    async () => {
      const handoff = await freshApi();
      const input = await example.input(handoff);
      const key = randomUUID();
      await send(handoff, example, input, { key });

      const colleague = example.as === 'bo' ? 'ana' : 'bo';
      await giveRolesOf(handoff, example.as, { person: colleague, in: HARBOR });
      const theirs = await handoff.call(endpoint, input, { as: colleague, key });
      expect([theirs.status === 422, theirs.headers[IDEMPOTENT_REPLAYED]]).toEqual([false, undefined]);

      const permitted = endpoint.access !== 'member';
      await changeUser(
        handoff,
        example.as,
        permitted ? { SystemRole: 'User', roles: [] } : { Active: false },
      );
      expect((await send(handoff, example, input, { key })).status).toBe(403);
    },
  );

  test.runIf(endpoint.scope === 'domain')(
    'a retry after a switch does nothing in the other agency',
    async () => {
      const handoff = await freshApi();
      const input = await example.input(handoff);
      const key = randomUUID();
      await send(handoff, example, input, { key });
      await switchTo(handoff, example, EVERGREEN);
      const elsewhere = await send(handoff, example, input, { key, domain: HARBOR });
      expect(elsewhere.error().code).toBe('domain_changed');
      await switchTo(handoff, example, HARBOR);
      const back = await send(handoff, example, input, { key, domain: HARBOR });
      expect(back.headers).toMatchObject({ [IDEMPOTENT_REPLAYED]: 'true' });
    },
  );

  test.each(['is still in the store', 'is deleted'])(
    'after the key expired and its record %s: no duplicate',
    async (state) => {
      const handoff = await freshApi();
      const input = await example.input(handoff);
      const key = randomUUID();
      await send(handoff, example, input, { key });
      const hours = endpoint.mode === 'atomic' ? 25 : 8 * 24;
      // A draft expires before the answer to the file that it began with, and an opened exchange is opened again.
      const lasting = async () =>
        (await everythingStored(handoff.store)).filter(
          ({ ttl }) => typeof ttl !== 'number' || ttl > hours * 3600,
        );
      const stored = await lasting();
      handoff.advance(hours * 3_600_000);
      if (state === 'is deleted') await forgetRecords(handoff);

      const late = await send(handoff, example, input, { key });
      expect(late.headers).not.toHaveProperty(IDEMPOTENT_REPLAYED);
      const made = isCreating(example);
      const outcome = late.status === 409 ? late.error().code : late.status;
      expect(made ? ['conflict'] : [200, 404, 'conflict']).toContain(outcome);
      expect(late.text).toMatch(made ? /already saved/ : /./);
      const { audit: _before, ...before } = countByType(stored);
      const { audit: _after, ...after } = countByType(await lasting());
      expect(after).toEqual(before);
    },
  );
});

test('a read stores only its access log entry, and is never a replay', { timeout: 120_000 }, async () => {
  const handoff = await freshApi();
  for (const example of reads) {
    const input = await example.input(handoff);
    const before = await everythingStored(handoff.store);
    const key = randomUUID();
    const answers = [
      await send(handoff, example, input, { key }),
      await send(handoff, example, input, { key }),
    ];
    expect([
      example.name,
      ...answers.map(({ status, headers }) => [status, headers[IDEMPOTENT_REPLAYED]]),
    ]).toEqual([example.name, [200, undefined], [200, undefined]]);
    expect(withoutCounts(await everythingStored(handoff.store))).toEqual(withoutCounts(before));
  }
});

/** Leaves out the access log, and the counts of limited calls. */
const withoutCounts = (documents: Versioned[]) =>
  documents.filter(({ type }) => type !== 'audit-view' && type !== 'rate');

/** Loses a batch to the store, then the answer to the next one, and so on. */
async function loseSome(): Promise<void> {
  const { faults } = await sharedPlatform();
  const left: Fault[] = [lost, unheard, lost, unheard];
  faults.decide = ({ kind }) => (kind === 'batch' ? left.shift() : undefined);
}

const lost = { kind: 'drop-before-commit' } as const;
const unheard = { kind: 'lose-answer' } as const;

const send = (handoff: TestApi, example: EndpointExample, input: unknown, how: Sent = {}) =>
  handoff.call(example.endpoint, input, { as: example.as, ...how });

const Parts = z.looseObject({ body: z.unknown().optional(), file: z.instanceof(File).optional() });

function sendOther(handoff: TestApi, example: EndpointExample, input: unknown, key: string) {
  const { body, file, ...rest } = Parts.parse(input);
  if (file) return send(handoff, example, { ...rest, file: new File([file], `other-${file.name}`) }, { key });
  if (body === undefined) return send(handoff, example, withOtherIds(input), { key });
  return send(handoff, example, { ...rest, body: otherBody(example, body) }, { key });
}

/** Returns the body with one value changed, which makes a valid but different request. */
function otherBody({ endpoint, name }: EndpointExample, body: unknown): unknown {
  const schema = 'body' in endpoint && endpoint.body instanceof z.ZodType ? endpoint.body : z.unknown();
  const isOther = (variant: unknown) => JSON.stringify(variant) !== JSON.stringify(body);
  const other = variantsOf(body).find((variant) => isOther(variant) && schema.safeParse(variant).success);
  if (other === undefined) throw new Error(`${name} has no other body`);
  return other;
}

const isAgency = ([name]: [string, unknown]) => Number(name === 'BusinessDomainId');
const otherDigit = (digit: string) => String(9 - Number(digit));

function variantsOf(value: unknown): unknown[] {
  if (typeof value === 'string')
    return [`${value}x`, value.replace(/\d(?=\D*$)/, otherDigit), value.replaceAll(/\d/g, otherDigit)];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value))
    return [
      ...value.flatMap((item, n) => variantsOf(item).map((variant) => value.toSpliced(n, 1, variant))),
      value.slice(1),
    ];
  if (typeof value !== 'object' || value === null) return [];
  // The agency comes last: another one may have no such record, and does not know the key.
  const fields = Object.entries(value).toSorted((x, y) => isAgency(x) - isAgency(y));
  return fields.flatMap(([name, field]) =>
    variantsOf(field).map((variant) => ({ ...value, [name]: variant })),
  );
}

function sendWrong(handoff: TestApi, example: EndpointExample, input: unknown, key: string) {
  const { body, file, ...rest } = Parts.parse(input);
  if (file) return send(handoff, example, { ...rest, fields: { Surplus: 'x' }, file }, { key });
  if (body !== undefined) return send(handoff, example, input, { key, rawBody: '{"Surplus":1}' });
  const wrong = { params: { blobName: '../x' }, query: { Surplus: 'x' } };
  return send(handoff, example, wrong, { key });
}

/** Replaces ids with others of the same format that no record has. */
function withOtherIds(input: unknown): unknown {
  const text = JSON.stringify(input).replaceAll(/[0-9a-f]{32}/g, (id) =>
    createHash('md5').update(id).digest('hex'),
  );
  const { file } = Parts.parse(input);
  return { ...Parts.omit({ file: true }).parse(JSON.parse(text)), ...(file && { file }) };
}

async function switchTo(handoff: TestApi, { as }: EndpointExample, BusinessDomainId: string): Promise<void> {
  const [, RoleWithinAgency = 'Intake'] = Object.entries(people[as].roles)[0] ?? [];
  await changeUser(handoff, as, {
    roles: [HARBOR, EVERGREEN].map((id) => ({ BusinessDomainId: id, RoleWithinAgency })),
  });
  const { type } = currentDomainKind;
  const document = { id: type, Id: type, type, BusinessDomainId, DeletedAt: null };
  await handoff.store.app(`u:${people[as].oid}`).commit([{ op: 'upsert', document }]);
}

async function forgetRecords({ store }: TestApi): Promise<void> {
  for (const { id, type, _etag, pk } of await everythingStored(store))
    if (type === 'idem') await store.app(String(pk)).remove(id, _etag);
}
