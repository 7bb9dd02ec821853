import type { Category } from '../eligibility/settings.ts';
import { addDays, daysBetween } from '../records/calendar-day.ts';

/** The facts that the dates depend on; days are `yyyy-mm-dd`, and empty when unknown. */
export interface AdmissionFacts {
  care: Category;
  today: string;
  receivedOn: string;
  dischargedOn: string;
  requestedStart: string;
  /** The first day of care; for a hospice, the day from which the election counts. */
  startedOn: string;
  seenOn: string;
  /** When the notice of admission or election was filed. */
  noticeFiledOn: string;
  /** The first day of the patient's Medicare Advantage plan; empty without a plan. */
  planFrom: string;
  checkedOn: string;
  /** Hospice benefit periods that Medicare counted before this admission. */
  periodsUsed: number;
}

interface Window {
  /** Too early before this day. */
  from?: string;
  /** The last day. */
  by: string;
  /** When it was done; empty while it is not, and missing where no fact says. */
  doneOn?: string;
}

interface Rule {
  care: 'Home Care' | 'Hospice';
  title: string;
  source: string;
  /** Nothing else moves the dates of the rule. */
  reads: readonly (keyof AdmissionFacts)[];
  /** Undefined while it does not apply, or its facts are unknown. */
  window: (facts: AdmissionFacts) => Window | undefined;
}

/** The day from which the periods count: the actual start, or else the requested one. */
const startOf = ({ startedOn, requestedStart }: AdmissionFacts) => startedOn || requestedStart;
const start = ['startedOn', 'requestedStart'] as const;

/** A window counted from the start of care, in days. */
const fromStart =
  (days: { from?: number; by: number }, done?: 'seenOn' | 'noticeFiledOn'): Rule['window'] =>
  (facts) => {
    const day = startOf(facts);
    if (day === '') return undefined;
    return {
      ...(days.from !== undefined && { from: addDays(day, days.from) }),
      by: addDays(day, days.by),
      ...(done && { doneOn: facts[done] }),
    };
  };

const CERTIFICATION_DAYS = 60;
/** A Medicare Advantage plan pays home health itself; hospice care stays with Medicare (42 CFR 422.320). */
const isOfPlan = (facts: AdmissionFacts) => facts.planFrom !== '' && facts.planFrom <= startOf(facts);

/** The rules as data, in the order in which an admission meets them. */
export const admissionRules: Readonly<Record<string, Rule>> = {
  initialVisit: {
    care: 'Home Care',
    title: 'Initial assessment visit',
    source:
      '42 CFR 484.55(a)(1): on the ordered start of care, or within 48 hours of referral or return home',
    reads: [...start, 'dischargedOn', 'receivedOn'],
    window: ({ requestedStart, dischargedOn, receivedOn, startedOn }) => ({
      by: requestedStart || addDays(dischargedOn > receivedOn ? dischargedOn : receivedOn, 2),
      doneOn: startedOn,
    }),
  },
  faceToFace: {
    care: 'Home Care',
    title: 'Face-to-face encounter',
    source: '42 CFR 424.22(a)(1)(v): 90 days before to 30 days after the start of care',
    reads: [...start, 'seenOn'],
    window: fromStart({ from: -90, by: 30 }, 'seenOn'),
  },
  noticeOfAdmission: {
    care: 'Home Care',
    title: 'Notice of admission (NOA)',
    source: '42 CFR 484.205(j): within 5 calendar days of the start of care',
    reads: [...start, 'noticeFiledOn', 'planFrom'],
    window: (facts) => (isOfPlan(facts) ? undefined : fromStart({ by: 5 }, 'noticeFiledOn')(facts)),
  },
  comprehensiveAssessment: {
    care: 'Home Care',
    title: 'Comprehensive assessment',
    source: '42 CFR 484.55(b)(1): within 5 calendar days of the start of care',
    reads: start,
    window: fromStart({ by: 5 }),
  },
  recertification: {
    care: 'Home Care',
    title: 'Recertification, with assessment',
    source: '42 CFR 424.22(b)(1) and 484.55(d)(1): in the last 5 days of each 60-day period',
    reads: [...start, 'today'],
    window(facts) {
      const day = startOf(facts);
      if (day === '') return undefined;
      const past = Math.max(0, Math.floor(daysBetween(day, facts.today) / CERTIFICATION_DAYS));
      const next = addDays(day, (past + 1) * CERTIFICATION_DAYS);
      return { from: addDays(next, -5), by: addDays(next, -1) };
    },
  },
  dischargeBeforePlan: {
    care: 'Home Care',
    title: 'Discharge before the plan begins',
    source: 'Medicare Claims Processing Manual, ch. 10, 10.1.23: the plan pays from its first day',
    reads: [...start, 'planFrom'],
    window(facts) {
      const day = startOf(facts);
      if (day === '' || facts.planFrom <= day) return undefined;
      return { by: addDays(facts.planFrom, -1), doneOn: '' };
    },
  },
  weeklyCheck: {
    care: 'Home Care',
    title: 'Check of the plan',
    source: 'Medicare Claims Processing Manual, ch. 10, 10.1.23: weekly while a plan pays',
    reads: [...start, 'planFrom', 'checkedOn'],
    window: (facts) =>
      facts.checkedOn !== '' && facts.startedOn !== '' && isOfPlan(facts)
        ? { by: addDays(facts.checkedOn, 7), doneOn: '' }
        : undefined,
  },
  hospiceInitialVisit: {
    care: 'Hospice',
    title: 'Initial assessment',
    source: '42 CFR 418.54(a): within 48 hours of the election',
    reads: start,
    window: fromStart({ by: 2 }),
  },
  certification: {
    care: 'Hospice',
    title: 'Certification, at least oral',
    source: '42 CFR 418.22(a)(3): from 15 days before to 2 days after the period begins',
    reads: start,
    window: fromStart({ from: -15, by: 2 }),
  },
  noticeOfElection: {
    care: 'Hospice',
    title: 'Notice of election (NOE)',
    source: '42 CFR 418.24(e): within 5 calendar days of the election',
    reads: [...start, 'noticeFiledOn'],
    window: fromStart({ by: 5 }, 'noticeFiledOn'),
  },
  hospiceComprehensiveAssessment: {
    care: 'Hospice',
    title: 'Comprehensive assessment',
    source: '42 CFR 418.54(b): within 5 calendar days of the election',
    reads: start,
    window: fromStart({ by: 5 }),
  },
  hospiceFaceToFace: {
    care: 'Hospice',
    title: 'Face-to-face encounter',
    source: '42 CFR 418.22(a)(4): within 30 days before the third and each later benefit period',
    reads: [...start, 'seenOn', 'periodsUsed', 'today'],
    window(facts) {
      const period = periodToVisitBefore(facts);
      return period === undefined ? undefined : visitBefore(period, facts);
    },
  },
  hospiceRecertification: {
    care: 'Hospice',
    title: 'Recertification',
    source:
      '42 CFR 418.21(a) and 418.22(a)(3): 90, 90 and then 60 days, at most 15 days before the next period',
    reads: [...start, 'periodsUsed', 'today'],
    window(facts) {
      const next = nextPeriod(facts);
      return next && { from: addDays(next.day, -15), by: addDays(next.day, -1) };
    },
  },
};

