import { formatDay, plural } from '../../../../text/format.ts';
import { CoverageCard, CoverageLine } from './coverage-card.tsx';
import type { CoverageProps } from './coverage-section.tsx';
import { type Dated, periodText } from '../../../../text/labels/eligibility-labels.ts';
import { LinesBehind } from './segment-lines.tsx';
import styles from './coverage.module.css';

/** Rare kinds of coverage, and amounts. Shown only when Medicare reports them. */
export function ExtraCards({ coverage, day }: CoverageProps) {
  const { Assistance, KidneyDisease, Deductibles, Therapy, DaysLeft } = coverage;
  return (
    <>
      {Assistance.length > 0 && (
        <CoverageCard title="Medicaid / Medicare Savings Program">
          {Assistance.map((line) => (
            <CoverageLine
              key={`${line.Kind} ${line.Plan} ${line.From}`}
              of="Medicaid and Medicare Savings Programs"
              line={line}
              day={day}
              name={`${assistanceWords[line.Kind]}${line.Plan === '' ? '' : `: ${line.Plan}`}`}
            />
          ))}
        </CoverageCard>
      )}
      {KidneyDisease.length > 0 && (
        <CoverageCard title="ESRD">
          {KidneyDisease.map(({ Start, Transplant, Segment }) => (
            <div key={`${Start} ${Transplant}`} className={styles['line']}>
              <p className="number">
                {Start === null ? 'On file, without a date' : `Since ${formatDay(Start)}`}
                {Transplant !== null && `, transplant ${formatDay(Transplant)}`}
              </p>
              <LinesBehind segment={Segment} of="ESRD" />
            </div>
          ))}
        </CoverageCard>
      )}
      {Deductibles.length > 0 && (
        <CoverageCard title="Patient’s share">
          {[
            ...Deductibles.map((amount) => (
              <p key={JSON.stringify(amount)} className="number">
                {amountText(amount)} <span className="soft small">{yearText(amount)}</span>
              </p>
            )),
            <LinesBehind key="lines" segment={linesOf(Deductibles)} of="the patient’s share" />,
          ]}
        </CoverageCard>
      )}
      {Therapy.length > 0 && (
        <CoverageCard title="Outpatient therapy">
          {[
            ...Therapy.map((therapy) => (
              <p key={JSON.stringify(therapy)} className="number">
                {therapyWords[therapy.Kind]}, {therapy.State}: {dollars.format(Number(therapy.Amount))}{' '}
                <span className="soft small">{yearText(therapy)}</span>
              </p>
            )),
            <LinesBehind key="lines" segment={linesOf(Therapy)} of="outpatient therapy" />,
          ]}
        </CoverageCard>
      )}
      {DaysLeft.length > 0 && (
        <CoverageCard title="Part A days left">
          {[
            ...DaysLeft.map((left) => (
              <p key={JSON.stringify(left)} className="number">
                {daysText(left)} <span className="soft small">{left.DatesGiven && yearText(left)}</span>
              </p>
            )),
            <LinesBehind key="lines" segment={linesOf(DaysLeft)} of="Part A days" />,
          ]}
        </CoverageCard>
      )}
    </>
  );
}

const assistanceWords = { QMB: 'Qualified Medicare Beneficiary', Medicaid: 'Medicaid' } as const;

const amountWords = {
  total: 'deductible',
  left: 'deductible left to pay',
  coinsurance: 'coinsurance',
  other: 'amount',
} as const;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const percent = new Intl.NumberFormat('en-US', { style: 'percent' });

const linesOf = (lines: { Segment?: string | undefined }[]) =>
  lines.map(({ Segment }) => Segment ?? '').join('~');

const therapyWords = {
  occupational: 'Occupational therapy',
  physicalAndSpeech: 'Physical and speech therapy',
} as const;

const careWords = {
  hospital: 'Hospital',
  nursingFacility: 'Skilled nursing facility',
  psychiatric: 'Psychiatric hospital',
} as const;

function daysText({ Care, Kind, Days, PerDay }: CoverageProps['coverage']['DaysLeft'][number]): string {
  const cost = PerDay === '' ? '' : ` at ${dollars.format(Number(PerDay))} a day`;
  if (Kind === 'reserve')
    return `${Care === 'psychiatric' ? 'Psychiatric hospital, lifetime' : 'Lifetime reserve days'}: ${plural(Days, 'day')}${cost}`;
  return `${careWords[Care]}, ${Kind === 'full' ? 'paid in full' : 'with coinsurance'}: ${plural(Days, 'day')}${cost}`;
}

type Share = CoverageProps['coverage']['Deductibles'][number];

function amountText({ Part, ServiceTypes, Kind, Amount }: Share) {
  const number = Number(Amount);
  const value = Kind === 'coinsurance' ? percent.format(number) : dollars.format(number);
  return `${Part === 'A' ? 'Part A' : 'Part B'} ${amountWords[Kind]}${serviceWords(ServiceTypes)}: ${value}`;
}

/** Service type 30 is the complete plan and 96 its older code; an amount without any also applies to the plan. */
function serviceWords(types: readonly string[]): string {
  if (types.includes('42')) return ' for home health';
  const isOfPlan = types.length === 0 || types.some((type) => ['30', '47', '96'].includes(type));
  return isOfPlan ? '' : ' for certain services';
}

/** Amounts apply to a calendar year. */
function yearText(share: Omit<Dated, 'IsActive'>): string {
  const year = share.From?.slice(0, 4);
  return share.From === `${year}-01-01` && share.To === `${year}-12-31` ? `in ${year}` : periodText(share);
}
