import type { Caller } from '../../core/context.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { createApp } from '../../app.ts';
import { files } from '../file-threads.ts';
import { sandboxService } from '../../features/eligibility/providers/sandbox-provider.ts';
import { seesAll } from '../../records/restriction.ts';
import { limitsFor } from '../../auth/limits.ts';
import { outboxOperations } from '../../writes/outbox.ts';
import { trailOf } from '../../records/trail.ts';
import { createReader } from '../../records/reader.ts';
import type { Route } from '../../http/routes.ts';
import { stageWork } from '../../writes/unit-of-work.ts';
import { createFieldKeys, FieldSecrets } from '../../platform/azure/keys/field-keys.ts';
import { createCosmosStore } from '../../platform/azure/cosmos/store.ts';
import { createLog } from '../../platform/azure/log.ts';
import { noTrace } from '../../platform/telemetry/trace.ts';
import { createTokens } from '../../platform/azure/identity/tokens.ts';
import { systemClock } from '../../platform/process.ts';
import type { Operation, Partition } from '../../platform/ports.ts';
import { platformOf } from './stand.ts';

// Two ways to serve the API behind bare node:http. `/` serves its handlers on the same store, with the same live
// messages, but without token, schema, key and audit chain. `/api/…` serves the complete pipeline. The cost of the
// second above the first is the pipeline's; the cost of the same call in the Functions host above that is the host's.

const At = z.object({
  cosmos: z.object({ endpoint: z.string(), key: z.string(), database: z.string() }),
  storage: z.string(),
  signalr: z.string(),
  fieldSecrets: FieldSecrets,
  trust: z.object({
    issuer: z.string(),
    audience: z.string(),
    jwksUri: z.string(),
    tenantId: z.string(),
    scope: z.string(),
    clientIds: z.array(z.string()),
  }),
});
const at = At.parse(JSON.parse(process.argv[2] ?? '{}'));
const store = createCosmosStore(at.cosmos);
const platform = {
  ...platformOf({ store, storage: at.storage, signalr: at.signalr }),
  fieldKeys: createFieldKeys(async () => at.fieldSecrets),
  tokens: createTokens(at.trust),
  log: createLog({ trace: noTrace, write: (line) => process.stdout.write(`${line}\n`), clock: systemClock }),
};
const handoff = createApp(platform, {
  version: 'bare',
  files,
  firstAdministratorOid: undefined,
  eligibility: sandboxService(),
  limits: limitsFor({ callsPerMinute: 1e6 }),
  sweepSchedule: '*/15 * * * * *',
});
const { routes } = handoff;

const Asked = z.object({
  route: z.string(),
  /** A write that may happen twice and notifies no one: no record, chain and outbox. */
  isPlain: z.boolean(),
  domain: z.string(),
  oid: z.string(),
  input: z.record(z.string(), z.unknown()),
});
type Asked = z.infer<typeof Asked>;

const server = createServer((request, response) => {
  const isWhole = request.url?.startsWith('/api/');
  void (isWhole ? answerWhole(request, response) : answerBare(request, response));
});

async function answerWhole(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const path = url.slice('/api'.length).replace(/\?.*/, '');
  const route = routes.find(({ endpoint }) => endpoint.method === method && endpoint.path === path);
  if (!route) throw new Error(`No such call: ${method} ${path}`);
  const answer = await handoff.answer(route, {
    method,
    url,
    params: {},
    header: (name) => headers[name.toLowerCase()]?.toString(),
    body: () => bytesOf(request),
  });
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function answerBare(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = Asked.parse(JSON.parse((await bytesOf(request)).toString()));
  await store.app('sys').read(`user-${asked.oid}`);
  const route = routes.find(({ name }) => name === asked.route);
  const found = route?.mode === 'read' ? await read(route, asked) : await write(route, asked);
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
}

const callerOf = ({ domain, oid }: Asked): Caller => ({
  claims: { oid, tid: '', name: '', email: '', signedInAt: 0 },
  person: { Id: `user-${oid}`, FullName: 'Bare' },
  roles: { SystemRole: 'User', RoleWithinAgency: 'Intake' },
  businessDomainId: domain,
});

const reading = (partition: Partition) =>
  createReader({
    partition,
    signingKeys: platform.signingKeys,
    now: () => platform.clock.now(),
    sight: seesAll,
  });
const system = reading(store.app('sys'));

async function read(route: Extract<Route, { mode: 'read' }>, asked: Asked): Promise<unknown> {
  const partition = store.app(`d:${asked.domain}`);
  const viewed: string[] = [];
  const found = await route.run(asked.input, {
    caller: callerOf(asked),
    find: reading(partition),
    trail: () => trailOf(platform, partition.key, seesAll),
    system,
    now: new Date(),
    viewed: (subject) => void viewed.push(subject),
    fieldKeys: platform.fieldKeys,
  });
  if (viewed.length > 0) await partition.commit([create(`audit-view|${randomUUID()}`, { viewed })]);
  return found;
}

async function write(route: Route | undefined, asked: Asked): Promise<unknown> {
  if (route?.mode !== 'atomic') throw new Error(`No such call to compare with: ${asked.route}`);
  const partition = store.app(`d:${asked.domain}`);
  const identity = { id: `idem|${randomUUID()}`, attempt: 1 };
  const now = new Date();
  const [, head] = asked.isPlain
    ? []
    : await Promise.all([partition.read(identity.id), partition.read('bare-head')]);
  const { work, staged } = stageWork({
    partition,
    identity,
    now,
    signingKeys: platform.signingKeys,
    caller: callerOf(asked),
    sight: seesAll,
    viewersOf: async () => undefined,
  });
  const { fieldKeys } = platform;
  const context = { caller: callerOf(asked), work, system, now, fieldKeys, requestId: '' };
  const output = await route.run(asked.input, context);
  const entry = create(`audit|${randomUUID()}`, { entry: 'x'.repeat(300) });
  const outbox = asked.isPlain ? [] : outboxOperations([...staged.hints], { identity, now });
  const protection = asked.isPlain
    ? []
    : [create(identity.id, { body: JSON.stringify(output) }), headOf(head)];
  const operations = [...protection, entry, ...staged.operations.values(), ...outbox];
  const result = await partition.commit(operations);
  if (result.outcome !== 'applied') throw new Error(`The bare write: ${result.outcome}`);
  if (!asked.isPlain)
    await Promise.all(
      staged.hints.flatMap(({ audience, message }) =>
        'users' in audience ? [] : platform.realtime.send(audience, message),
      ),
    );
  const from = operations.length - outbox.length;
  for (const [index, { document }] of outbox.entries())
    void partition.remove(document.id, result.etags[from + index] ?? '');
  return output;
}

function headOf(head: { id: string; type: string; _etag: string } | undefined): Operation {
  if (!head) return create('bare-head', { seq: 0 });
  return { op: 'replace', document: { id: head.id, type: head.type, seq: 1 }, ifMatch: head._etag };
}

const create = (id: string, fields: object): Operation => ({
  op: 'create',
  document: { ...fields, id, type: 'bare' },
});

server.listen(0, '127.0.0.1', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
