import { csvFormat } from '@handoff/shared/domain/records/csv';
import { planKey, planKinds, type MedicarePlan } from '@handoff/shared/domain/eligibility/medicare-plans';
import { stringify } from 'csv-stringify/sync';
import { AppError } from '../../../core/app-error.ts';
import { csvRecords } from '../../../core/csv-records.ts';

interface ReadPlans {
  plans: { line: number; plan: MedicarePlan }[];
  rejected: { Line: number; Name: string; Reason: string }[];
  ignored: string[];
}

/** Lists our own headers first, then those of the files that CMS publishes. */
const headers = {
  contract: ['contract', 'contract id', 'contract number'],
  plan: ['plan', 'plan id', 'plan number'],
  name: ['name', 'plan name', 'organization marketing name', 'organization name'],
  kind: ['kind', 'plan type', 'organization type'],
  needs: ['special needs', 'snp plan'],
  phone: ['phone', 'directory contact phone'],
} as const;
type Field = keyof typeof headers;

const unquoted = (text: string) => text.replace(/^'(?=[=+\-@])/u, '');

export async function readPlans(csv: string): Promise<ReadPlans> {
  const [first, ...rows] = await csvRecords(csv);
  const given = (first?.record ?? []).map((header) => header.toLowerCase());
  const column = (field: Field) =>
    headers[field].map((header) => given.indexOf(header)).find((index) => index !== -1) ?? -1;
  const columns = {
    contract: column('contract'),
    plan: column('plan'),
    name: column('name'),
    kind: column('kind'),
    needs: column('needs'),
    phone: column('phone'),
  };
  for (const field of ['contract', 'name', 'kind'] as const)
    if (columns[field] === -1)
      throw new AppError(
        'invalid_request',
        `The first line of the file has no column "${headers[field].join('" or "')}".`,
      );

  const used = new Set(Object.values(columns));
  const read: ReadPlans = { plans: [], rejected: [], ignored: given.filter((_, index) => !used.has(index)) };
  const lines = new Map<string, number>();
  for (const { record, info } of rows) {
    const cell = (field: Field) => unquoted(record[columns[field]] ?? '');
    const plan = planOf(cell);
    const reason = typeof plan === 'string' ? plan : repeatedIn(lines, plan, info.lines);
    if (reason !== undefined) {
      const Name = [cell('contract'), cell('plan'), cell('name')].filter(Boolean).join(' ');
      read.rejected.push({ Line: info.lines, Name, Reason: reason });
    } else if (typeof plan !== 'string') read.plans.push({ line: info.lines, plan });
  }
  return read;
}

export const planFile = (plans: readonly MedicarePlan[]): Uint8Array =>
  new TextEncoder().encode(
    stringify(
      [
        ['Contract', 'Plan', 'Name', 'Kind', 'Phone'],
        ...plans.map(({ ContractId, PlanId, Name, Kind, Phone }) => [ContractId, PlanId, Name, Kind, Phone]),
      ],
      csvFormat,
    ),
  );

function planOf(cell: (field: Field) => string): MedicarePlan | string {
  const ContractId = cell('contract').toUpperCase();
  if (!/^[A-Z]\d{4}$/.test(ContractId)) return 'The contract number is a letter and four digits, as in H5521';
  const number = cell('plan');
  if (!/^\d{0,3}$/.test(number)) return 'The plan number has at most three digits, as in 042';
  const Name = cell('name').slice(0, 120);
  if (Name === '') return 'The plan has no name';
  const Kind = kindOf(cell('kind'), cell('needs'));
  if (Kind === undefined) return `"${cell('kind')}" is no kind of plan: use ${planKinds.join(', ')}`;
  const PlanId = number === '' ? '' : number.padStart(3, '0');
  return {
    ContractId,
    PlanId,
    Name,
    Kind,
    Phone: cell('phone')
      .replaceAll(/[^\d+]/g, '')
      .slice(0, 20),
  };
}

/** The first match wins. CMS's texts contain our names for the kinds. */
const kindWords: [RegExp, (typeof planKinds)[number]][] = [
  [/regional ppo/i, 'Regional PPO'],
  [/ppo/i, 'PPO'],
  [/medicare-medicaid|\bmmp\b/i, 'Medicare-Medicaid'],
  [/hmo/i, 'HMO'],
  [/pffs|private fee/i, 'PFFS'],
  [/\bmsa\b|medical savings/i, 'MSA'],
  [/pace/i, 'PACE'],
  [/cost/i, 'Cost'],
  [/snp|special needs/i, 'SNP'],
  [/part d|prescription drug|\bpdp\b/i, 'Part D'],
];

function kindOf(text: string, needs: string): string | undefined {
  const kind = kindWords.find(([pattern]) => pattern.test(text))?.[1];
  const isForNeeds = /^(?:yes|y|true|1)$/i.test(needs) || /snp|special needs/i.test(text);
  return kind === undefined || kind === 'SNP' || !isForNeeds ? kind : `${kind} SNP`;
}

function repeatedIn(lines: Map<string, number>, plan: MedicarePlan, line: number): string | undefined {
  const earlier = lines.get(planKey(plan));
  if (earlier !== undefined) return `Line ${earlier} is about the same plan`;
  lines.set(planKey(plan), line);
  return undefined;
}
