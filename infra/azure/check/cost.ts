import { readFileSync } from 'node:fs';
import { nextRun } from '../../../functions/src/features/system-health/next-run.ts';
import { readRecorded } from '../../../functions/src/testing/bench/recorded.ts';
import type { Resource } from './evaluate.ts';
import type { ReadTemplate } from './parse.ts';
import { at, textOf } from './values.ts';

// The costs of a month in operations.md, from the resources of the templates and the schedules of the jobs.

/** List prices in US dollars, East US 2, 2026: azure.microsoft.com/pricing. Look them up before quoting a sum. */
const price = {
  gbSecond: 0.000_026,
  freeGbSeconds: 100_000,
  millionRu: 0.25,
  recordsGb: 0.25,
  documentsGb: 0.023,
  signalrUnit: 1.61 * 30,
  defenderAccount: 10,
  scannedGb: 0.15,
  logGb: 2.3,
  freeLogGb: 5,
  /** By minutes between two runs of a rule. */
  rule: { 1: 3, 5: 1.5, 10: 1 } as Record<number, number>,
  slowerRule: 0.5,
  webApp: 9,
  privateEndpoint: 7.3,
};

/** An execution is charged for at least one second. */
const LEAST_SECONDS = 1;
const HOURS = 730;
const { ru, kbAReferral } = readRecorded();
/** The commonest call is a page of the list; a referral is created, read with its checks, and accepted. */
const ruOf = {
  call: ru['a page of 50 rows'] ?? NaN,
  referral: (ru['a new referral'] ?? NaN) + (ru['its checks'] ?? NaN) + (ru['an acceptance'] ?? NaN),
};

interface Size {
  title: string;
  calls: number;
  /** New ones a month; five years of them are stored. */
  referrals: number;
  documentsGb: number;
  logGb: number;
}

const sizes: readonly Size[] = [
  { title: '10 agencies', calls: 200_000, referrals: 2_000, documentsGb: 60, logGb: 3 },
  { title: '100 agencies', calls: 5_000_000, referrals: 20_000, documentsGb: 1_000, logGb: 15 },
];

interface Part {
  name: string;
  arithmetic: string;
  of: (size: Size) => number;
}

