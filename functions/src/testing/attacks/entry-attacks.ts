import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@handoff/shared/contract/api';
import { readConfig } from '../../config.ts';
import { people } from '../people.ts';
import type { Attack } from './attack.ts';
import { asIfJustSignedIn, trusting } from './removed-defenses.ts';

/** Attacks by someone without access. */
export const entryAttacks: Attack[] = [
  {
    finding: 'removed person',
    name: 'go on hearing of an agency after being deactivated',
    async succeeds({ call }) {
      const connection = (await call(api.realtime.negotiate, {}, { as: 'eve' })).ok();
      const { ended } = await openConnection(connection);
      const Id = `user-${people.eve.oid}`;
      (await call(api.users.remove, { body: { Id, Etag: 'seeded' } }, { as: 'ada' })).ok();
      const isCutOff = await Promise.race([ended.then(() => true), sleep(3_000, false)]);
      return !isCutOff;
    },
    withoutDefense: (handoff) => ({
      platform: { realtime: { ...handoff.platform.realtime, disconnect: async () => {} } },
    }),
  },
  {
    finding: 'session',
    name: 'go on with a stolen token after its owner signed out on all devices',
    async succeeds({ call }) {
      // Tokens have times in seconds.
      (await call(api.users.securityInfo, {}, { as: 'vic' })).ok();
      await sleep(1_100);
      (await call(api.users.signOut, { body: {} }, { as: 'vic' })).ok();
      return (await call(api.referrals.list, { query: {} }, { as: 'vic' })).status === 200;
    },
    withoutDefense: (handoff) => ({ platform: { tokens: asIfJustSignedIn(handoff.platform.tokens) } }),
  },
  {
    finding: 'settings',
    name: 'start with the settings of a developer in Azure',
    async succeeds({ settings }) {
      try {
        readConfig({ WEBSITE_SITE_NAME: 'handoff', ...settings });
        return true;
      } catch {
        return false;
      }
    },
    withoutDefense: () => ({ settings: { WEBSITE_SITE_NAME: '' } }),
  },
  {
    finding: 'http',
    name: 'have the keys of the sign-in, or the patients, asked for over http',
    async succeeds({ settings }) {
      const plain = { AUTH_JWKS_URI: 'http://127.0.0.1:1/keys', COSMOS_ENDPOINT: 'http://127.0.0.1:1/' };
      try {
        readConfig({ WEBSITE_SITE_NAME: 'handoff', ...settings, ...plain });
        return true;
      } catch (error) {
        return Object.keys(plain).some((name) => !String(error).includes(`${name}: must be https`));
      }
    },
    withoutDefense: () => ({ settings: { WEBSITE_SITE_NAME: '' } }),
  },
  {
    finding: 'limits',
    name: 'try tokens without end',
    async succeeds({ call }) {
      for (let tries = 0; tries < 70; tries += 1) {
        const authorization = `Bearer ${randomUUID()}.${randomUUID()}.${randomUUID()}`;
        const { status } = await call(api.referrals.list, { query: {} }, { authorization });
        if (status === 429) return false;
      }
      return true;
    },
    withoutDefense: () => ({ app: { limits: { anonymous: { burst: 1e6, perMinute: 1e6 } } } }),
  },
  {
    finding: 'limits',
    name: 'try calls without the right to them without end',
    async succeeds({ call }) {
      const tries = Array.from({ length: 250 }, () => call(api.audit.list, { query: {} }, { as: 'vic' }));
      return (await Promise.all(tries)).every(({ status }) => status === 403);
    },
    withoutDefense: () => ({ app: { limits: { calls: { burst: 1e6, perMinute: 1e6 } } } }),
  },
  {
    finding: 'application',
    name: 'come with a token that another application was given',
    async succeeds({ call, token }) {
      const authorization = `Bearer ${await token('ana', { azp: OTHER_APPLICATION })}`;
      return (await call(api.referrals.list, { query: {} }, { authorization })).status === 200;
    },
    withoutDefense: ({ settings }) => ({ platform: { tokens: trusting(settings, [OTHER_APPLICATION]) } }),
  },
];

const OTHER_APPLICATION = '1b6f7c2e-6f0e-4a53-9a55-6f3a1d3c0099';

/** Opens the connection as a browser does. */
async function openConnection({ url, accessToken }: { url: string; accessToken: string }) {
  const negotiation = await fetch(`${url.replace('/?', '/negotiate?')}&negotiateVersion=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { connectionToken }: { connectionToken: string } = JSON.parse(await negotiation.text());
  const address = `${url.replace('http', 'ws')}&id=${connectionToken}&access_token=${accessToken}`;
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  socket.send('{"protocol":"json","version":1}\u001e');
  const ended = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  return { ended };
}
