import { expect, test } from 'vitest';
import { start } from './host.ts';
import { bundleSource, openStorage, startHost, writeHostJson } from './testing/fixture.ts';

const connection = `connection: 'AzureWebJobsStorage'`;
const handler = 'handler: () => {}';
const anyHttp = `app.http('any', { methods: ['GET'], handler: () => ({}) });`;

test.each([
  [
    'another trigger',
    `app.serviceBusQueue('f', { queueName: 'q', ${connection}, ${handler} })`,
    'serviceBusTrigger',
  ],
  ['a warm-up', `app.warmup('f', { ${handler} })`, 'warmupTrigger'],
  [
    'an output',
    `app.timer('f', { schedule: '0 0 3 * * *', return: output.storageQueue({ queueName: 'q', ${connection} }), ${handler} })`,
    'Function "f", binding "$return" (queue, out)',
  ],
  [
    'an input',
    `app.timer('f', { schedule: '0 0 3 * * *', extraInputs: [input.storageBlob({ path: 'a/b', ${connection} })], ${handler} })`,
    '(blob, in)',
  ],
  [
    'a source of its own',
    `app.storageBlob('f', { path: 'a/{b}', ${connection}, source: 'Anywhere', ${handler} })`,
    'EventGrid',
  ],
  ['a function key', `app.http('f', { authLevel: 'function', handler: () => ({}) })`, 'authLevel'],
  [
    'an unknown option',
    `app.storageQueue('f', { queueName: 'q', ${connection}, cardinality: 'many', ${handler} })`,
    'cardinality',
  ],
  [
    'a retry policy',
    `app.timer('f', { schedule: '0 0 3 * * *', retry: { strategy: 'fixedDelay', maxRetryCount: 2, delayInterval: 1 }, ${handler} })`,
    'retry policies are not modelled',
  ],
  [
    'a missing setting',
    `app.storageQueue('f', { queueName: '%NO_SUCH%', ${connection}, ${handler} })`,
    '%NO_SUCH%',
  ],
  [
    'a missing connection',
    `app.storageQueue('f', { queueName: 'q', connection: 'Elsewhere', ${handler} })`,
    '"Elsewhere"',
  ],
  ['a wrong schedule', `app.timer('f', { schedule: 'daily', ${handler} })`, 'NCRONTAB'],
  [
    'a container pattern',
    `app.storageBlob('f', { path: '{a}/{b}', ${connection}, ${handler} })`,
    'fixed container name',
  ],
  ['HTTP streams', `app.setup({ enableHttpStream: true }); ${anyHttp}`, 'enableHttpStream'],
  ['a name twice', `${anyHttp} ${anyHttp.replace('any', 'Any')}`, '"any"'],
  ['no function', '', 'registered no functions'],
])('%s is refused by name', async (_what, source, words) => {
  const storage = await openStorage();
  const entry = await bundleSource(`import { app, input, output } from '@azure/functions'; ${source}`);
  const started = startHost({ entry, settings: { AzureWebJobsStorage: storage.connectionString } });
  await expect(started).rejects.toThrow(words);
});

test('host.json may only have settings that the host supports', async () => {
  const entry = await bundleSource(`import { app } from '@azure/functions'; ${anyHttp}`);
  const hostJson = await writeHostJson({ queues: { bachSize: 4 } });
  await expect(startHost({ entry, hostJson, settings: {} })).rejects.toThrow('bachSize');
});

test('nothing can be registered once the app runs', async () => {
  const entry = await bundleSource(`import { app } from '@azure/functions';
    app.http('late', { methods: ['GET'], handler: () => { ${anyHttp} return {}; } });`);
  const host = await startHost({ entry, settings: {} });
  expect((await fetch(`${host.url}/api/late`)).status).toBe(500);
  expect(host.logs.map((log) => log.message).join()).toContain('only be registered while the app starts');
});

test('a taken port is an error that names it', async () => {
  const entry = await bundleSource(`import { app } from '@azure/functions'; ${anyHttp}`);
  const first = await startHost({ entry, settings: {} });
  const port = Number(new URL(first.url).port);
  const hostJson = await writeHostJson();
  await expect(start({ entry, hostJson, port, settings: {} })).rejects.toThrow(`port ${port} is taken`);
});
