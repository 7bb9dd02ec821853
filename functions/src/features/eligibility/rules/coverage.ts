import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';
import { maskMbisIn } from '@handoff/shared/domain/person/identifiers';
import type { DatedLine } from '../x12/benefit-group.ts';
import type { HealthPlan, HomeHealthPeriod } from '../x12/facts.ts';
import { answeredPeriod } from './answer-for.ts';
import { isOurs } from './care-findings.ts';
import { coversDate, type Case } from './case.ts';
import type { PartVerdict } from './part-verdict.ts';
import { contractedPayer, listedPlan } from './plan-findings.ts';

export function coverageOf(judged: Case, parts: { partA: PartVerdict; partB: PartVerdict }): Coverage {
  const { facts } = judged;
  const day = judged.inquiry.dateOfService;
  const dated = <Line extends DatedLine>(line: Line) => datedOn(day, line);
  return {
    PartA: partOf(parts.partA, day),
    PartB: partOf(parts.partB, day),
    MedicareAdvantage: facts.medicareAdvantage.map((plan) => planOf(plan, judged)),
    PartD: facts.partD.map((plan) => planOf(plan, judged)),
    SecondaryPayers: facts.secondaryPayers.map(dated),
    Hospice: facts.hospice.map((period) => ({ ...dated(period), IsOwn: isOurs(period.Npi, judged) })),
    HospicePeriodsUsed: facts.hospicePeriodsUsed,
    HomeHealth: facts.homeHealth.map((period) => ({ ...dated(period), IsOwn: isOurs(period.Npi, judged) })),
    HomeHealthTiming: homeHealthTiming(judged),
    Certifications: facts.certifications,
    KidneyDisease: facts.kidneyDisease,
    Assistance: facts.assistance.map(dated),
    Deductibles: facts.deductibles.map(dated),
    Therapy: facts.therapy.map(dated),
    DaysLeft: facts.daysLeft.map(dated),
  };
}

function datedOn<Line extends DatedLine>(day: string, line: Line) {
  const { period, isDateUnreadable: _, segment, ...said } = line;
  return {
    ...said,
    From: period?.from ?? null,
    To: period?.to ?? null,
    DatesGiven: period !== undefined,
    IsActive: coversDate(line, day),
    Segment: maskMbisIn(segment),
  };
}

function partOf(verdict: PartVerdict, day: string): Coverage['PartA'] {
  const denied = verdict.denied.map(({ segment }) => segment).join('~');
  const datesOf = ({ period, isDateUnreadable, segment }: DatedLine) =>
    datedOn(day, { period, isDateUnreadable, segment });
  return {
    Status: verdict.barred.length > 0 ? 'barred' : verdict.state,
    Periods: [...verdict.active, ...verdict.otherwise].map(datesOf),
    Barred: verdict.barred.map(datesOf),
    ...(denied !== '' && { Denied: maskMbisIn(denied) }),
  };
}

function planOf(plan: HealthPlan, judged: Case): Coverage['PartD'][number] {
  const listed = listedPlan(plan, judged.settings);
  return {
    ...datedOn(judged.inquiry.dateOfService, plan),
    Name: listed?.Name ?? plan.Name,
    Kind: listed?.Kind ?? '',
    Phone: plan.Phone || (listed?.Phone ?? ''),
    ContractedPayer: contractedPayer(plan, judged.settings) ?? null,
  };
}

const GAP_DAYS = 60;

/** Late when home health ended at most 60 days before (42 CFR 484.202). Early only if the answer looks back that far. */
function homeHealthTiming({ facts, inquiry }: Case): Coverage['HomeHealthTiming'] {
  const day = inquiry.dateOfService;
  const since = addDays(day, -GAP_DAYS);
  const isBefore = ({ period }: HomeHealthPeriod) =>
    period !== undefined && (period.from ?? '') < day && (period.to === undefined || period.to >= since);
  if (facts.homeHealth.some(isBefore)) return 'late';
  const from = answeredPeriod(facts)?.from;
  return from !== undefined && from <= since ? 'early' : null;
}
