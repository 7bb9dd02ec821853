import { request } from 'node:http';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { fragmentOf } from './browser-double.ts';
import {
  ada,
  apiClientId,
  appOrigin,
  ben,
  clientId,
  startTestIdentity,
  tenantId,
} from './identity-for-tests.ts';
import { issueAccessToken } from './issue-access-token.ts';

test('all addresses have the real port: localhost for browsers, 127.0.0.1 for the API', async () => {
  const { identity } = await startTestIdentity();
  const port = new URL(identity.url).port;
  expect(Number(port)).toBeGreaterThan(0);
  expect(identity.issuer).toBe(`http://localhost:${port}/${tenantId}/v2.0`);
  expect(identity.jwksUri).toBe(`http://127.0.0.1:${port}/${tenantId}/discovery/v2.0/keys`);
  const discovery = await fetch(`${identity.issuer}/.well-known/openid-configuration`);
  expect(await discovery.json()).toMatchObject(identity.endpoints);
  const keys = await (await fetch(identity.jwksUri)).text();
  expect(keys).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/);
});

test('signing out ends the session and its refresh tokens, and returns to the app only', async () => {
  const { browser } = await startTestIdentity();
  const { refresh_token, id_token } = await browser.signIn(ada.oid);
  const response = await browser.logout({
    post_logout_redirect_uri: appOrigin,
    id_token_hint: id_token,
    state: 's',
  });
  expect(response.status).toBe(302);
  expect(response.headers.get('location')).toBe(`${appOrigin}/?state=s`);
  expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
  expect((await browser.refresh(refresh_token)).status).toBe(400);
  expect((await browser.open(browser.authorizeUrl().url)).status).toBe(200);
  const foreign = await browser.logout({ post_logout_redirect_uri: 'https://evil.example/' });
  expect(foreign.headers.get('location')).toBeNull();
});

test("signing out by id token ends that person's session and leaves the other person's", async () => {
  const threeHoursAgo = Date.now() - 3 * 60 * 60 * 1000; // The id tokens are old by now.
  const { browser } = await startTestIdentity({ now: () => threeHoursAgo });
  const adas = await browser.signIn(ada.oid);
  const bens = await browser.signIn(ben.oid);
  await browser.logout({ id_token_hint: adas.id_token });
  expect((await browser.refresh(adas.refresh_token)).status).toBe(400);
  expect((await browser.refresh(bens.refresh_token)).status).toBe(200);
  expect(fragmentOf(await browser.open(browser.authorizeUrl({ prompt: 'none' }).url)).has('code')).toBe(true);
});

test('a restart keeps the key, the session and the refresh token', async () => {
  const dataFolder = await temporaryFolder();
  const before = await startTestIdentity({ dataFolder });
  const tokens = await before.browser.signIn(ada.oid);
  const port = Number(new URL(before.identity.url).port);
  await before.identity.close();

  const after = await startTestIdentity({ dataFolder, port });
  await jwtVerify(tokens.access_token, createRemoteJWKSet(new URL(after.identity.jwksUri)));
  const silent = await before.browser.open(before.browser.authorizeUrl({ prompt: 'none' }).url);
  expect(fragmentOf(silent).has('code')).toBe(true);
  expect((await before.browser.refresh(tokens.refresh_token)).status).toBe(200);
});

test('its files are readable by the owner only and contain neither cookie nor refresh token', async () => {
  const dataFolder = await temporaryFolder();
  const { browser } = await startTestIdentity({ dataFolder });
  const { refresh_token } = await browser.signIn(ada.oid);
  const names = await readdir(dataFolder);
  expect(names.toSorted()).toEqual(['sign-ins.json', 'signing-key.json']);
  for (const name of names) expect((await stat(path.join(dataFolder, name))).mode & 0o777).toBe(0o600);
  expect(await readFile(path.join(dataFolder, 'sign-ins.json'), 'utf8')).not.toContain(refresh_token);
});

test('a damaged file stops the start and is named', async () => {
  const dataFolder = await temporaryFolder();
  await writeFile(path.join(dataFolder, 'sign-ins.json'), '{"sessions":');
  await expect(startTestIdentity({ dataFolder })).rejects.toThrow(/sign-ins\.json is damaged/);
});

test('a taken port is an error that names it', async () => {
  const { identity } = await startTestIdentity();
  const port = new URL(identity.url).port;
  await expect(startTestIdentity({ port: Number(port) })).rejects.toThrow(`port ${port} is taken`);
});

test('a request under another host name is refused', async () => {
  const { identity } = await startTestIdentity();
  const status = await new Promise((resolve, reject) => {
    const call = request(identity.jwksUri, { headers: { host: 'evil.example' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.on('error', reject);
    call.end();
  });
  expect(status).toBe(421);
});

test('a token issued without a browser is accepted like one from the browser, and its claims can be changed', async () => {
  const dataFolder = await temporaryFolder();
  const { identity } = await startTestIdentity({ dataFolder });
  const settings = { dataFolder, issuer: identity.issuer, tenantId, clientId, apiClientId, person: ada };
  const keys = createRemoteJWKSet(new URL(identity.jwksUri));
  const rules = { issuer: identity.issuer, audience: apiClientId };
  const { payload } = await jwtVerify(await issueAccessToken(settings), keys, rules);
  expect(payload['oid']).toBe(ada.oid);

  const bent = await issueAccessToken({
    ...settings,
    claims: { tid: 'other', oid: undefined, scp: ['api.read'] },
  });
  expect((await jwtVerify(bent, keys, rules)).payload).toMatchObject({ tid: 'other', scp: ['api.read'] });
  expect((await jwtVerify(bent, keys, rules)).payload).not.toHaveProperty('oid');
  const old = await issueAccessToken({ ...settings, lifetimeSeconds: -120 });
  await expect(jwtVerify(old, keys, rules)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
});

test('without a folder, tokens issued without a browser are accepted by the servers of the same process', async () => {
  const { identity } = await startTestIdentity();
  const token = await issueAccessToken({
    issuer: identity.issuer,
    tenantId,
    clientId,
    apiClientId,
    person: ben,
  });
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(identity.jwksUri)));
  expect(payload['name']).toBe(ben.name);
});

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'identity-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
