import { dayText } from '@handoff/shared/domain/records/calendar-day';
import type {
  CheckChange,
  CheckComparison,
  FullPastCheck,
} from '@handoff/shared/domain/eligibility/past-check';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';

type Compared = Pick<FullPastCheck, 'Verdict' | 'Coverage'> &
  Partial<Pick<FullPastCheck, 'Findings' | 'DateOfService' | 'Answer'>>;

/** Each on its own date of service: a plan that has begun since was gained. Two people are never compared. */
export function compareChecks(
  before: Compared,
  after: Compared,
  isOnePerson = true,
): Omit<CheckComparison, 'IsSamePerson'> {
  const VerdictChanged = before.Verdict !== after.Verdict;
  if (!isOnePerson || !before.Coverage || !after.Coverage) return { VerdictChanged, Changes: null };
  const late = lateEntries(before, after);
  const changes = [
    // A change that is listed with its dates is not repeated without them.
    ...coverageChanges(before.Coverage, after.Coverage).filter(
      ({ What, Kind }) => !late.some((entry) => entry.What === What && entry.Kind === Kind),
    ),
    ...effectiveDateChanges(before, after),
    ...late,
  ];
  // A changed verdict without a change in coverage is explained by its findings, so that it never appears with "nothing
  // changed".
  const isUnexplained = VerdictChanged && changes.length === 0;
  return { VerdictChanged, Changes: isUnexplained ? reasonsOf(before, after) : changes };
}

function reasonsOf(before: Compared, after: Compared): CheckChange[] {
  const [old, now] = [before, after].map(({ Findings = [] }) => Findings.map(({ Text }) => Text));
  const lost = (old ?? []).filter((text) => !now?.includes(text));
  const gained = (now ?? []).filter((text) => !old?.includes(text));
  const reasons: CheckChange[] = [
    ...lost.map((text) => ({ Kind: 'lost' as const, What: 'Finding', Before: text, After: '' })),
    ...gained.map((text) => ({ Kind: 'gained' as const, What: 'Finding', Before: '', After: text })),
  ];
  if (reasons.length > 0) return reasons;
  return [
    {
      Kind: 'changed',
      What: 'Verdict',
      Before: verdictWords[before.Verdict],
      After: verdictWords[after.Verdict],
    },
  ];
}

const verdictWords: Record<Compared['Verdict'], string> = {
  eligible: 'eligible',
  issues: 'eligible, with issues',
  notEligible: 'not eligible',
  wrongInput: 'invalid input',
  notCompleted: 'not completed',
};

interface DatedEntry {
  From: string | null;
  To: string | null;
  DatesGiven: boolean;
}

/** Lists every line with dates, in force or not; its name and its beginning identify it. */
const datedLines: [what: string, read: (coverage: Coverage) => [key: string, line: DatedEntry][]][] = [
  ['Part A', ({ PartA }) => PartA.Periods.map((line) => ['', line])],
  ['Part B', ({ PartB }) => PartB.Periods.map((line) => ['', line])],
  ['Medicare Advantage', ({ MedicareAdvantage }) => MedicareAdvantage.map((plan) => [planName(plan), plan])],
  ['Other payer', ({ SecondaryPayers }) => SecondaryPayers.map((payer) => [payer.Name || payer.Type, payer])],
  ['Hospice', ({ Hospice }) => Hospice.map((hospice) => [hospice.Npi, hospice])],
  ['Home health', ({ HomeHealth }) => HomeHealth.map((period) => [period.Npi, period])],
];

/** Lines of both whose end was added, removed or moved; retroactive if the earlier check covered that time. */
function effectiveDateChanges(before: Compared, after: Compared): CheckChange[] {
  const [old, now] = [before.Coverage, after.Coverage];
  if (!old || !now) return [];
  return datedLines.flatMap(([What, read]) => {
    const former = new Map(read(old).map(([key, line]) => [`${key} ${line.From}`, line]));
    return read(now).flatMap(([key, line]): CheckChange[] => {
      const was = former.get(`${key} ${line.From}`);
      if (!was || was.To === line.To) return [];
      const affected = [was.To, line.To].filter((day) => day !== null).toSorted()[0];
      const IsRetroactive = affected !== undefined && affected < (before.DateOfService ?? '');
      const shown = (dated: DatedEntry) => `${key} ${periodText(dated)}`.trim();
      return [
        {
          Kind: 'changed',
          What,
          Before: shown(was),
          After: shown(line),
          ...(IsRetroactive && { IsRetroactive }),
        },
      ];
    });
  });
}

/** Lines of only one answer about a time that the earlier check covered: entered, moved or removed since then. */
function lateEntries(before: Compared, after: Compared): CheckChange[] {
  const [old, now] = [before.Coverage, after.Coverage];
  if (!old || !now) return [];
  return datedLines.flatMap(([What, read]) => {
    const lost = onlyIn({ lines: read(old), others: read(now), asked: before, answered: after });
    const gained = onlyIn({ lines: read(now), others: read(old), asked: before, answered: before });
    return [...new Set([...lost.keys(), ...gained.keys()])].map((key): CheckChange => {
      const [Before = '', After = ''] = [lost.get(key), gained.get(key)];
      return { Kind: kindOf(Before, After), What, Before, After, IsRetroactive: true };
    });
  });
}

/** Lines from before the earlier date of service that the other answer lacks, although its range covers them. */
function onlyIn({ lines, others, asked, answered }: Entries): Map<string, string> {
  const known = new Set(others.map(([key, { From }]) => `${key} ${From}`));
  const day = answered.DateOfService ?? '';
  const [from, to] = [answered.Answer?.From ?? day, answered.Answer?.To ?? day];
  const found = lines.filter(
    ([key, { From, To }]) =>
      From !== null &&
      From < (asked.DateOfService ?? '') &&
      From <= to &&
      (To === null || To >= from) &&
      !known.has(`${key} ${From}`),
  );
  const byKey = Map.groupBy(found, ([key]) => key);
  return new Map(
    [...byKey].map(([key, same]) => [
      key,
      `${key} ${same.map(([, line]) => periodText(line)).join(', ')}`.trim(),
    ]),
  );
}

interface Entries {
  lines: [key: string, line: DatedEntry][];
  others: [key: string, line: DatedEntry][];
  asked: Compared;
  answered: Compared;
}

const planName = ({ Name, ContractId, PlanId }: Coverage['PartD'][number]) =>
  [Name, ContractId, PlanId].filter((part) => part !== '').join(' ');

function periodText({ From, To, DatesGiven }: DatedEntry): string {
  if (!DatesGiven) return 'without dates';
  const from = From === null ? '' : dayText(From);
  return To === null ? `since ${from}` : `${from} – ${dayText(To)}`;
}

/** Lists each heading with its lines in force: a stable name, and the text shown. */
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

/** An inactive part has no entry, so its beginning and end appear as gained and lost. */
const statusOf = ({ Status }: Coverage['PartA']) => new Map([['part', partStatus[Status]]]);

const plansOf = (plans: Coverage['PartD']) =>
  active(plans, (plan) => [`${plan.ContractId} ${plan.PlanId}`, planName(plan)]);

/** Home health periods follow each other every 60 days, so different dates alone are no change. */
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
