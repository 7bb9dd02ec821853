import { expect, test } from 'vitest';
import { fragmentOf } from '../browser-double.ts';
import { ada, appOrigin, ben, startTestIdentity, tenantId } from '../identity-for-tests.ts';

test('a browser without a session is shown the people, escaped, in a page that runs no script', async () => {
  const { browser } = await startTestIdentity();
  const response = await browser.open(browser.authorizeUrl().url);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('Ada Okafor');
  expect(html).toContain('Intake, Harbor');
  expect(html).toContain('ben@harbor.example');
  expect(html).toContain('Ben &lt;b&gt;O&#39;Hara&lt;/b&gt;');
  expect(html).toContain('local identity server');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`form-action 'self' ${appOrigin}`);
});

test('choosing a person returns a code in the fragment and a session cookie scripts cannot read', async () => {
  const { browser } = await startTestIdentity();
  const { response, answer } = await browser.choose(ada.oid);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:5173\/#code=/);
  expect(answer.get('state')).toBe('state-1');
  const info: unknown = JSON.parse(Buffer.from(answer.get('client_info') ?? '', 'base64url').toString());
  expect(info).toEqual({ uid: ada.oid, utid: tenantId });
  expect(response.headers.get('set-cookie')).toMatch(
    new RegExp(`^local-identity=[\\w-]{43}; Path=/${tenantId}; HttpOnly; SameSite=Lax$`),
  );
});

test('a signed-in browser is answered at once, silently or not, except with prompt=login and select_account', async () => {
  const { browser } = await startTestIdentity();
  await browser.choose(ada.oid);
  for (const prompt of [undefined, 'none']) {
    const response = await browser.open(browser.authorizeUrl({ prompt }).url);
    expect(response.status).toBe(302);
    expect(fragmentOf(response).get('code')).toMatch(/^[\w-]{43}$/);
  }
  for (const prompt of ['login', 'select_account']) {
    const response = await browser.open(browser.authorizeUrl({ prompt }).url);
    expect(response.status).toBe(200);
  }
});

test('signing in again as the same person keeps the session of other tabs', async () => {
  const { browser } = await startTestIdentity();
  const first = await browser.choose(ada.oid);
  const again = await browser.choose(ada.oid, { prompt: 'login' });
  expect(again.answer.get('session_state')).toBe(first.answer.get('session_state'));
  expect(again.response.headers.get('set-cookie')).toBeNull();
});

test('response_mode=query puts the answer into the query', async () => {
  const { browser } = await startTestIdentity();
  const { response } = await browser.choose(ada.oid, { response_mode: 'query' });
  const location = new URL(response.headers.get('location') ?? '');
  expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  expect(location.hash).toBe('');
});

test('prompt=none without a session returns login_required to the app', async () => {
  const { browser } = await startTestIdentity();
  const response = await browser.open(browser.authorizeUrl({ prompt: 'none' }).url);
  expect(response.status).toBe(302);
  expect(fragmentOf(response).get('error')).toBe('login_required');
  expect(fragmentOf(response).get('state')).toBe('state-1');
});

test("a tab of one person is never silently signed in as the browser's other person", async () => {
  const { browser } = await startTestIdentity();
  await browser.choose(ada.oid);
  const { answer } = await browser.choose(ben.oid, { prompt: 'select_account' });
  const bens = answer.get('session_state') ?? '';
  const silently = async (changes: Record<string, string>) =>
    fragmentOf(await browser.open(browser.authorizeUrl({ prompt: 'none', ...changes }).url));
  expect((await silently({ login_hint: ada.email })).get('error')).toBe('login_required');
  expect((await silently({ sid: 'the-session-of-ada' })).get('error')).toBe('login_required');
  expect((await silently({ login_hint: ben.email.toUpperCase(), sid: bens })).has('code')).toBe(true);
});

test('going back without signing in returns access_denied to the app and starts no session', async () => {
  const { browser } = await startTestIdentity();
  const { url } = browser.authorizeUrl();
  const response = await browser.open(url, { method: 'POST', body: new URLSearchParams({ cancel: 'yes' }) });
  expect(fragmentOf(response).get('error')).toBe('access_denied');
  expect(response.headers.get('set-cookie')).toBeNull();
});

test.each([
  ['another client', { client_id: 'dddddddd-dddd-4ddd-8ddd-dddddddddddd' }],
  ['a foreign redirect', { redirect_uri: 'https://evil.example/' }],
  ['a redirect that only starts like the app', { redirect_uri: 'http://localhost:5173@evil.example/' }],
  ['another port', { redirect_uri: 'http://localhost:51730/' }],
  ['a redirect with a fragment', { redirect_uri: 'http://localhost:5173/#here' }],
  ['the implicit flow', { response_type: 'token' }],
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
  ['plain PKCE', { code_challenge_method: 'plain' }],
  ['form_post', { response_mode: 'form_post' }],
  ['a scope of another API', { scope: 'openid api://someone-else/api.read' }],
])('%s is refused with 400 and redirects nowhere, on asking and on choosing', async (_, changes) => {
  const { browser } = await startTestIdentity();
  const asked = await browser.open(browser.authorizeUrl(changes).url);
  const { response: chosen } = await browser.choose(ada.oid, changes);
  for (const response of [asked, chosen]) {
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
  }
});

test('a form on another site cannot sign anyone in, and an unknown person cannot sign in', async () => {
  const { browser } = await startTestIdentity();
  const { url } = browser.authorizeUrl();
  const body = new URLSearchParams({ person: ada.oid });
  const foreign = await browser.open(url, {
    method: 'POST',
    body,
    headers: { origin: 'https://evil.example' },
  });
  expect(foreign.status).toBe(400);
  expect((await browser.choose('33333333-3333-4333-8333-333333333333')).response.status).toBe(400);
});
