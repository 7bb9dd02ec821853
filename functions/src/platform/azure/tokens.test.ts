import { createHmac, createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { issueAccessToken } from '@handoff/local/identity/issue-access-token';
import { startIdentity } from '@handoff/local/identity/start-identity';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTokens } from './tokens.ts';

const tenantId = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const otherTenant = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';
const audience = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const issuer = `https://login.microsoftonline.com/${tenantId}/v2.0`;
const oid = '11111111-1111-4111-8111-111111111111';

const now = Math.floor(Date.now() / 1000);
const good = {
  iss: issuer,
  aud: audience,
  oid,
  sub: 'pairwise',
  tid: tenantId,
  scp: 'openid api.read',
  name: 'Ada Okafor',
  preferred_username: 'ada@harbor.example',
  ver: '2.0',
  iat: now,
  nbf: now,
  exp: now + 3600,
};

const ours = await signingPair('ours');
const foreign = await signingPair('ours');
const rotated = await signingPair('rotated');
const keys = await serveKeys([ours.publicJwk]);
const tokens = createTokens({ issuer, audience, jwksUri: keys.url, tenantId, scope: 'api.read' });
afterAll(keys.close);

async function signingPair(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  return { privateKey, publicKey, publicJwk };
}

async function serveKeys(initial: JWK[]) {
  const state: { keys: JWK[]; status: number; asked: number } = { keys: initial, status: 200, asked: 0 };
  const server = createServer((_, response) => {
    state.asked += 1;
    response.writeHead(state.status, { 'content-type': 'application/json' });
    response.end(state.status === 200 ? JSON.stringify({ keys: state.keys }) : 'down');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/keys`, state, close };
}

interface Signing {
  header?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
}

/** `undefined` leaves a claim or header out. */
async function sign(claims: Record<string, unknown> = {}, signing: Signing = {}): Promise<string> {
  const header = { alg: 'RS256', typ: 'JWT', kid: 'ours', ...signing.header };
  return new SignJWT({ ...good, ...claims }).setProtectedHeader(header).sign(signing.key ?? ours.privateKey);
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const outcomeOf = async (token: string) => (await tokens.verify(`Bearer ${token}`)).outcome;

test('a token of our tenant for our API proves who it is', async () => {
  const { nbf: _, ...claims } = good;
  expect(await tokens.verify(`Bearer ${await sign(claims)}`)).toEqual({
    outcome: 'valid',
    claims: { oid, tid: tenantId, name: 'Ada Okafor', email: 'ada@harbor.example' },
  });
});

test('name and address are optional, and half a minute of clock difference is none', async () => {
  const bare = { name: undefined, preferred_username: undefined, exp: now - 30, nbf: now + 30 };
  expect(await tokens.verify(`Bearer ${await sign(bare)}`)).toMatchObject({
    claims: { name: '', email: '' },
  });
});

const pem = createPublicKey({ key: ours.publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
const publicKeyAsSecret = new TextEncoder().encode(String(pem));

const { privateKey: ps256 } = await generateKeyPair('PS256');
const { privateKey: rs512 } = await generateKeyPair('RS512');

const hostile: Record<string, () => Promise<string>> = {
  'alg none without signature': async () => `${part({ alg: 'none', kid: 'ours' })}.${part(good)}.`,
  'alg none with a signature': async () => {
    const [, , signature] = (await sign()).split('.');
    return `${part({ alg: 'none', kid: 'ours' })}.${part(good)}.${signature}`;
  },
  'HS256 with the public key as secret': async () =>
    sign({}, { header: { alg: 'HS256' }, key: publicKeyAsSecret }),
  'HS256 by hand': async () => {
    const input = `${part({ alg: 'HS256', kid: 'ours' })}.${part(good)}`;
    return `${input}.${createHmac('sha256', String(pem)).update(input).digest('base64url')}`;
  },
  RS512: async () => sign({}, { header: { alg: 'RS512' }, key: rs512 }),
  PS256: async () => sign({}, { header: { alg: 'PS256' }, key: ps256 }),
  'a foreign key under our kid': async () => sign({}, { key: foreign.privateKey }),
  'an embedded key': async () => sign({}, { header: { jwk: foreign.publicJwk }, key: foreign.privateKey }),
  'an address of keys': async () =>
    sign({}, { header: { jku: 'http://127.0.0.1:1/keys' }, key: foreign.privateKey }),
  'a path as kid': async () => sign({}, { header: { kid: '../../dev/null' } }),
  'no kid': async () => sign({}, { header: { kid: undefined } }),
  'a number as kid': async () => sign({}, { header: { kid: 1 } }),
  crit: async () =>
    new SignJWT(good)
      .setProtectedHeader({ alg: 'RS256', kid: 'ours', crit: ['x'], x: 1 })
      .sign(ours.privateKey, { crit: { x: true } }),
  expired: async () => sign({ exp: now - 120 }),
  'exp as text': async () => sign({ exp: String(now + 3600) }),
  'no exp': async () => sign({ exp: undefined }),
  'not yet valid': async () => sign({ nbf: now + 600 }),
  'another audience': async () => sign({ aud: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }),
  'several audiences': async () => sign({ aud: [audience, 'another'] }),
  'our audience in a list': async () => sign({ aud: [audience] }),
  'the audience as api://': async () => sign({ aud: `api://${audience}` }),
  'the v1 issuer': async () => sign({ iss: `https://sts.windows.net/${tenantId}/`, ver: '1.0' }),
  'another issuer with our key': async () => sign({ iss: 'https://login.example/v2.0' }),
  'version 1.0': async () => sign({ ver: '1.0' }),
  'no version': async () => sign({ ver: undefined }),
  'the issuer of another tenant': async () =>
    sign({ iss: issuer.replace(tenantId, otherTenant), tid: otherTenant }),
  'another tenant under our issuer': async () => sign({ tid: otherTenant }),
  'no tenant': async () => sign({ tid: undefined }),
  'an ID token': async () => sign({ aud: 'spa-client', scp: undefined, nonce: 'n' }),
  'a list of scopes': async () => sign({ scp: ['api.read'] }),
  'no oid': async () => sign({ oid: undefined }),
  'an empty oid': async () => sign({ oid: '' }),
  'an object as oid': async () => sign({ oid: { $ne: '' } }),
  'more than 8 KB': async () => sign({ padding: 'x'.repeat(8 * 1024) }),
  empty: async () => '',
  'two segments': async () => (await sign()).split('.').slice(0, 2).join('.'),
  'dots only': async () => '..',
  padded: async () => `${await sign()}==`,
  'a blank at the end': async () => `${await sign()} `,
  'a line break at the end': async () => `${await sign()}\n`,
  'a changed payload': async () => {
    const [header, , signature] = (await sign()).split('.');
    return `${header}.${part({ ...good, oid: 'another' })}.${signature}`;
  },
  'no JSON inside': async () => 'abc.def.ghi',
};

test.each(Object.entries(hostile))('refused: %s', async (_, token) => {
  expect(await outcomeOf(await token())).toBe('invalid');
});

test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'bearer a.b.c', 'Bearer a.b.c d'])(
  'refused: the header %s',
  async (authorization) => {
    expect(await tokens.verify(authorization)).toEqual({ outcome: 'invalid' });
  },
);

