import { createHmac, createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

/** The application that may request tokens. */
export const webApp = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbb1';
const otherTenant = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd';

interface Trusted {
  issuer: string;
  audience: string;
  tenantId: string;
  oid: string;
}

interface Signing {
  header?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
}

export async function signingPair(kid: string, modulusLength = 2048) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true, modulusLength });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' };
  return { privateKey, publicKey, publicJwk };
}

/** Makes the tokens of an attacker who has every key but ours, and in places a token of ours for something else. */
export async function createForge({ issuer, audience, tenantId, oid }: Trusted) {
  const ours = await signingPair('ours');
  const foreign = await signingPair('ours');
  const { privateKey: ps256 } = await generateKeyPair('PS256');
  const { privateKey: rs512 } = await generateKeyPair('RS512');
  const now = Math.floor(Date.now() / 1000);
  const good = {
    iss: issuer,
    aud: audience,
    oid,
    sub: 'pairwise',
    tid: tenantId,
    scp: 'openid api.read',
    azp: webApp,
    name: 'Ada Okafor',
    preferred_username: 'ada@harbor.example',
    ver: '2.0',
    iat: now,
    nbf: now,
    exp: now + 3600,
  };

  /** `undefined` leaves a claim or header out. */
  async function sign(claims: Record<string, unknown> = {}, signing: Signing = {}): Promise<string> {
    const header = { alg: 'RS256', typ: 'JWT', kid: 'ours', ...signing.header };
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader(header)
      .sign(signing.key ?? ours.privateKey);
  }

  const pem = createPublicKey({ key: ours.publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const publicKeyAsSecret = new TextEncoder().encode(String(pem));

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
    'asked for by another application': async () => sign({ azp: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee' }),
    'asked for by no application': async () => sign({ azp: undefined }),
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
  return { ours, good, now, otherTenant, sign, hostile };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export const noTokens = [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic abc',
  'bearer a.b.c',
  'Bearer a.b.c d',
] as const;

/** Scopes of authentic tokens whose owner is known, but may not use this API. */
export const otherScopes: readonly [what: string, scp: string | undefined][] = [
  ['no scope', undefined],
  ['an empty scope', ''],
  ['a longer word', 'api.readwrite'],
  ['another scope', 'openid profile'],
];

export async function serveKeys(initial: JWK[]) {
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
