import { issueAccessToken } from '@handoff/local/identity/issue-access-token';
import { startIdentity } from '@handoff/local/identity/start-identity';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  createForge,
  noTokens,
  otherScopes,
  serveKeys,
  signingPair,
  webApp,
} from '../../../testing/hostile/forged-tokens.ts';
import { createTokens } from './tokens.ts';

const tenantId = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const audience = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
const issuer = `https://login.microsoftonline.com/${tenantId}/v2.0`;
const oid = '11111111-1111-4111-8111-111111111111';

const trust = { issuer, audience, tenantId, scope: 'api.read', clientIds: [webApp] };
const { ours, good, now, otherTenant, sign, hostile } = await createForge({
  issuer,
  audience,
  tenantId,
  oid,
});
const rotated = await signingPair('rotated');
const keys = await serveKeys([ours.publicJwk]);
const tokens = createTokens({ ...trust, jwksUri: keys.url });
afterAll(keys.close);

const outcomeOf = async (token: string) => (await tokens.verify(`Bearer ${token}`)).outcome;

test('a token of our tenant for our API identifies its user', async () => {
  const { nbf: _, ...claims } = good;
  expect(await tokens.verify(`Bearer ${await sign(claims)}`)).toEqual({
    outcome: 'valid',
    claims: {
      oid,
      tid: tenantId,
      name: 'Ada Okafor',
      email: 'ada@harbor.example',
      signedInAt: now,
      sessionId: `signed-in-${now}`,
    },
  });
});

test('the session is the one that the token names', async () => {
  const named = await sign({ sid: 'session-of-ada' });
  expect(await tokens.verify(`Bearer ${named}`)).toMatchObject({ claims: { sessionId: 'session-of-ada' } });
});

test('a renewed token keeps the time of the sign-in', async () => {
  const renewed = await sign({ auth_time: now - 7200 });
  expect(await tokens.verify(`Bearer ${renewed}`)).toMatchObject({ claims: { signedInAt: now - 7200 } });
});

test('name and address are optional, and a clock difference of half a minute is tolerated', async () => {
  const bare = { name: undefined, preferred_username: undefined, exp: now - 30, nbf: now + 30 };
  expect(await tokens.verify(`Bearer ${await sign(bare)}`)).toMatchObject({
    claims: { name: '', email: '' },
  });
});

test.each(Object.entries(hostile))('refused: %s', async (_, token) => {
  expect(await outcomeOf(await token())).toBe('invalid');
});

test.each(noTokens)('refused: the header %s', async (authorization) => {
  expect(await tokens.verify(authorization)).toEqual({ outcome: 'invalid' });
});

test.each(otherScopes)('an authentic token for something else is refused: %s', async (_, scp) => {
  expect(await outcomeOf(await sign({ scp }))).toBe('scope-missing');
});

test('a problem with the token is reported before a missing scope', async () => {
  expect(await outcomeOf(await sign({ scp: undefined, exp: now - 120 }))).toBe('invalid');
  expect(await outcomeOf(await sign({ scp: undefined, tid: otherTenant }))).toBe('invalid');
});