test.each([
  ['no scope', undefined],
  ['an empty scope', ''],
  ['a longer word', 'api.readwrite'],
  ['another scope', 'openid profile'],
])('authentic, but not for this: %s', async (_, scp) => {
  expect(await outcomeOf(await sign({ scp }))).toBe('scope-missing');
});

test('what is wrong with the token comes before the missing scope', async () => {
  expect(await outcomeOf(await sign({ scp: undefined, exp: now - 120 }))).toBe('invalid');
  expect(await outcomeOf(await sign({ scp: undefined, tid: otherTenant }))).toBe('invalid');
});

test('no character of a token can be changed but the spare bits at its end', async () => {
  const token = await sign();
  const changed = Array.from({ length: 40 }, (_, index) => Math.floor((index / 40) * (token.length - 4)));
  for (const at of changed) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(await outcomeOf(token.slice(0, at) + other + token.slice(at + 1))).toBe('invalid');
  }
});

async function ownKeys() {
  const served = await serveKeys([ours.publicJwk]);
  onTestFinished(served.close);
  const { state, url } = served;
  return { state, tokens: createTokens({ issuer, audience, jwksUri: url, tenantId, scope: 'api.read' }) };
}

test('without keys nobody can say whether a token is good; once they come it is', async () => {
  const { state, tokens: starting } = await ownKeys();
  const header = `Bearer ${await sign()}`;
  state.status = 500;
  expect(await starting.verify(header)).toEqual({ outcome: 'keys-unavailable' });
  state.status = 200;
  expect(await starting.verify(header)).toMatchObject({ outcome: 'valid' });
  const nobody = createTokens({ issuer, audience, jwksUri: 'http://127.0.0.1:1/', tenantId, scope: 'x' });
  expect(await nobody.verify(header)).toEqual({ outcome: 'keys-unavailable' });
});

test('known keys stay good while nobody hands out keys; a newer one cannot be judged', async () => {
  const { state, tokens: bereft } = await ownKeys();
  const header = `Bearer ${await sign()}`;
  const newer = `Bearer ${await sign({}, { header: { kid: 'rotated' }, key: rotated.privateKey })}`;
  expect(await bereft.verify(header)).toMatchObject({ outcome: 'valid' });
  state.status = 503;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await bereft.verify(header)).toMatchObject({ outcome: 'valid' });
  expect(await bereft.verify(newer)).toEqual({ outcome: 'keys-unavailable' });
  state.status = 200;
  state.keys = [rotated.publicJwk];
  expect(await bereft.verify(newer)).toMatchObject({ outcome: 'valid' });
  expect(await bereft.verify(header)).toEqual({ outcome: 'invalid' });
});

test('an unknown key is asked for once in a while, not with every token', async () => {
  const { state, tokens: asking } = await ownKeys();
  expect(await asking.verify(`Bearer ${await sign()}`)).toMatchObject({ outcome: 'valid' });
  const unknown = `Bearer ${await sign({}, { header: { kid: 'rotated' }, key: rotated.privateKey })}`;
  for (let again = 0; again < 3; again += 1)
    expect(await asking.verify(unknown)).toEqual({ outcome: 'invalid' });
  expect(state.asked).toBe(1);
});

test('a token of the local identity server passes the same rules', async () => {
  const apiClientId = audience;
  const clientId = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
  const person = { oid, name: 'Ada Okafor', email: 'ada@harbor.example' };
  const identity = await startIdentity({
    port: 0,
    people: [person],
    tenantId,
    clientId,
    apiClientId,
    appOrigins: [],
  });
  onTestFinished(identity.close);
  const { issuer: local, jwksUri } = identity;
  const token = await issueAccessToken({ issuer: local, tenantId, clientId, apiClientId, person });
  const accepting = createTokens({ issuer: local, audience, jwksUri, tenantId, scope: 'api.read' });
  expect(await accepting.verify(`Bearer ${token}`)).toMatchObject({ outcome: 'valid', claims: { oid } });
});
