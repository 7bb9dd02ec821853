import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import type { CallInput, Endpoint, Output } from '@handoff/shared/contract/endpoint';
import { revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import { HUB } from '@handoff/shared/contract/realtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../config.ts';
import { limitsFor } from '../../pipeline/access/limits.ts';
import { createSignalR } from '../../platform/azure/realtime.ts';
import type { Platform } from '../../platform/ports.ts';
import type { TestApi, TestSettings } from '../api.ts';
import { referralDraft } from '../examples/drafts.ts';
import { checkDraft } from '../examples/eligibility-examples.ts';
import { people, type PersonName } from '../people.ts';
import { asIfJustSignedIn, withDeletedReferrals, withoutViews } from './removed-cures.ts';

/** The product as an attacker reaches it: in this process, or in one of its own. */
export interface Target {
  call: <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E, File>,
    how: { as?: PersonName; authorization?: string; key?: string },
  ) => Promise<{ status: number; text: string; ok: () => Output<E> }>;
  settings: Record<string, string>;
}

export interface Attack {
  name: string;
  /** True when it got what it wanted. */
  succeeds: (target: Target) => Promise<boolean>;
  /** The product without the cure: there the attack must be seen to succeed. */
  withoutCure: (handoff: TestApi) => {
    platform?: Partial<Platform>;
    app?: TestSettings;
    settings?: Record<string, string>;
  };
}

const [Reason] = revealReasons;
const LAST_NAME = 'Quimbleton';

export const attacks: Attack[] = [
  {
    name: 'page through all patients unseen',
    async succeeds({ call }) {
      await recordPatients({ call }, 3);
      const seen = await pageThrough({ call }, 'vic');
      return !(await isEachNoted({ call }, seen, { by: 'vic', action: 'referrals.listed' }));
    },
    withoutCure: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    name: 'search for patients unseen',
    async succeeds({ call }) {
      await recordPatients({ call }, 1);
      const found = await call(api.referrals.search, { body: { Text: LAST_NAME } }, { as: 'cal' });
      const seen = found.ok().ReferralInfo.map(({ Id }) => Id);
      return !(await isEachNoted({ call }, seen, { by: 'cal', action: 'referrals.listed' }));
    },
    withoutCure: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    name: 'read rows of patients by their ids unseen',
    async succeeds({ call }) {
      const ids = await recordPatients({ call }, 2);
      const rows = await call(api.referrals.rows, { query: { Ids: ids.join(',') } }, { as: 'vic' });
      const seen = rows.ok().ReferralInfo.map(({ Id }) => Id);
      return !(await isEachNoted({ call }, seen, { by: 'vic', action: 'referrals.listed' }));
    },
    withoutCure: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    name: 'reveal the numbers of a patient unseen',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      for (let times = 0; times < 2; times += 1)
        await call(api.referrals.revealNumbers, { body: { Id: id, Reason } }, { as: 'bo' });
      const entries = await entriesAbout({ call }, id);
      return entries.filter(({ action }) => action === 'patient-numbers.revealed').length < 2;
    },
    withoutCure: (handoff) => ({ platform: { store: withoutViews(handoff.platform.store) } }),
  },
  {
    name: 'read the name of a patient out of the address of a page',
    async succeeds({ call }) {
      await recordPatients({ call }, 3);
      const query = { Sort: 'PatientName', PageSize: 1 } as const;
      const page = (await call(api.referrals.list, { query }, { as: 'ana' })).ok();
      return decoded(page.Continuation ?? '').some((text) =>
        text.toLowerCase().includes(LAST_NAME.toLowerCase()),
      );
    },
    withoutCure: () => ({
      platform: {
        signingKeys: {
          signerFor: async () => ({ sign: (text) => text, isSignature: () => true }),
          sealerFor: async () => ({
            seal: (text) => Buffer.from(text).toString('base64url'),
            open: (text) => Buffer.from(text, 'base64url').toString(),
          }),
        },
      },
    }),
  },
  {
    name: 'go on hearing of an agency after being deactivated',
    async succeeds({ call }) {
      const connection = (await call(api.realtime.negotiate, {}, { as: 'eve' })).ok();
      const { ended } = await openConnection(connection);
      const Id = `user-${people.eve.oid}`;
      (await call(api.users.remove, { body: { Id, Etag: 'seeded' } }, { as: 'ada' })).ok();
      const isCutOff = await Promise.race([ended.then(() => true), sleep(3_000, false)]);
      return !isCutOff;
    },
    withoutCure: (handoff) => ({
      platform: { realtime: { ...handoff.platform.realtime, disconnect: async () => {} } },
    }),
  },
  {
    name: 'go on with a stolen token after its owner signed out on all devices',
    async succeeds({ call }) {
      // Tokens tell whole seconds.
      (await call(api.users.securityInfo, {}, { as: 'vic' })).ok();
      await sleep(1_100);
      (await call(api.users.signOut, { body: {} }, { as: 'vic' })).ok();
      return (await call(api.referrals.list, { query: {} }, { as: 'vic' })).status === 200;
    },
    withoutCure: (handoff) => ({ platform: { tokens: asIfJustSignedIn(handoff.platform.tokens) } }),
  },
  {
    name: 'ask a payer about a deleted patient',
    async succeeds({ call }) {
      const [id = ''] = await recordPatients({ call }, 1);
      const { check, recheck } = api.medicareEligibility;
      const body = checkDraft({ ReferralId: id });
      const { CheckId } = (await call(check, { body }, { as: 'ana' })).ok();
      (await call(api.referrals.remove, { body: { Id: id } }, { as: 'ana' })).ok();
      const again = await call(recheck, { body: { Id: CheckId, CheckAgain: true } }, { as: 'ana' });
      return again.status === 200;
    },
    withoutCure: (handoff) => ({ platform: { store: withDeletedReferrals(handoff.platform.store) } }),
  },
  {
    name: 'start with the settings of a developer in Azure',
    async succeeds({ settings }) {
      try {
        readConfig({ WEBSITE_SITE_NAME: 'handoff', ...settings });
        return true;
      } catch {
        return false;
      }
    },
    withoutCure: () => ({ settings: { WEBSITE_SITE_NAME: '' } }),
  },
  {
    name: 'try tokens without end',
    async succeeds({ call }) {
      for (let tries = 0; tries < 70; tries += 1) {
        const authorization = `Bearer ${randomUUID()}.${randomUUID()}.${randomUUID()}`;
        const { status } = await call(api.referrals.list, { query: {} }, { authorization });
        if (status === 429) return false;
      }
      return true;
    },
    withoutCure: () => ({ app: { limits: { anonymous: { burst: 1e6, perMinute: 1e6 } } } }),
  },
];

