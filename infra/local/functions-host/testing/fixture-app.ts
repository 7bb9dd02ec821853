import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { app, type HttpRequest, type InvocationContext } from '@azure/functions';
import type { ModelBindingData } from '@azure/functions-extensions-base';
import { BlobServiceClient, type BlobClient } from '@azure/storage-blob';
import * as z from 'zod';

const settings = z.object({ JOURNAL: z.string(), AzureWebJobsStorage: z.string() }).parse(process.env);

/** Records each run in a file, which outlives a killed process. */
function note(entry: Record<string, unknown>) {
  appendFileSync(settings.JOURNAL, `${JSON.stringify(entry)}\n`);
}

// `import` would bring the package's second build, whose registry @azure/functions never asks: it is CommonJS and
// requires the other one. esbuild bundles this `require` as the same module.
const {
  ResourceFactoryResolver,
}: typeof import('@azure/functions-extensions-base') = require('@azure/functions-extensions-base');

const BlobAddress = z.object({ Connection: z.string(), ContainerName: z.string(), BlobName: z.string() });

ResourceFactoryResolver.getInstance().registerResourceFactory('AzureStorageBlobs', (data) => {
  const [one]: (ModelBindingData | undefined)[] = Array.isArray(data) ? data : [data];
  const address = BlobAddress.parse(JSON.parse(String(one?.content)));
  return BlobServiceClient.fromConnectionString(settings.AzureWebJobsStorage)
    .getContainerClient(address.ContainerName)
    .getBlobClient(address.BlobName);
});

app.http('describe', {
  route: 'things/{id:int}/{view?}',
  methods: ['GET', 'POST'],
  async handler(request: HttpRequest, { traceContext }: InvocationContext) {
    const { url, method, params, headers } = request;
    const query = Object.fromEntries(request.query);
    const body = await request.text();
    return { jsonBody: { url, method, params, query, body, sent: headers.get('x-sent'), traceContext } };
  },
});

app.http('thing', {
  route: 'things/special',
  methods: ['GET'],
  handler: () => ({ body: 'special' }),
});

app.http('rest', {
  route: 'rest/{*path}',
  methods: ['GET'],
  handler: (request: HttpRequest) => ({ jsonBody: request.params }),
});

app.http('upload', {
  methods: ['POST'],
  async handler(request: HttpRequest) {
    const form = await request.formData();
    const files = [...form.values()].map((value) => (typeof value === 'string' ? value : value.size));
    return { jsonBody: { files } };
  },
});

app.http('length', {
  methods: ['POST'],
  handler: async (request: HttpRequest) => ({
    jsonBody: { length: (await request.arrayBuffer()).byteLength },
  }),
});

app.http('download', {
  methods: ['GET'],
  handler: () => ({ body: Buffer.alloc(20 * 1024 * 1024, 7) }),
});

app.http('fails', {
  methods: ['GET'],
  handler: () => {
    throw new Error('a secret detail');
  },
});

// The types forbid this, but an app can still do it.
app.http('nothing', { methods: ['GET'], handler: () => Reflect.get({}, 'response') });

app.http('cookies', {
  methods: ['GET'],
  handler: () => ({
    status: 201,
    headers: { 'x-answer': 'yes' },
    cookies: [
      { name: 'one', value: 'a b', httpOnly: true, sameSite: 'Lax' },
      { name: 'two', value: '2', maxAge: 60 },
    ],
  }),
});

app.http('slow', {
  methods: ['GET'],
  async handler(request: HttpRequest) {
    note({ slow: 'started' });
    await delay(Number(request.query.get('ms')));
    note({ slow: 'ended' });
    return { body: 'done' };
  },
});

app.http('worker', { methods: ['GET'], handler: () => ({ jsonBody: { pid: process.pid } }) });

app.http('crash', {
  methods: ['GET'],
  handler: () => {
    setImmediate(() => {
      throw new Error('thrown where no function catches it');
    });
    return delay(60_000, {});
  },
});

app.http('hooked', {
  methods: ['GET'],
  handler(_request: HttpRequest, context: InvocationContext) {
    context.warn('said by the app');
    return { body: String(context.extraInputs.get('from-hook')) };
  },
});

app.hook.preInvocation(({ invocationContext }) => invocationContext.extraInputs.set('from-hook', 'hooked'));
app.hook.log((context) => {
  context.message = context.message.replace('the app', 'the hook');
});
app.hook.appStart(() => note({ app: 'started' }));
app.hook.appTerminate(() => note({ app: 'terminated' }));

app.storageQueue('work', {
  queueName: '%QUEUE_NAME%',
  connection: 'AzureWebJobsStorage',
  handler(entry: unknown, context: InvocationContext) {
    const { dequeueCount } = context.triggerMetadata ?? {};
    note({ work: entry, dequeueCount });
    if (entry === 'bad') throw new Error('bad entry');
  },
});

app.storageBlob('importFile', {
  path: 'state-files/{importId}/{fileName}.csv',
  connection: 'AzureWebJobsStorage',
  sdkBinding: true,
  source: 'LogsAndContainerScan',
  async handler(blob, context: InvocationContext) {
    const text = String(await toBlobClient(blob).downloadToBuffer());
    const { importId, fileName } = context.triggerMetadata ?? {};
    note({ importId, fileName, text });
    if (text === 'bad') throw new Error('bad file');
    if (text.startsWith('wait')) await delay(Number(text.slice(5)));
    note({ ended: fileName });
  },
});

app.storageBlob('importWhole', {
  path: 'whole-files',
  connection: 'AzureWebJobsStorage',
  handler(content, context: InvocationContext) {
    note({
      whole: Buffer.isBuffer(content) && content.length,
      from: context.triggerMetadata?.['blobTrigger'],
    });
  },
});

app.timer('nightly', {
  schedule: '0 0 3 1 1 *',
  handler(timer) {
    note({ nightly: timer.isPastDue, last: timer.scheduleStatus.last });
    throw new Error('a timer is not retried');
  },
});

function toBlobClient(value: unknown): BlobClient {
  if (isBlobClient(value)) return value;
  throw new Error('The resource factory made no blob client.');
}

function isBlobClient(value: unknown): value is BlobClient {
  return typeof value === 'object' && value !== null && 'downloadToBuffer' in value;
}
