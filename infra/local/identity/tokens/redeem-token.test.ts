import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import {
  ada,
  apiClientId,
  appOrigin,
  ben,
  clientId,
  startTestIdentity,
  tenantId,
} from '../identity-for-tests.ts';

test("the access token passes the API's validator and carries Entra's claims", async () => {
  const { identity, browser } = await startTestIdentity({ accessTokenSeconds: 120 });
  const tokens = await browser.signIn(ada.oid);
  const { payload, protectedHeader } = await jwtVerify(
    tokens.access_token,
    createRemoteJWKSet(new URL(identity.jwksUri)),
    {
      issuer: identity.issuer,
      audience: apiClientId,
      algorithms: ['RS256'],
      clockTolerance: 60,
      requiredClaims: ['exp', 'oid', 'tid', 'scp'],
    },
  );
  expect(protectedHeader.kid).toMatch(/^[\w-]{43}$/);
  expect(payload).toMatchObject({
    aud: apiClientId,
    oid: ada.oid,
    tid: tenantId,
    scp: 'api.read',
    azp: clientId,
    azpacr: '0',
    name: ada.name,
    preferred_username: ada.email,
    roles: [],
    ver: '2.0',
  });
  expect(payload['sid']).toEqual(expect.any(String));
  expect(payload.nbf).toBe(payload.iat);
  expect(Number(payload.exp) - Number(payload.iat)).toBe(120);
  expect(tokens.expires_in).toBe(120);
  expect(tokens.scope).toBe(`openid profile api://${apiClientId}/api.read`);
});

test('the id token is for the web app, repeats the nonce and has another sub than the access token', async () => {
  const { browser } = await startTestIdentity();
  const tokens = await browser.signIn(ada.oid);
  const id = decodeJwt(tokens.id_token);
  expect(id).toMatchObject({ aud: clientId, nonce: 'nonce-1', oid: ada.oid, tid: tenantId, ver: '2.0' });
  expect(id['scp']).toBeUndefined();
  expect(id.sub).not.toBe(decodeJwt(tokens.access_token).sub);
});

test('a request that names no API gets a token that is not for ours', async () => {
  const { browser } = await startTestIdentity();
  const tokens = await browser.signIn(ada.oid, { scope: 'openid profile' });
  expect(decodeJwt(tokens.access_token).aud).not.toBe(apiClientId);
});

test('two tokens of the same second differ', async () => {
  const { browser } = await startTestIdentity({ now: () => 1_900_000_000_000 });
  const first = await browser.signIn(ada.oid);
  const second = await browser.signIn(ada.oid);
  expect(decodeJwt(second.access_token).iat).toBe(decodeJwt(first.access_token).iat);
  expect(second.access_token).not.toBe(first.access_token);
});

test('a code works once', async () => {
  const { browser } = await startTestIdentity();
  const { answer, verifier } = await browser.choose(ada.oid);
  const code = answer.get('code') ?? '';
  expect((await browser.redeem(code, verifier)).status).toBe(200);
  const again = await browser.redeem(code, verifier);
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ error: 'invalid_grant' });
});

test('a code needs its own verifier and redirect URI, and a wrong try spends it', async () => {
  const { browser } = await startTestIdentity();
  const first = await browser.choose(ada.oid);
  const code = first.answer.get('code') ?? '';
  const foreign = browser.authorizeUrl().verifier;
  expect((await browser.redeem(code, foreign)).status).toBe(400);
  expect((await browser.redeem(code, first.verifier)).status).toBe(400);
  const second = await browser.choose(ada.oid);
  const moved = await browser.redeem(second.answer.get('code') ?? '', second.verifier, `${appOrigin}/other`);
  expect(moved.status).toBe(400);
});

test.each([
  [59, 200],
  [60, 400],
])('a code that is %i seconds old answers %i', async (age, status) => {
  let now = Date.now();
  const { browser } = await startTestIdentity({ now: () => now });
  const { answer, verifier } = await browser.choose(ada.oid);
  now += age * 1000;
  expect((await browser.redeem(answer.get('code') ?? '', verifier)).status).toBe(status);
});

test('a refresh token gives new tokens, and still works when its successor was lost on the way', async () => {
  const { browser } = await startTestIdentity();
  const { refresh_token: first } = await browser.signIn(ada.oid);
  const renewed = await browser.refresh(first);
  expect(renewed.status).toBe(200);
  expect((await browser.refresh(first)).status).toBe(200);
  const unknown = await browser.refresh(`${first}x`);
  expect(unknown).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(renewed.body).toMatchObject({ refresh_token: expect.not.stringMatching(`^${first}$`) });
  const { refresh_token: second } = Object(renewed.body);
  expect((await browser.refresh(String(second))).status).toBe(200);
});

test('a session lasts a day, and its refresh tokens with it', async () => {
  let now = Date.now();
  const { browser } = await startTestIdentity({ now: () => now });
  const { refresh_token } = await browser.signIn(ada.oid);
  now += 24 * 60 * 60 * 1000;
  expect((await browser.refresh(refresh_token)).status).toBe(400);
  expect((await browser.open(browser.authorizeUrl().url)).status).toBe(200);
});

test('tokens and keys are open to the app and to no other origin', async () => {
  const { identity, browser } = await startTestIdentity();
  const preflight = (origin: string) =>
    fetch(identity.endpoints.token_endpoint, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-client-sku',
      },
    });
  const allowed = await preflight(appOrigin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(appOrigin);
  expect(allowed.headers.get('access-control-allow-headers')).toBe('*');
  expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const refused = await browser.postToken(
    { grant_type: 'refresh_token', refresh_token: 'x' },
    { origin: appOrigin },
  );
  expect(refused.headers.get('access-control-allow-origin')).toBe(appOrigin);
});

test('another client and another grant are refused', async () => {
  const { browser } = await startTestIdentity();
  const { refresh_token } = await browser.signIn(ben.oid);
  const form = { grant_type: 'refresh_token', refresh_token, client_id: apiClientId };
  expect((await browser.postToken(form)).status).toBe(400);
  expect((await browser.postToken({ grant_type: 'password', username: ben.email })).status).toBe(400);
});
