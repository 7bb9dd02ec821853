import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { webHeaders } from '../../local/web/headers.ts';
import { evaluate } from '../check/evaluate.ts';
import { textOf } from '../check/values.ts';
import { variants } from '../check/check.ts';
import { subscribe } from './event-subscription.ts';
import { outputNames, readOutputs } from './outputs.ts';
import { smoke, type Fetch } from './smoke.ts';
import { staticWebApp, writeWebConfig } from './web-config.ts';

const { outputs: made } = evaluate('infra/azure/main.bicep', variants[0] ?? {});
const environment = {
  ...Object.fromEntries(Object.entries(made).map(([name, value]) => [name, textOf(value)])),
  AZURE_SUBSCRIPTION_ID: 'cccccccc-0000-4000-8000-000000000001',
};
const outputs = readOutputs(environment);
const noPause = async () => undefined;

test('the template outputs everything that the hooks read', () => {
  expect(outputNames.filter((name) => !(name in environment))).toEqual([]);
});

test('a hook without outputs names what is missing', () => {
  expect(() => readOutputs({ ...environment, API_ORIGIN: undefined })).toThrow(
    'azd has no usable value of API_ORIGIN: run "azd provision" first.',
  );
});

test('the web app gets its configuration, and its pages a line that changes with every release', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'handoff-web-'));
  await Promise.all(
    ['index.html', 'redirect.html', 'sender.html'].map((page) =>
      writeFile(path.join(folder, page), '<!doctype html>\n'),
    ),
  );
  await writeWebConfig(folder, outputs);
  await writeWebConfig(folder, outputs);
  expect(JSON.parse(await readFile(path.join(folder, 'config.json'), 'utf8'))).toEqual({
    clientId: outputs.WEB_CLIENT_ID,
    authority: `${outputs.LOGIN_ENDPOINT}${outputs.TENANT_ID}`,
    scope: outputs.API_SCOPE,
    apiBase: `${outputs.API_ORIGIN}/api`,
  });
  expect(
    (await readFile(path.join(folder, 'index.html'), 'utf8')).match(/<!-- release .* -->/g),
  ).toHaveLength(1);
});

test.each(['/', '/redirect.html', '/config.json', '/assets/', '/assets/ocr/'])(
  '%s has the headers that the local server sends, for the origins of this environment',
  (page) => {
    const { routes } = staticWebApp(outputs);
    const { headers } = routes.find(({ route }) => route.replace('*', '') === page) ?? {};
    const live = new URL(outputs.SIGNALR_ENDPOINT).host;
    const connect = [
      outputs.API_ORIGIN,
      'https://login.microsoftonline.com',
      `https://${live}`,
      `wss://${live}`,
      outputs.STORAGE_ORIGIN,
    ];
    expect(headers).toMatchObject(
      webHeaders(page, { connect, frame: ['https://login.microsoftonline.com'] }),
    );
  },
);

test('uploads are reported to the blob trigger once the host has its key, and the key is in no message', async () => {
  const asked: { method: string; uri: string; body?: object | undefined }[] = [];
  let pauses = 0;
  await subscribe(outputs, {
    pause: async () => void (pauses += 1),
    request: async (method, uri, body) => {
      asked.push({ method, uri, body });
      if (method === 'put') return {};
      return pauses < 2 ? { systemKeys: {} } : { systemKeys: { blobs_extension: 'the key' } };
    },
  });
  expect(pauses).toBe(2);
  expect(asked.at(-1)?.uri).toContain(
    `/systemTopics/${outputs.STORAGE_EVENT_TOPIC}/eventSubscriptions/state-files`,
  );
  expect(asked.at(-1)?.body).toMatchObject({
    properties: {
      destination: {
        properties: {
          endpointUrl: `${outputs.API_ORIGIN}/runtime/webhooks/blobs?functionName=Host.Functions.importStateFile&code=the+key`,
        },
      },
      filter: { subjectBeginsWith: '/blobServices/default/containers/state-files/blobs/' },
    },
  });

  const failing = subscribe(outputs, {
    pause: noPause,
    request: async (method) => {
      if (method === 'post') return { systemKeys: { blobs_extension: 'the key' } };
      throw new Error('PUT …code=the+key: 400');
    },
  });
  await expect(failing).rejects.toThrow('Is "az login" done for this subscription?');
  await expect(failing).rejects.not.toThrow('the+key');
});

test('the check after deployment names everything that does not answer correctly', async () => {
  const policy = staticWebApp(outputs).routes.at(-1)?.headers['Content-Security-Policy'] ?? '';
  const answers =
    (isOpen: boolean): Fetch =>
    async (url, init) => {
      const { pathname, origin } = new URL(url);
      const asked = new Headers(init?.headers).get('origin');
      if (init?.method === 'OPTIONS') {
        const allowed = isOpen || asked === outputs.WEB_ORIGIN ? asked : null;
        return new Response(null, { headers: allowed ? { 'access-control-allow-origin': allowed } : {} });
      }
      if (pathname === '/api/users/get') return new Response(null, { status: 401 });
      if (pathname === '/config.json') return new Response(`{"apiBase":"${outputs.API_ORIGIN}/api"}`);
      return new Response('', {
        headers: origin === outputs.WEB_ORIGIN ? { 'content-security-policy': policy } : {},
      });
    };
  expect(await smoke(outputs, { fetch: answers(false), pause: noPause })).toEqual([]);
  expect(await smoke(outputs, { fetch: answers(true), pause: noPause })).toEqual([
    'the API answers the web app and no other origin',
  ]);
});
