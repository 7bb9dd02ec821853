import type {
  CheckChange,
  CheckComparison,
  FullPastCheck,
} from '@handoff/shared/domain/eligibility/past-check';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';

type Compared = Pick<FullPastCheck, 'Verdict' | 'Coverage'>;

/** Each on its own date of service: a plan that has begun since was gained. */
export function compareChecks(before: Compared, after: Compared): Omit<CheckComparison, 'IsSamePerson'> {
  const VerdictChanged = before.Verdict !== after.Verdict;
  if (!before.Coverage || !after.Coverage) return { VerdictChanged, Changes: null };
  return { VerdictChanged, Changes: coverageChanges(before.Coverage, after.Coverage) };
}

/** A heading, and what of it is in force: by a name that stays the same, and all that is shown of it. */
const readings: [what: string, (coverage: Coverage) => Map<string, string>][] = [
  ['Part A', ({ PartA }) => statusOf(PartA)],
  ['Part B', ({ PartB }) => statusOf(PartB)],
  ['Medicare Advantage', ({ MedicareAdvantage }) => plansOf(MedicareAdvantage)],
  ['Part D', ({ PartD }) => plansOf(PartD)],
  [
    'Other payer',
    ({ SecondaryPayers }) =>
      active(SecondaryPayers, (payer) => [`${payer.TypeCode} ${payer.Name}`, `${payer.Type}: ${payer.Name}`]),
  ],
  ['Hospice', ({ Hospice }) => active(Hospice, ({ Npi, IsRevoked }) => [Npi, revocation(Npi, IsRevoked)])],
  ['Home health', ({ HomeHealth }) => active(HomeHealth, ({ Npi, Agency }) => [Npi, Agency || Npi])],
  [
    'Assistance',
    ({ Assistance }) => active(Assistance, ({ Kind, Plan }) => [Kind, `${Kind} ${Plan}`.trim()]),
  ],
];

function coverageChanges(before: Coverage, after: Coverage): CheckChange[] {
  return readings.flatMap(([What, read]) => {
    const [old, now] = [read(before), read(after)];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): CheckChange[] => {
      const [Before = '', After = ''] = [old.get(key), now.get(key)];
      if (Before === After) return [];
      return [{ Kind: kindOf(Before, After), What, Before, After }];
    });
  });
}

function kindOf(before: string, after: string): CheckChange['Kind'] {
  if (before === '') return 'gained';
  return after === '' ? 'lost' : 'changed';
}

const partStatus = { active: 'active', none: '', barred: 'barred', unknown: 'not said' } as const;

/** Without the part there is nothing; so its beginning and end read as gained and lost. */
const statusOf = ({ Status }: Coverage['PartA']) => new Map([['part', partStatus[Status]]]);

const plansOf = (plans: Coverage['PartD']) =>
  active(plans, ({ ContractId, PlanId, Name }) => [
    `${ContractId} ${PlanId}`,
    [Name, ContractId, PlanId].filter((part) => part !== '').join(' '),
  ]);

/** Home health periods follow each other every 60 days: dates alone are no change. */
function active<L extends { IsActive: boolean }>(
  lines: L[],
  read: (line: L) => [key: string, shown: string],
) {
  return new Map(lines.filter(({ IsActive }) => IsActive).map(read));
}

function revocation(npi: string, isRevoked: boolean | null): string {
  if (isRevoked === null) return npi;
  return isRevoked ? `${npi}, revoked` : `${npi}, not revoked`;
}
