import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
import * as z from 'zod';
import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createApp, type App } from './app.ts';
import { createFileReaders } from './file-readers.ts';
import { importV8Options, readConfig, type Config } from './config.ts';
import type { EligibilityService } from './platform/eligibility-provider.ts';
import { SCAN_QUEUE } from './features/documents/scan/scan-event.ts';
import { createSandboxProvider } from './features/eligibility/providers/sandbox-provider.ts';
import { limitsFor } from './auth/limits.ts';
import { openPlatform } from './open-platform.ts';
import { tracedEligibility } from './platform/telemetry/traced-platform.ts';
import { createStediProvider } from './features/eligibility/providers/stedi.ts';
import type { LogEntry } from './platform/ports.ts';
import type { ApiRequest } from './core/request.ts';
import type { Route } from './http/routes.ts';
import { requestBodies, type Worker } from './request-bodies.ts';

// `import` would bring the package's second build, whose registry @azure/functions never asks: it is CommonJS and
// requires the other one. esbuild bundles this `require` as the same module.
const {
  ResourceFactoryResolver,
}: typeof import('@azure/functions-extensions-base') = require('@azure/functions-extensions-base');

/** Set by the bundler. */
declare const HANDOFF_VERSION: string;
const StateFile = z.object({ importId: z.string(), fileName: z.string() });

const invocations = new AsyncLocalStorage<InvocationContext>();
const config = readConfig();
const platform = openPlatform(config, { version: HANDOFF_VERSION, writeLine });
const handoff = createApp(platform, {
  version: HANDOFF_VERSION,
  firstAdministratorOid: config.FIRST_ADMINISTRATOR_OID,
  eligibility: tracedEligibility(eligibilityOf(config), platform.trace),
  files: createFileReaders(join(__dirname, 'file-thread.cjs')),
  limits: limitsFor({ callsPerMinute: config.CALLS_PER_MINUTE }),
  sweepSchedule: config.SWEEP_SCHEDULE,
});

for (const route of handoff.routes) registerHttp(handoff, route);
// The host tries the routes in the order of the names of their functions, so this one, which takes every path, must be last.
app.http('zzUnknown', {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  route: '{*path}',
  authLevel: 'anonymous',
  handler: (request: HttpRequest, context: InvocationContext) =>
    invocations.run(context, async () => handoff.answerUnknown(apiRequest(request, context))),
});
// This runs later, because the library sets its programming model with the first function.
const worker: Worker = require('@azure/functions-core');
const bodyOf = requestBodies(worker, {
  areCopied: config.COPY_BODIES === 'true',
  log: (entry) => platform.log(entry),
});

// The content stays in storage and is streamed from there: with a deferred binding the host passes only an address.
ResourceFactoryResolver.getInstance().registerResourceFactory('AzureStorageBlobs', (address) => address);
app.storageBlob('importStateFile', {
  path: 'state-files/{importId}/{fileName}',
  connection: 'AzureWebJobsStorage',
  sdkBinding: true,
  source: config.BLOB_TRIGGER_SOURCE,
  handler: (_blob: unknown, context: InvocationContext) => {
    setFlagsFromString(importV8Options);
    return invocations.run(context, () => handoff.importStateFile(StateFile.parse(context.triggerMetadata)));
  },
});

app.storageQueue('recordScan', {
  queueName: SCAN_QUEUE,
  connection: 'AzureWebJobsStorage',
  handler: (message: unknown, context: InvocationContext) =>
    invocations.run(context, () => handoff.recordScan(message)),
});

for (const { name, schedule, run } of Object.values(handoff.jobs))
  app.timer(name, { schedule, handler: (_timer, context) => invocations.run(context, run) });

/** Logs through the invocation, so that the platform knows the severity of a line and its context. */
function writeLine(line: string, level: LogEntry['level']): void {
  const context = invocations.getStore();
  if (context) context[level](line);
  else process[level === 'error' ? 'stderr' : 'stdout'].write(`${line}\n`);
}

function registerHttp(handoffApp: App, route: Route): void {
  const { method, path } = route.endpoint;
  app.http(route.name.replace('.', '-'), {
    methods: [method],
    route: path.slice(1),
    authLevel: 'anonymous',
    handler: (request: HttpRequest, context) =>
      invocations.run(context, () => handoffApp.answer(route, apiRequest(request, context))),
  });
}

const apiRequest = (request: HttpRequest, { traceContext }: InvocationContext): ApiRequest => ({
  method: request.method,
  url: request.url,
  params: request.params,
  header: (name) => request.headers.get(name) ?? undefined,
  traceparent: traceContext?.traceParent || undefined,
  body: () => bodyOf(request),
});

function eligibilityOf(settings: Config): EligibilityService {
  const payerId = settings.ELIGIBILITY_PAYER_ID;
  const provider =
    settings.ELIGIBILITY_PROVIDER === 'stedi'
      ? createStediProvider({ apiKey: settings.STEDI_API_KEY, baseUrl: settings.STEDI_URL, payerId, fetch })
      : createSandboxProvider({
          isProduction: settings.place === 'azure',
          isAllowedInProduction:
            settings.place === 'azure' && settings.ELIGIBILITY_SANDBOX_IN_AZURE === 'true',
        });
  return { provider, payerId, submitterId: settings.ELIGIBILITY_SUBMITTER_ID };
}