test('no character of a token can change except the spare bits at its end', async () => {
  const token = await sign();
  // This holds even for a token that was verified a moment ago.
  expect(await outcomeOf(token)).toBe('valid');
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
  return { state, tokens: createTokens({ ...trust, jwksUri: url }) };
}

test('the complete header counts, up to 8 KB with blanks, and nothing may precede its scheme', async () => {
  const token = await sign();
  const padded = (length: number) => `Bearer${' '.repeat(length - 'Bearer'.length - token.length)}${token}`;
  expect(await tokens.verify(padded(8 * 1024))).toMatchObject({ outcome: 'valid' });
  expect(await tokens.verify(padded(8 * 1024 + 1))).toEqual({ outcome: 'invalid' });
  expect(await tokens.verify(`Basic abc, Bearer ${token}`)).toEqual({ outcome: 'invalid' });
});

test('an application is identified by its role assignment, and has no name or address', async () => {
  const { tokens: own } = await ownKeys();
  const verdictOn = async (claims: Record<string, unknown>) =>
    own.verify(`Bearer ${await sign({ idtyp: 'app', scp: undefined, ...claims })}`);
  expect(await verdictOn({ roles: ['Reader', 'Integration'] })).toEqual({
    outcome: 'valid',
    claims: {
      oid,
      tid: tenantId,
      name: `Application ${webApp}`,
      email: '',
      signedInAt: now,
      isApplication: true,
    },
  });
  for (const roles of [['Reader'], [], undefined])
    expect(await verdictOn({ roles })).toEqual({ outcome: 'scope-missing' });
  expect(await verdictOn({ roles: ['Integration'], scp: 'api.read' })).toEqual({ outcome: 'invalid' });
});

test('a token with an object id unfit for a record id is refused', async () => {
  expect(await tokens.verify(`Bearer ${await sign({ oid: 'o'.repeat(256) })}`)).toEqual({
    outcome: 'invalid',
  });
});

test('a token without a name gives an empty name', async () => {
  const { tokens: own } = await ownKeys();
  const nameless = await sign({ name: undefined, preferred_username: undefined, email: 'ada@other.example' });
  expect(await own.verify(`Bearer ${nameless}`)).toMatchObject({
    claims: { name: '', email: 'ada@other.example' },
  });
});

test('an invalid address for keys is a configuration error, and not a refusal of the token', async () => {
  const misconfigured = createTokens({ ...trust, jwksUri: 'no address' });
  await expect(misconfigured.verify(`Bearer ${await sign()}`)).rejects.toThrow('Invalid URL');
});

test('a token cannot be judged without keys, and is accepted once they come', async () => {
  const { state, tokens: starting } = await ownKeys();
  const header = `Bearer ${await sign()}`;
  state.status = 500;
  expect(await starting.verify(header)).toEqual({ outcome: 'keys-unavailable' });
  state.status = 200;
  expect(await starting.verify(header)).toMatchObject({ outcome: 'valid' });
  const nobody = createTokens({ ...trust, jwksUri: 'http://127.0.0.1:1/' });
  expect(await nobody.verify(header)).toEqual({ outcome: 'keys-unavailable' });
});

test('known keys stay valid while the key service is down, and a newer key cannot be judged', async () => {
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

test("a token's signature is verified once a minute, and the token still expires on time", async () => {
  const { tokens: bursts } = await ownKeys();
  expect(await bursts.verify(`Bearer ${await sign({ name: 'Who brings the keys' })}`)).toMatchObject({
    outcome: 'valid',
  });
  const computed = vi.spyOn(crypto.subtle, 'verify');
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    computed.mockRestore();
    vi.useRealTimers();
  });
  const seconds = Math.floor(Date.now() / 1000);
  const [long, ending] = [await sign(), await sign({ exp: seconds - 30 })];
  const outcomes = async () => [
    (await bursts.verify(`Bearer ${long}`)).outcome,
    (await bursts.verify(`Bearer ${ending}`)).outcome,
  ];
  expect([await outcomes(), await outcomes()]).toEqual([
    ['valid', 'valid'],
    ['valid', 'valid'],
  ]);
  expect(computed).toHaveBeenCalledTimes(2);
  const unsigned = `${long.slice(0, long.lastIndexOf('.'))}.${ending.slice(ending.lastIndexOf('.') + 1)}`;
  expect(await bursts.verify(`Bearer ${unsigned}`)).toEqual({ outcome: 'invalid' });
  computed.mockClear();
  vi.setSystemTime(Date.now() + 31_000);
  expect(await outcomes()).toEqual(['valid', 'invalid']);
  expect(computed).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 31_000);
  expect(await outcomes()).toEqual(['valid', 'invalid']);
  expect(computed).toHaveBeenCalledTimes(3);
});

test('bytes after a valid signature are refused, even where a decoder would ignore them', async () => {
  const long = await signingPair('long', 3072);
  const { state, tokens: strict } = await ownKeys();
  state.keys = [long.publicJwk];
  const token = await sign({}, { header: { kid: 'long' }, key: long.privateKey });
  for (const _ of ['fresh', 'with the keys', 'known'])
    expect(await strict.verify(`Bearer ${token}`)).toMatchObject({ outcome: 'valid' });
  expect(await strict.verify(`Bearer ${token}A`)).toEqual({ outcome: 'invalid' });
});

test('an unknown key is requested once in a while, not with every token', async () => {
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
  const accepting = createTokens({ ...trust, issuer: local, jwksUri, clientIds: [clientId] });
  expect(await accepting.verify(`Bearer ${token}`)).toMatchObject({ outcome: 'valid', claims: { oid } });
});