/** The section of operations.md from its first row on. */
export function costTable(resources: Resource[], read: ReadTemplate): string {
  const parts = partsOf(resources, read);
  const sum = (size: Size) => parts.reduce((all, { of }) => all + of(size), 0);
  return [
    row(['', 'arithmetic', ...sizes.map(headOf)]),
    row(['---', '---', ...sizes.map(() => '---')]),
    ...parts.map(({ name, arithmetic, of }) =>
      row([name, arithmetic, ...sizes.map((size) => dollars(of(size)))]),
    ),
    row(['**together**', '', ...sizes.map((size) => `**${dollars(sum(size))}**`)]),
  ].join('');
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |\n`;

const headOf = ({ title, calls: count, referrals, documentsGb }: Size) =>
  `${title}: ${count.toLocaleString('en-US')} calls and ${referrals.toLocaleString('en-US')} referrals a month, ${documentsGb} GB of documents`;

const dollars = (amount: number) => amount.toFixed(amount < 10 ? 1 : 0);

function partsOf(resources: Resource[], read: ReadTemplate): Part[] {
  const one = (type: string) => resources.find((each) => each.type === type);
  const value = (type: string, path: string) => Number(at(one(type)?.body ?? {}, path));
  const count = (type: string) => resources.filter((each) => each.type === type).length;
  const gb =
    value('Microsoft.Web/sites', 'properties.functionAppConfig.scaleAndConcurrency.instanceMemoryMB') / 1024;
  const runs = runsAMonth(read);
  const idleGbSeconds = runs * LEAST_SECONDS * gb;
  const units = value('Microsoft.SignalRService/signalR', 'sku.capacity');
  const zones = isZoneRedundant(resources) ? 1.25 : 1;
  const rules = resources.filter(({ type }) => type === 'Microsoft.Insights/scheduledQueryRules');
  const ofRules = rules.reduce((all, rule) => all + priceOfRule(rule), 0);
  const endpoints = count('Microsoft.Network/privateEndpoints');
  const given = price.freeGbSeconds;
  return [
    {
      name: 'jobs',
      arithmetic: `${runs.toLocaleString('en-US')} runs × ${LEAST_SECONDS} s × ${gb} GB, less ${given.toLocaleString('en-US')} GB-s that are free, × $${price.gbSecond}`,
      of: () => Math.max(0, idleGbSeconds - given) * price.gbSecond,
    },
    {
      name: 'calls',
      arithmetic: `calls × ${LEAST_SECONDS} s × ${gb} GB × $${price.gbSecond}, as if no two met on an instance; busy ones share it eight at once`,
      of: ({ calls }) => calls * LEAST_SECONDS * gb * price.gbSecond,
    },
    {
      name: 'database, serverless',
      arithmetic: `(calls × ${ruOf.call} RU + referrals × ${ruOf.referral} RU) × $${price.millionRu} a million${zones > 1 ? ` × ${zones} for its zones` : ''}`,
      of: ({ calls, referrals }) =>
        ((calls * ruOf.call + referrals * ruOf.referral) / 1e6) * price.millionRu * zones,
    },
    {
      name: 'its records after five years',
      arithmetic: `60 months × referrals × ${kbAReferral} kB × $${price.recordsGb} a GB`,
      of: ({ referrals }) => ((60 * referrals * kbAReferral) / 1e6) * price.recordsGb,
    },
    {
      name: 'documents',
      arithmetic: `GB × $${price.documentsGb}`,
      of: ({ documentsGb }) => documentsGb * price.documentsGb,
    },
    {
      name: 'malware scan',
      arithmetic: `$${price.defenderAccount} an account, and a sixtieth of the documents × $${price.scannedGb} a GB`,
      of: ({ documentsGb }) =>
        count('Microsoft.Security/defenderForStorageSettings') * price.defenderAccount +
        (documentsGb / 60) * price.scannedGb,
    },
    {
      name: 'live service',
      arithmetic: `${units} unit × $${price.signalrUnit.toFixed(1)}`,
      of: () => units * price.signalrUnit,
    },
    {
      name: 'logs',
      arithmetic: `GB of a month (${sizes.map(({ logGb }) => logGb).join('; ')}), less ${price.freeLogGb} that are free, × $${price.logGb}`,
      of: ({ logGb }) => Math.max(0, logGb - price.freeLogGb) * price.logGb,
    },
    { name: 'alerts', arithmetic: `${rules.length} rules, by how often each runs`, of: () => ofRules },
    { name: 'web app', arithmetic: `$${price.webApp}`, of: () => price.webApp },
    ...(endpoints === 0
      ? []
      : [
          {
            name: 'private network',
            arithmetic: `${endpoints} endpoints × $${price.privateEndpoint}`,
            of: () => endpoints * price.privateEndpoint,
          },
        ]),
  ];
}

function runsAMonth(read: ReadTemplate): number {
  const often = /SWEEP_SCHEDULE: '([^']+)'/.exec(read('infra/azure/modules/api.bicep'))?.[1] ?? '';
  const schedules = [
    ...readFileSync('functions/src/jobs.ts', 'utf8').matchAll(/schedule: (?:'([^']+)'|OFTEN)/g),
  ];
  return Math.round(
    schedules.reduce((all, [, schedule = often]) => all + runsADay(schedule), 0) * (HOURS / 24),
  );
}

function runsADay(schedule: string): number {
  const end = Date.UTC(2026, 0, 2);
  let [runs, next] = [0, nextRun(schedule, new Date(Date.UTC(2026, 0, 1) - 1))];
  while (next && next.getTime() < end) {
    runs += 1;
    next = nextRun(schedule, next);
  }
  return runs;
}

const isZoneRedundant = (resources: Resource[]) =>
  JSON.stringify(
    resources.find(({ type }) => type === 'Microsoft.DocumentDB/databaseAccounts')?.body ?? {},
  ).includes('"isZoneRedundant":true');

function priceOfRule({ body }: Resource): number {
  const minutes = /^PT(?:(\d+)H)?(?:(\d+)M)?$/.exec(textOf(at(body, 'properties.evaluationFrequency')));
  const every = Number(minutes?.[1] ?? 0) * 60 + Number(minutes?.[2] ?? 0);
  return price.rule[every] ?? price.slowerRule;
}
