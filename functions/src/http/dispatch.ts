import { partitionOf } from '../core/access.ts';
import type { Caller } from '../core/context.ts';
import { BROWSER_SPANS, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import type { Endpoint, Scope } from '@handoff/shared/contract/endpoint';
import { isIP } from 'node:net';
import * as z from 'zod';
import type { LogEntry, Partition } from '../platform/ports.ts';
import { addBrowserSpans } from './browser-spans.ts';
import { runAtomic } from '../writes/atomic.ts';
import { authenticate } from '../auth/authenticators.ts';
import { fingerprintOf, requireKey, identifyRequest } from '../writes/idempotency-record.ts';
import type { BodyGate } from './body-gate.ts';
import { announcedBytes, parseInput, readInput } from './input/input.ts';
import { runLease } from '../writes/lease.ts';
import { inNamedDomain } from '../auth/caller.ts';
import { sightOf, type Sight } from '../records/restriction.ts';
import { trailOf } from '../records/trail.ts';
import { readerOn, systemReader } from '../records/reader.ts';
import { numbersIn, type RateLimiters } from '../auth/rate-limiter.ts';
import { AppError } from '../core/app-error.ts';
import { constantReply, failureReply, fileReply, jsonReply } from './reply.ts';
import { callerAddresses, type ApiRequest, type ApiResponse, type RawInput } from '../core/request.ts';
import type { Route } from './routes.ts';
import { createAccessLog, recordAttempt } from '../writes/access-log.ts';
import type { Pipeline } from '../writes/write-loop.ts';

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

/** Answers one request of one route; it always answers and never throws. */
export async function dispatch(instance: Instance, route: Route, request: ApiRequest): Promise<ApiResponse> {
  const { platform } = instance;
  const { mode } = route.endpoint;
  const name = `${route.endpoint.method} ${route.endpoint.path}`;
  const parent = request.traceparent ?? request.header('traceparent');
  return platform.trace.span({ name, kind: 'server', parent }, async (note) => {
    const requestId = platform.random.uuid();
    const started = performance.now();
    // Only the nearest address, which the front door vouches for, and nothing if it is malformed.
    const address = callerAddresses(request).at(-1) ?? '';
    const line: LogEntry = {
      level: 'info',
      event: 'request',
      requestId,
      route: name,
      mode,
      ...(isIP(address) !== 0 && { address }),
    };
    const response = await answer({ ...instance, route, request, requestId, line }).catch((error: unknown) =>
      failureReply(error, { requestId, traceId: platform.trace.traceId(), line }),
    );
    const key = request.header(IDEMPOTENCY_KEY);
    if (key && /^[\w"-]{1,66}$/.test(key)) response.headers = { ...response.headers, [IDEMPOTENCY_KEY]: key };
    const { outcome, code, tries } = line;
    platform.log({ ...line, status: response.status, ms: Math.round(performance.now() - started) });
    note({
      requestId,
      route: name,
      status: response.status,
      mode,
      ...(outcome && { outcome }),
      ...(code && { code }),
      ...(tries !== undefined && { tries }),
    });
    return response;
  });
}

async function answer(exchange: Exchange): Promise<ApiResponse> {
  const { platform, route, request, routeNames: routes } = exchange;
  const signedIn = await authenticate({
    ...exchange,
    endpoint: route.endpoint,
    isWrite: route.mode !== 'read',
  });
  const spans = request.header(BROWSER_SPANS);
  // From people alone: who has no valid token writes nothing into a trace.
  if (spans !== undefined && signedIn.claims.tid !== '')
    addBrowserSpans(platform.trace, { header: spans, routes });
  return exchange.bodies.run(announcedBytes(request), async () => {
    const call = await prepare(exchange, signedIn);
    const { sight, partition } = call;
    try {
      await countLimited(exchange, call);
      return await (route.mode === 'read'
        ? answerRead(exchange, route, call)
        : answerWrite(exchange, route, call));
    } catch (error) {
      const subject = sight.withheld();
      if (error instanceof AppError && error.code === 'not_found' && subject !== undefined)
        await recordAttempt({ ...exchange, ...call }, { partition, action: 'restricted.refused', subject });
      throw error;
    }
  });
}

interface Call {
  caller: Caller;
  /** Empty for public calls. */
  key: string;
  raw: RawInput;
  input: Record<string, unknown>;
  partition: Partition;
  sight: Sight;
  now: Date;
}

async function prepare({ platform, route, request }: Exchange, signedIn: Caller): Promise<Call> {
  const { endpoint } = route;
  const key = endpoint.access === 'public' ? '' : requireKey(request);
  const raw = await readInput(endpoint, request);
  const input = await parseInput(endpoint, raw);
  const caller = await inNamedDomain(platform, endpoint, { caller: signedIn, input });
  const now = platform.clock.now();
  const partition = platform.store.app(partitionOf(scopeFor(endpoint, caller), caller));
  return { caller, key, raw, input, partition, sight: sightOf({ endpoint, caller, partition, now }), now };
}

async function answerWrite(
  { platform, turns, request, requestId, line }: Exchange,
  route: Exclude<Route, { mode: 'read' }>,
  call: Call,
): Promise<ApiResponse> {
  const { endpoint } = route;
  const write = {
    platform,
    turns,
    ...call,
    inputAgain: () => parseInput(endpoint, call.raw),
    request: await identifyRequest({ platform, endpoint, ...call }),
    requestId,
    callerAddresses: callerAddresses(request),
  };
  const reply =
    route.mode === 'atomic'
      ? await runAtomic({ ...write, endpoint: route.endpoint }, route.run)
      : await runLease({ ...write, endpoint: route.endpoint }, route.run);
  Object.assign(line, { tries: reply.tries, outcome: reply.replayed ? 'replayed' : 'first' });
  const response = await jsonReply(reply.body, request.header('accept-encoding'));
  if (reply.replayed) response.headers = { ...response.headers, [IDEMPOTENT_REPLAYED]: 'true' };
  return response;
}

async function answerRead(
  exchange: Exchange,
  route: Extract<Route, { mode: 'read' }>,
  call: Call,
): Promise<ApiResponse> {
  const { platform, request } = exchange;
  const { endpoint } = route;
  const encodings = request.header('accept-encoding');
  const { caller, key, raw, partition, sight, now } = call;
  const accessLog = createAccessLog(endpoint);
  const reading = async () => {
    const output = await route.run(call.input, {
      caller,
      find: readerOn(platform, partition.key, sight),
      trail: () => trailOf(platform, partition.key, sight),
      system: systemReader(platform),
      now,
      fieldKeys: platform.fieldKeys,
      viewed: accessLog.add,
    });
    const isEachNoted = endpoint.auditedEachTime === true || sight.usedEmergency();
    const known = isEachNoted ? await fingerprintOf(platform.signingKeys, endpoint, raw) : undefined;
    await accessLog.record({ ...exchange, caller, now }, known && [key, known.fingerprint].join(' '));
    const { output: schema } = endpoint;
    if (schema === 'file') return fileReply(route.file(output));
    const body = z.parse(schema, output);
    const response = await jsonReply(JSON.stringify(body), encodings);
    const next = endpoint.method === 'GET' ? nextPage(request, body) : undefined;
    return next ? { ...response, headers: { ...response.headers, Link: next } } : response;
  };
  return endpoint.isConstant ? { ...(await constantReply(route, encodings, reading)) } : reading();
}

/** Returns the address of the next page, for clients that read headers. */
function nextPage(request: ApiRequest, body: unknown): string | undefined {
  const page = Page.safeParse(body);
  if (!page.success) return undefined;
  const url = new URL(request.url, 'http://host');
  url.searchParams.set('Continuation', page.data.Continuation);
  return `<${url.pathname}${url.search}>; rel="next"`;
}
const Page = z.object({ Continuation: z.string() });

function scopeFor(endpoint: Endpoint, { businessDomainId, roles }: Caller): Scope {
  const { scope } = endpoint;
  const withoutDomain = 'withoutDomain' in endpoint ? endpoint.withoutDomain : undefined;
  const isAllowed = withoutDomain === 'user' || roles.SystemRole === 'Administrator';
  return businessDomainId === '' && isAllowed ? (withoutDomain ?? scope) : scope;
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
