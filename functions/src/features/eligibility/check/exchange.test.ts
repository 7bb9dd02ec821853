import type { TypedInquiry } from '../rules/inquiry.ts';
import { routeFor, EligibilityResult } from '@handoff/shared/domain/eligibility/result';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkWith } from '../../../testing/eligibility/check-with.ts';
import type { CheckContext } from './exchange.ts';
import type { EligibilityProvider, ProviderReply } from '../../../platform/eligibility-provider.ts';
import { createSandboxProvider } from '../providers/sandbox-provider.ts';

const sandbox = createSandboxProvider({ isProduction: false, isAllowedInProduction: false });

const typed = {
  FirstName: 'Ana',
  LastName: 'O’Neil-Nuñez',
  DateOfBirth: '1948-03-12',
  Category: 'Home Care',
} as const;

const context: CheckContext = {
  checkId: 'chk-1',
  patientId: '0f3b',
  settings: { ...defaultEligibilitySettings, ownNpis: ['1999999984'] },
  agency: { name: 'Sample Home Care', npi: '1999999984' },
  payerId: 'CMS',
  submitterId: 'SUBMITTER01',
  callerAddresses: [],
  clock: { now: () => new Date('2025-06-10T15:00:00Z'), sleep: async () => {} },
};

const check = async (number: string, change: Partial<TypedInquiry> = {}, changed = context) =>
  checkWith(sandbox, { ...typed, Mbi: `1EG4-TE5-MK${number}`, ...change }, changed);

async function pageOf(number: string, change: Partial<TypedInquiry> = {}): Promise<string> {
  const outcome = await check(number, change);
  if (outcome.kind === 'notCompleted') return outcome.code;
  return routeFor(outcome.result, outcome.result.Category)?.replace('/admin/medicare', '') ?? 'none';
}

const stories: [string, homeCare: string, other: string][] = [
  ...['00', '06', '08', '10', '12', '13', '15'].map((nn): [string, string, string] => [
    nn,
    'eligible',
    'eligible',
  ]),
  ...['01', '02', '11', '14'].map((nn): [string, string, string] => [nn, 'noteligible', 'noteligible']),
  ...['03', '04'].map((nn): [string, string, string] => [nn, 'eligibilityissues', 'eligibilityissues']),
  ...['05', '07', '09'].map((nn): [string, string, string] => [nn, 'eligibilityissues', 'eligible']),
  ...['62', '71', '72', '73', '75', '16', '99'].map((nn): [string, string, string] => [nn, 'none', 'none']),
  ['42', 'unavailable', 'unavailable'],
  ['51', 'bad_gateway', 'bad_gateway'],
];

test.each(stories)(
  'the sandbox answers number %s with its scenario on any date',
  async (nn, homeCare, other) => {
    for (const DateOfService of ['2025-06-10', '2021-06-10', '2024-02-29', '2025-10-10']) {
      expect(await pageOf(nn, { DateOfService })).toBe(homeCare);
      expect(await pageOf(nn, { DateOfService, Category: 'Other' })).toBe(other);
    }
  },
);

const fixtures = new URL('../fixtures/', import.meta.url);
const published = readdirSync(fixtures).filter((file) => file.startsWith('made-'));

const withoutControl = (raw: string | undefined) =>
  raw
    ?.replace(/\d{9}(?=\*0\*T)/, '')
    .replace(/(?<=IEA\*1\*)\d{9}/, '')
    .replaceAll('*1100', '*1500');

test.each(published)('the sandbox answers with the published text %s', async (file) => {
  const oneDay = { ...context, settings: { ...context.settings, rangeMonthsBack: 0, rangeMonthsAhead: 0 } };
  const outcome = await check(file.slice(5, 7), {}, oneDay);
  const text = readFileSync(new URL(file, fixtures), 'utf8');
  expect(withoutControl(outcome.raw?.raw271)).toBe(withoutControl(text));
});

test('a sandbox result is labeled, and the number stays masked', async () => {
  const outcome = await check('03');
  const result = EligibilityResult.parse(Object.entries(outcome).find(([name]) => name === 'result')?.[1]);
  expect(result).toMatchObject({
    CheckId: 'chk-1',
    CheckedAt: '2025-06-10T15:00:00.000Z',
    DateOfService: '2025-06-10',
    Provider: 'sandbox',
    Label: 'SANDBOX, not a Medicare response',
    Reference: 'sandbox-CHK-1',
    Beneficiary: { LastName: "O'NEIL-NUNEZ", Mbi: '****-***-MK03' },
  });
  expect(outcome).toMatchObject({ result });
  expect(JSON.stringify(result)).not.toContain('1EG4TE5MK03');
});

