import { authorize } from '../core/authorize.ts';
import { partitionOf } from '../core/partitions.ts';
import type { Caller } from '../core/context.ts';
import { BROWSER_SPANS, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { hasKey, isWrite, type Endpoint, type Scope } from '@handoff/shared/contract/endpoint';
import { isIP } from 'node:net';
import * as z from 'zod';
import type { LogEntry, Partition } from '../platform/ports.ts';
import { addBrowserSpans } from './browser-spans.ts';
import { runAtomic } from '../writes/atomic.ts';
import { authenticate } from '../auth/authenticate.ts';
import { checkDomainBinding, loadCaller } from '../auth/caller.ts';
import { loadSender } from '../auth/sender.ts';
import { fingerprintOf } from '../writes/fingerprint.ts';
import {
  recordId,
  requireKey,
  startedInDomain,
  type IdempotentRequest,
} from '../writes/idempotency-record.ts';
import type { BodyGate } from './body-gate.ts';
import { announcedBytes, parseInput, readInput } from './input/input.ts';
import { runLease } from '../writes/lease.ts';
import { inNamedDomain } from '../auth/domain-override.ts';
import { sightOf, type Sight } from '../records/restriction.ts';
import { readerOn, systemReader } from '../records/reader.ts';
import { numbersIn } from '../auth/numbers-entered.ts';
import type { RateLimiters } from '../auth/rate-limiter.ts';
import { AppError } from '../core/app-error.ts';
import { constantReply, failureReply, fileReply, jsonReply } from './reply.ts';
import { callerAddresses, type ApiRequest, type ApiResponse, type RawInput } from '../core/request.ts';
import type { Route } from './routes.ts';
import { createAccessLog, recordAttempt } from '../writes/access-log.ts';
import type { Pipeline } from '../writes/write-loop.ts';

/** Returns the address of the next page, for clients that read headers. */
function nextPage(endpoint: Endpoint, request: ApiRequest, body: unknown): string | undefined {
  const page = Page.safeParse(body);
  if (endpoint.method !== 'GET' || !page.success) return undefined;
  const url = new URL(request.url, 'http://host');
  url.searchParams.set('Continuation', page.data.Continuation);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
const Page = z.object({ Continuation: z.string() });

/** Answers one request of one route; it always answers and never throws. */
export async function dispatch(instance: Instance, route: Route, request: ApiRequest): Promise<ApiResponse> {
  const name = `${route.endpoint.method} ${route.endpoint.path}`;
  const span = {
    name,
    kind: 'server' as const,
    parent: request.traceparent ?? request.header('traceparent'),
  };
  return instance.platform.trace.span(span, async (note) => {
    const { response, line } = await dispatchTraced(instance, route, request);
    const { requestId, mode, outcome, code, tries } = line;
    note({
      ...(requestId && { requestId }),
      route: name,
      status: response.status,
      ...(mode && { mode }),
      ...(outcome && { outcome }),
      ...(code && { code }),
    });
    if (tries !== undefined) note({ tries });
    return response;
  });
}

async function dispatchTraced(instance: Instance, route: Route, request: ApiRequest) {
  const { platform } = instance;
  const requestId = platform.random.uuid();
  const started = performance.now();
  const line: LogEntry = {
    level: 'info',
    event: 'request',
    requestId,
    route: `${route.endpoint.method} ${route.endpoint.path}`,
    mode: route.endpoint.mode,
    ...addressOf(request),
  };
  let response: ApiResponse;
  try {
    response = await answer({ ...instance, route, request, requestId, line });
  } catch (error) {
    response = failureReply(error, { requestId, traceId: platform.trace.traceId(), line });
  }
  const key = request.header(IDEMPOTENCY_KEY);
  if (key && /^[\w"-]{1,66}$/.test(key)) response.headers = { ...response.headers, [IDEMPOTENCY_KEY]: key };
  platform.log({ ...line, status: response.status, ms: Math.round(performance.now() - started) });
  return { response, line };
}

/** Logs only the nearest address, the only one that the front door vouches for, and nothing if it is malformed. */
function addressOf(request: ApiRequest): Pick<LogEntry, 'address'> {
  const address = callerAddresses(request).at(-1) ?? '';
  return isIP(address) === 0 ? {} : { address };
}

/** Shared by all requests to a running API. */
interface Instance extends Pipeline {
  limiters: RateLimiters;
  bodies: BodyGate;
  /** Method and path of every declared call. */
  routeNames: ReadonlySet<string>;
}

interface Exchange extends Instance {
  route: Route;
  request: ApiRequest;
  requestId: string;
  line: LogEntry;
}

async function answer(exchange: Exchange): Promise<ApiResponse> {
  const { request } = exchange;
  const signedIn = await identify(exchange);
  return exchange.bodies.run(announcedBytes(request), () => answerCaller(exchange, signedIn));
}

async function answerCaller(exchange: Exchange, signedIn: Caller): Promise<ApiResponse> {
  const { platform, route, request } = exchange;
  const { endpoint } = route;
  const key = hasKey(endpoint) ? requireKey(request) : '';
  const raw = await readInput(endpoint, request);
  const input = await parseInput(endpoint, raw);
  const caller = await inNamedDomain(platform, endpoint, { caller: signedIn, input });

  const now = platform.clock.now();
  const partition = platform.store.app(partitionOf(scopeFor(endpoint, caller), caller));
  const sight = sightOf({ endpoint, caller, partition, now });
  try {
    return await run(exchange, { raw, input, caller, key, partition, sight });
  } catch (error) {
    const subject = sight.withheld();
    if (error instanceof AppError && error.code === 'not_found' && subject !== undefined)
      await recordAttempt({ ...exchange, caller, now }, { partition, action: 'restricted.refused', subject });
    throw error;
  }
}

interface Call {
  raw: RawInput;
  input: Record<string, unknown>;
  caller: Caller;
  key: string;
  partition: Partition;
  sight: Sight;
}

async function run(exchange: Exchange, call: Call): Promise<ApiResponse> {
  const { platform, route, request, line } = exchange;
  const { endpoint } = route;
  const { raw, input, caller, key, partition, sight } = call;
  await countLimited(exchange, call);
  if (route.mode === 'read') {
    const reading = () => answerRead(exchange, { ...call, route });
    if (!route.endpoint.isConstant) return reading();
    return { ...(await constantReply(route, request.header('accept-encoding'), reading)) };
  }
  const named = { partitionKey: partition.key, oid: caller.claims.oid, key };
  const identified: IdempotentRequest = Object.freeze({
    id: recordId(endpoint, named),
    ...(await fingerprintOf(platform.signingKeys, endpoint, raw)),
    now: platform.clock.now(),
  });
  const shared = {
    platform,
    turns: exchange.turns,
    input,
    inputAgain: () => parseInput(endpoint, raw),
    caller,
    sight,
    partition,
    request: identified,
    requestId: exchange.requestId,
    callerAddresses: callerAddresses(request),
  };
  const reply =
    route.mode === 'atomic'
      ? await runAtomic({ ...shared, endpoint: route.endpoint }, route.run)
      : await runLease({ ...shared, endpoint: route.endpoint }, route.run);
  Object.assign(line, { tries: reply.tries, outcome: reply.replayed ? 'replayed' : 'first' });
  const response = await jsonReply(reply.body, request.header('accept-encoding'));
  if (reply.replayed) response.headers = { ...response.headers, [IDEMPOTENT_REPLAYED]: 'true' };
  return response;
}

interface Read extends Call {
  route: Extract<Route, { mode: 'read' }>;
}

async function answerRead(
  exchange: Exchange,
  { route, raw, input, caller, key, partition, sight }: Read,
): Promise<ApiResponse> {
  const { platform, request } = exchange;
  const { endpoint } = route;
  const accessLog = createAccessLog(endpoint);
  const now = platform.clock.now();
  const output = await route.run(input, {
    caller,
    find: readerOn(platform, partition.key, sight),
    system: systemReader(platform),
    now,
    fieldKeys: platform.fieldKeys,
    viewed: accessLog.add,
  });
  const isEachNoted = endpoint.auditedEachTime === true || sight.usedEmergency();
  const known = isEachNoted ? await fingerprintOf(platform.signingKeys, endpoint, raw) : undefined;
  await accessLog.record({ ...exchange, caller, now }, known && [key, known.fingerprint].join(' '));
  if (endpoint.output === 'file') return fileReply(route.file(output));
  const body = z.parse(endpoint.output, output);
  const response = await jsonReply(JSON.stringify(body), request.header('accept-encoding'));
  const next = nextPage(endpoint, request, body);
  return next ? { ...response, headers: { ...response.headers, Link: next } } : response;
}

function scopeFor(endpoint: Endpoint, { businessDomainId, roles }: Caller): Scope {
  const { scope } = endpoint;
  const withoutDomain = 'withoutDomain' in endpoint ? endpoint.withoutDomain : undefined;
  const isAllowed = withoutDomain === 'user' || roles.SystemRole === 'Administrator';
  return businessDomainId === '' && isAllowed ? (withoutDomain ?? scope) : scope;
}

const anonymousCaller: Caller = {
  claims: { oid: '', tid: '', name: '', email: '', signedInAt: 0 },
  person: { Id: '', FullName: '' },
  roles: { SystemRole: 'User' },
  businessDomainId: '',
};

async function identify({ platform, limiters, routeNames, route, request, line }: Exchange): Promise<Caller> {
  const { endpoint } = route;
  const authorization = request.header('authorization');
  const address = () => callerAddresses(request).at(-1) ?? '';
  if (endpoint.access === 'sender') limiters.senders(address());
  const sender = await loadSender(platform, endpoint, authorization);
  const claims =
    sender?.claims ??
    (await authenticate(platform.tokens, authorization, {
      access: endpoint.access,
      refused: () => limiters.anonymous(address()),
    }));
  if (!claims) return anonymousCaller;
  line.oid = claims.oid;
  // Counted before any lookup, because a refused call has asked as well.
  limiters.calls(claims.oid);
  if (isWrite(endpoint)) limiters.writes(claims.oid);
  if (sender) return sender;
  addBrowserSpans(platform.trace, { header: request.header(BROWSER_SPANS), routes: routeNames });
  const caller = await loadCaller(platform.store, claims, endpoint.access);
  if (caller.businessDomainId !== '') line.agency = caller.businessDomainId;
  checkDomainBinding(endpoint.scope, caller, startedInDomain(request));
  authorize(caller.roles, endpoint);
  return caller;
}

/** Counts calls that disclose patient data or could guess it; a call that was refused before is not counted. */
async function countLimited(exchange: Exchange, { input, caller, partition }: Call): Promise<void> {
  const { platform, limiters, route } = exchange;
  const { oid } = caller.claims;
  for (const limit of route.endpoint.limits ?? []) {
    if (limit !== 'numbers') {
      await limiters[limit](oid);
      continue;
    }
    const domainId = caller.businessDomainId;
    const entered = await numbersIn(platform.fieldKeys, input['body'], domainId);
    const noted = { partition, action: 'numbers.entered' as const, subject: 'Numbers of patients' };
    for (const request of await limiters.numbers(oid, entered))
      await recordAttempt({ ...exchange, caller, now: platform.clock.now() }, { ...noted, request });
  }
}