export interface AdmissionDate {
  /** Its name among the rules. */
  rule: string;
  title: string;
  source: string;
  from: string | undefined;
  by: string;
  /** `wrong day` was done, but outside of its days; of `past`, no fact says whether it was done. */
  state: 'open' | 'late' | 'done' | 'wrong day' | 'past';
}

/** The dates of an admission, the earliest first; those that are done or past are at the end. */
export function admissionDates(facts: AdmissionFacts): AdmissionDate[] {
  const isOver = ({ state }: AdmissionDate) => Number(state === 'done' || state === 'past');
  return Object.entries(admissionRules)
    .flatMap(([name, rule]) => dateOf(name, rule, facts))
    .toSorted((a, b) => isOver(a) - isOver(b) || (a.by < b.by ? -1 : 1));
}

function dateOf(name: string, { care, title, source, window }: Rule, facts: AdmissionFacts): AdmissionDate[] {
  const within = care === facts.care ? window(facts) : undefined;
  if (!within) return [];
  return [
    { rule: name, title, source, from: within.from, by: within.by, state: stateOf(within, facts.today) },
  ];
}

function stateOf({ from = '', by, doneOn }: Window, today: string): AdmissionDate['state'] {
  if (doneOn !== undefined && doneOn !== '' && doneOn <= today)
    return doneOn >= from && doneOn <= by ? 'done' : 'wrong day';
  if (by >= today) return 'open';
  return doneOn === undefined ? 'past' : 'late';
}

interface BenefitPeriod {
  /** Its first day. */
  day: string;
  /** 1 for the first that the patient ever had. */
  number: number;
}

/** The benefit period after the current one: two have 90 days, and all others 60 (42 CFR 418.21(a)). */
function nextPeriod(facts: AdmissionFacts): BenefitPeriod | undefined {
  const day = startOf(facts);
  if (day === '') return undefined;
  let next = { day, number: facts.periodsUsed + 1 };
  do next = { day: addDays(next.day, next.number <= 2 ? 90 : 60), number: next.number + 1 };
  while (next.day <= facts.today);
  return next;
}

/** A period from the third on: the one that this admission begins with until it has its visit, and then the next. */
function periodToVisitBefore(facts: AdmissionFacts): string | undefined {
  const next = nextPeriod(facts);
  const day = startOf(facts);
  if (day !== '' && facts.periodsUsed >= 2 && visitBefore(day, facts).doneOn === '') return day;
  return next && next.number > 2 ? next.day : undefined;
}

function visitBefore(period: string, { seenOn }: AdmissionFacts) {
  const [from, by] = [addDays(period, -30), addDays(period, -1)];
  // A visit on another day was for another period.
  return { from, by, doneOn: seenOn >= from && seenOn <= by ? seenOn : '' };
}
