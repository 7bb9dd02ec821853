import { api } from '@handoff/shared/contract/api';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import { parse } from 'csv-parse/sync';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { HARBOR, people } from '../people.ts';
import { referralDraft } from '../examples/drafts.ts';
import { recordPatients, type Attack } from './attack.ts';
import {
  readingFirst,
  withoutGuardedCells,
  withoutHeaders,
  withoutKeptAnswers,
  withoutReasons,
} from './composed-without.ts';

/** Attacks by requests that are too many, too large or incomplete, and by the content of answers. */
export const answerAttacks: Attack[] = [
  {
    finding: 'headers',
    name: 'have an answer kept, framed or taken for a page',
    async succeeds({ call }) {
      const answers = [
        await call(api.referrals.list, { query: {} }, { as: 'vic' }),
        await call(api.referrals.byId, { query: { id: 'no one' } }, { as: 'vic' }),
        await call(api.audit.list, { query: {} }, { as: 'vic' }),
        await call(api.referrals.list, { query: {} }, { authorization: 'Bearer nothing' }),
        await call(api.referrals.exportFile, { body: {} }, { as: 'mia' }),
      ];
      if (answers.map(({ status }) => status).join() !== '200,404,403,401,200')
        throw new Error('Other answers');
      return answers.some(({ headers }) => !protects(new Headers(headers)));
    },
    withoutDefense: () => ({ app: { create: withoutHeaders } }),
  },
  {
    finding: 'spreadsheets',
    name: 'have a formula run in the spreadsheet of someone else',
    async succeeds({ call }) {
      const Address = { ...referralDraft().Address, City: '=HYPERLINK("http://a.example")' };
      (await call(api.referrals.create, { body: { ...referralDraft(), Address } }, { as: 'ana' })).ok();
      const { status, text } = await call(api.referrals.exportFile, { body: {} }, { as: 'mia' });
      if (status !== 200 || !text.includes('HYPERLINK')) throw new Error('It was not exported');
      const cells: string[][] = parse(text, { bom: true });
      return cells.flat().some((cell) => /^\s*[=+@-]\D/.test(cell));
    },
    withoutDefense: () => ({ app: { create: withoutGuardedCells } }),
  },
  {
    finding: 'no reason',
    name: 'reveal the numbers of a patient without a reason',
    async succeeds({ call }) {
      const [Id = ''] = await recordPatients({ call }, 1);
      const input = { body: { Id, Reason: 'Billing or authorization' as const } };
      const rawBody = JSON.stringify({ Id });
      return (await call(api.referrals.revealNumbers, input, { as: 'bo', rawBody })).status === 200;
    },
    withoutDefense: () => ({ app: { create: withoutReasons } }),
  },
  {
    finding: 'large body',
    name: 'have a body read without being signed in',
    async succeeds({ call }) {
      const how = { authorization: 'Bearer nothing', rawBody: `{"Patient":${'['.repeat(500_000)}` };
      // An answer about the body's content proves that it was read.
      return (await call(api.referrals.create, { body: referralDraft() }, how)).status !== 401;
    },
    withoutDefense: () => ({ app: { create: readingFirst } }),
  },
  {
    finding: 'description',
    name: 'keep the API busy by asking for its description',
    async succeeds({ call }) {
      // The answer is compressed, so that reading it costs the client no time.
      const how = { as: 'vic', headers: { 'accept-encoding': 'gzip' } } as const;
      await call(api.system.openapi, {}, how);
      const [asking, making]: [number[], number[]] = [[], []];
      for (let times = 0; times < 9; times += 1) {
        asking.push(await timeOf(() => call(api.system.openapi, {}, how)));
        making.push(await timeOf(async () => JSON.stringify(openApiDocument('compared'))));
      }
      return median(asking) > median(making) / 2;
    },
    withoutDefense: () => ({ app: { create: withoutKeptAnswers } }),
  },
  {
    finding: 'many notes',
    name: 'write notes without end',
    async succeeds({ call }) {
      const ids = await recordPatients({ call }, 3);
      const tries = Array.from({ length: 90 }, (_, n) => {
        const ReferralNotes = [{ Text: `@p`.repeat(1_000) }];
        const body = { ReferralId: ids[n % ids.length] ?? '', ReferralNotes };
        return call(api.referrals.updateNotes, { body }, { as: 'cal' });
      });
      // A busy machine may answer 503 to some of thirty who write to one referral.
      return (await Promise.all(tries)).every(({ status }) => status !== 429);
    },
    withoutDefense: () => ({ app: { limits: { writes: { burst: 1e6, perMinute: 1e6 } } } }),
  },
  {
    finding: 'denials',
    name: 'be refused without a trace of who, for which agency and from where',
    async succeeds({ call, logged }) {
      const headers = { 'X-Forwarded-For': '203.0.113.9' };
      const { status } = await call(api.audit.list, { query: {} }, { as: 'vic', headers });
      if (status !== 403) throw new Error('It was not refused');
      await sleep(500);
      const traces = [people.vic.oid, HARBOR, '203.0.113.9', 'warn'];
      return !logged().some((line) => traces.every((text) => line.includes(text)));
    },
    withoutDefense: ({ platform }) => ({
      platform: { log: ({ address: _address, agency: _agency, ...entry }) => platform.log(entry) },
    }),
  },
];

/** Tells whether the headers prevent caching, framing, sniffing, scripts and plain http. */
function protects(headers: Headers): boolean {
  const policy = headers.get('content-security-policy') ?? '';
  return (
    headers.get('cache-control') === 'no-store' &&
    headers.get('x-content-type-options') === 'nosniff' &&
    headers.get('referrer-policy') === 'no-referrer' &&
    policy.includes("default-src 'none'") &&
    (headers.get('strict-transport-security') ?? '').startsWith('max-age=')
  );
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
