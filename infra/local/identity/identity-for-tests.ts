import { afterEach } from 'vitest';
import { createBrowserDouble } from './browser-double.ts';
import type { IdentityOptions } from './identity-options.ts';
import { startIdentity } from './start-identity.ts';

export const ada = {
  oid: '11111111-1111-4111-8111-111111111111',
  name: 'Ada Okafor',
  email: 'ada@harbor.example',
  title: 'Intake, Harbor',
};
export const ben = {
  oid: '22222222-2222-4222-8222-222222222222',
  name: "Ben <b>O'Hara</b>",
  email: 'ben@harbor.example',
};

export const appOrigin = 'http://localhost:5173';
export const apiClientId = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';
export const clientId = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
export const tenantId = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
export const scope = `openid profile offline_access api://${apiClientId}/api.read`;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

export async function startTestIdentity(changes: Partial<IdentityOptions> = {}) {
  const identity = await startIdentity({
    port: 0,
    people: [ada, ben],
    tenantId,
    clientId,
    apiClientId,
    appOrigins: [appOrigin],
    ...changes,
  });
  closers.push(identity.close);
  const newBrowser = () => createBrowserDouble(identity.issuer, { clientId, scope, redirectUri: appOrigin });
  return { identity, newBrowser, browser: newBrowser() };
}