/** The live service that a target of this process is given, as the host processes have one. */
export const liveOf = (connectionString: string, { clock }: Platform): Pick<Platform, 'realtime'> => ({
  realtime: createSignalR({ connectionString, hub: HUB, clock }),
});

/** As deployed; the stories of other tests are not limited. */
export const deployedLimits = limitsFor({ callsPerMinute: 10_000 });

type Calls = Pick<Target, 'call'>;

async function recordPatients({ call }: Calls, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { Patient, ...draft } = referralDraft();
    const body = { ...draft, Patient: { ...Patient, LastName: LAST_NAME, FirstName: `Pat${n}` } };
    const made = await call(api.referrals.create, { body }, { as: 'ana' });
    ids.push(...made.ok().ReferralInfo.map(({ Id }) => Id));
  }
  return ids;
}

async function pageThrough({ call }: Calls, as: PersonName): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const query: { PageSize: number; Continuation?: string } = {
      PageSize: 2,
      ...(next !== null && { Continuation: next }),
    };
    const page = (await call(api.referrals.list, { query }, { as })).ok();
    seen.push(...page.ReferralInfo.map(({ Id }) => Id));
    next = page.Continuation;
  } while (next !== null);
  return seen;
}

/** The text and whatever stands in it as base64, also within that. */
function decoded(text: string, depth = 3): string[] {
  const pieces = depth === 0 ? [] : (text.match(/[\w+/-]{8,}/g) ?? []);
  const inside = pieces.map((piece) => Buffer.from(piece, 'base64').toString());
  return [text, ...inside.flatMap((one) => decoded(one, depth - 1))];
}

interface Expected {
  by: PersonName;
  action: string;
}

async function isEachNoted(calls: Calls, ids: string[], { by, action }: Expected): Promise<boolean> {
  if (ids.length === 0) throw new Error('Nothing was seen');
  const noted = await Promise.all(ids.map((id) => entriesAbout(calls, id)));
  return noted.every((entries) =>
    entries.some((entry) => entry.oid === people[by].oid && entry.action === action),
  );
}

async function entriesAbout({ call }: Calls, Subject: string) {
  return (await call(api.audit.list, { query: { Subject, PageSize: 100 } }, { as: 'mia' })).ok().AuditInfo;
}

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
