import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { createCosmosStore } from '../../platform/azure/cosmos.ts';
import type { Operation, Partition } from '../../platform/ports.ts';
import { documentsOfReferral, notesOfReferral, listedReferrals } from '../../platform/queries.ts';

// The storage calls of three API calls behind bare node:http: no token, no schema, no pipeline. What the API costs
// beyond it is the pipeline's and the host's.

const At = z.object({ endpoint: z.string(), key: z.string(), database: z.string() });
const store = createCosmosStore(At.parse(JSON.parse(process.argv[2] ?? '{}')));

const Asked = z.object({
  case: z.string(),
  domain: z.string(),
  oid: z.string(),
  referral: z.string(),
  document: z.unknown(),
});
type Asked = z.infer<typeof Asked>;

const answers: Record<string, (asked: Asked, partition: Partition) => Promise<unknown>> = {
  'point read': ({ referral }, partition) =>
    Promise.all([
      partition.read(referral),
      ...[documentsOfReferral, notesOfReferral].map((sql) =>
        partition.query({ sql, parameters: { referral }, pageSize: 50 }),
      ),
    ]),
  'list page': (_asked, partition) =>
    partition.query({ sql: listedReferrals({ view: 'All' }), parameters: {}, pageSize: 50 }),
  'atomic write': async (asked, partition) => {
    const [, head] = await Promise.all([partition.read(`idem|${randomUUID()}`), partition.read('bare-head')]);
    await partition.read('lists');
    const outbox = `outbox|${randomUUID()}`;
    const result = await partition.commit([
      create(`idem|${randomUUID()}`, 'idem', { body: JSON.stringify(asked.document) }),
      head
        ? { op: 'replace', document: { id: head.id, type: head.type, seq: 1 }, ifMatch: head._etag }
        : create('bare-head', 'bare-head', { seq: 0 }),
      create(`audit|${randomUUID()}`, 'bare-audit', { entry: 'x'.repeat(300) }),
      create(`referral-${randomUUID()}`, 'bare-referral', { ...z.looseObject({}).parse(asked.document) }),
      create(outbox, 'bare-outbox', { message: { kind: 'referral' } }),
    ]);
    if (result.outcome !== 'applied') throw new Error(`The bare write: ${result.outcome}`);
    await partition.remove(outbox, result.etags[4] ?? '');
    return asked.document;
  },
  /** What a write costs that may happen twice. */
  'plain write': async (asked, partition) => {
    await partition.read('lists');
    await partition.commit([
      create(`audit|${randomUUID()}`, 'bare-audit', { entry: 'x'.repeat(300) }),
      create(`referral-${randomUUID()}`, 'bare-referral', { ...z.looseObject({}).parse(asked.document) }),
    ]);
    return asked.document;
  },
};

const create = (id: string, type: string, fields: object): Operation => ({
  op: 'create',
  document: { ...fields, id, type },
});

const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const asked = Asked.parse(JSON.parse(Buffer.concat(chunks).toString()));
  await Promise.all([
    store.app('sys').read(`user-${asked.oid}`),
    store.app(`u:${asked.oid}`).read('current-domain'),
  ]);
  const found = await answers[asked.case]?.(asked, store.app(`d:${asked.domain}`));
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
}

server.listen(0, '127.0.0.1', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