test('a sandbox check is labeled even if it ended before an answer', async () => {
  const outcomes = [await check('42'), await check('', { Mbi: 'wrong' })];
  const label = 'SANDBOX, not a Medicare response';
  expect(outcomes).toMatchObject([
    { kind: 'notCompleted', label },
    { label, result: { Label: label } },
  ]);
});

test('a number of a real person is not found in the sandbox', async () => {
  expect(await check('', { Mbi: '2CY9Y98HK77' })).toMatchObject({
    kind: 'wrongInput',
    result: { isInputWrong: true, Findings: [{ Field: 'Mbi', Segment: 'AAA*N**75*C' }] },
  });
});

const start = (isAllowedInProduction: boolean) =>
  createSandboxProvider({ isProduction: true, isAllowedInProduction });

test('the sandbox does not start in production unless explicitly allowed', () => {
  expect(() => start(false)).toThrow('must not answer in production');
  expect(start(true).name).toBe('sandbox');
});

test('today is the day at the agency, not in UTC', async () => {
  const late = { ...context, clock: { ...context.clock, now: () => new Date('2025-06-11T02:00:00Z') } };
  expect(await check('00', {}, late)).toMatchObject({ result: { DateOfService: '2025-06-10' } });
});

/** Returns these replies one after the other and counts the inquiries. */
function playing(...replies: ProviderReply[]) {
  const asked: string[] = [];
  const provider: EligibilityProvider = {
    name: 'stedi',
    label: null,
    echoesTrace: true,
    isTest: false,
    ask: async ({ raw270 }) => {
      asked.push(raw270);
      return (
        replies[asked.length - 1] ?? {
          outcome: 'failed',
          failure: 'incomplete',
          reason: 'x',
          mayRepeat: false,
        }
      );
    },
  };
  return { provider, asked };
}

test('visibly wrong input is not sent, and not paid for', async () => {
  const { provider, asked } = playing();
  const outcome = await checkWith(provider, { ...typed, Mbi: '123-45-6789A' }, context);
  expect(outcome).toMatchObject({ kind: 'wrongInput', attempts: 0, raw: undefined });
  expect(outcome).toMatchObject({
    result: { isInputWrong: true, Coverage: null, Findings: [{ Field: 'Mbi' }] },
  });
  expect(asked).toEqual([]);
});

test('an answer to another inquiry is no answer', async () => {
  const own = await check('00');
  const raw271 = own.raw?.raw271?.replace('TRN*2*CHK-1*', 'TRN*2*CHK-2*') ?? '';
  const { provider } = playing({ outcome: 'answered', raw271, reference: '', label: null });
  const outcome = await checkWith(provider, { ...typed, Mbi: '1EG4TE5MK00' }, context);
  expect(outcome).toMatchObject({ kind: 'notCompleted', failure: 'incomplete', code: 'bad_gateway' });
});

test('the second attempt sends the same inquiry with its own control number, after a pause', async () => {
  const pauses: number[] = [];
  const clock = { ...context.clock, sleep: async (ms: number) => void pauses.push(ms) };
  const busy = { outcome: 'failed', failure: 'retry', reason: 'status503', mayRepeat: true } as const;
  const { provider, asked } = playing(busy, busy);
  const outcome = await checkWith(provider, { ...typed, Mbi: '1EG4TE5MK00' }, { ...context, clock });
  expect(outcome).toMatchObject({ failure: 'retry', code: 'unavailable', reason: 'status503', attempts: 2 });
  const [first = '', second = ''] = asked;
  expect(first).not.toBe(second);
  expect(withoutControls(first)).toBe(withoutControls(second));
  expect(pauses).toEqual([1000]);
});

const withoutControls = (raw270: string) =>
  raw270
    .replace(/\d{9}(?=\*0\*P)/, '')
    .replace(/(?<=GS\*[^~]*\*)\d+(?=\*X\*)/, '')
    .replace(/GE\*.*$/, '');
