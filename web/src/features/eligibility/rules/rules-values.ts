import {
  AgencyEligibilitySettings,
  judgedFindings,
} from '@handoff/shared/domain/eligibility/agency-settings';

/** As the form holds them: what is typed stays as it was typed until it is saved. */
export interface Rules extends Omit<
  AgencyEligibilitySettings,
  RuleNumber | 'Reverification' | 'ServiceTypes'
> {
  numbers: Record<RuleNumber | 'IntervalDays', string>;
  isReverified: boolean;
  serviceTypes: string;
}

export type RuleNumber =
  | 'MonthsBack'
  | 'MonthsAhead'
  | 'HomeHealthLookBackDays'
  | 'HospiceLookBackDays'
  | 'PartBEndsSoonDays'
  | 'ExchangeRetentionMonths';

/** By the field of the form they belong to. */
export type RuleErrors = Partial<Record<string, string>>;

export function rulesOf(settings: AgencyEligibilitySettings): Rules {
  const { Reverification, ServiceTypes, OwnNpis, Severities, ...numbers } = settings;
  return {
    OwnNpis,
    Severities,
    numbers: {
      MonthsBack: String(numbers.MonthsBack),
      MonthsAhead: String(numbers.MonthsAhead),
      HomeHealthLookBackDays: String(numbers.HomeHealthLookBackDays),
      HospiceLookBackDays: String(numbers.HospiceLookBackDays),
      PartBEndsSoonDays: String(numbers.PartBEndsSoonDays),
      ExchangeRetentionMonths: String(numbers.ExchangeRetentionMonths),
      IntervalDays: String(Reverification.IntervalDays),
    },
    isReverified: Reverification.IsOn,
    serviceTypes: ServiceTypes.join(', '),
  };
}

/** What is saved, or what keeps it from being saved. */
export function settingsOf(
  rules: Rules,
): { settings: AgencyEligibilitySettings; errors?: never } | { settings?: never; errors: RuleErrors } {
  const { IntervalDays, ...numbers } = rules.numbers;
  const read = AgencyEligibilitySettings.safeParse({
    ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, wholeNumber(text)])),
    OwnNpis: rules.OwnNpis,
    Severities: rules.Severities,
    ServiceTypes: rules.serviceTypes
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((type) => type !== ''),
    Reverification: { IsOn: rules.isReverified, IntervalDays: wholeNumber(IntervalDays) },
  });
  if (read.success) return { settings: read.data };
  const errors = read.error.issues.map(({ path, message }) => [fieldOf(path), message] as const);
  return { errors: Object.fromEntries(errors.toReversed()) };
}

/** Nothing typed is no zero. */
const wholeNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text);

const fieldOf = (path: readonly PropertyKey[]) =>
  path[0] === 'Reverification' ? 'IntervalDays' : String(path[0] ?? '');

type JudgedFinding = (typeof judgedFindings)[number];

/** In the order in which they come up, in the words of the result pages. */
export const judgementWords: Record<JudgedFinding, string> = {
  homeHealthElsewhere: 'Another agency has an open home health period',
  hospiceOpen: 'The patient is in another hospice',
  hospiceOpenWithUs: 'The patient is in hospice with this agency',
  hospiceDischargeUnconfirmed: 'Hospice ended recently without a revocation',
  secondaryPayer: 'Another payer pays before Medicare',
  contractedAdvantage: 'Medicare Advantage plan with a contract of this agency',
  contradiction: 'The response contradicts itself',
  segmentsMissing: 'Part of the response is missing',
};

export const judgements = Object.keys(judgementWords).filter((name): name is JudgedFinding =>
  judgedFindings.some((judged) => judged === name),
);
