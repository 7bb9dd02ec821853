import { formatDay } from '../../../../text/format.ts';
import { CoverageCard, CoverageFacts, CoverageLine } from './coverage-card.tsx';
import type { CoverageProps } from './coverage-section.tsx';
import { LinesBehind } from './segment-lines.tsx';
import styles from './coverage.module.css';

/** Care by other providers: home health and hospice. */
export function CareCards({ coverage, day }: CoverageProps) {
  return (
    <div className={styles['pair']}>
      <CoverageCard title="Home health" isMain>
        {[
          ...coverage.HomeHealth.map((period) => (
            <CoverageLine
              key={`${period.Npi} ${period.From}`}
              of="home health"
              line={period}
              day={day}
              name={period.IsOwn ? 'This agency' : period.Agency || 'Another agency'}
              color={period.IsOwn ? 'green' : 'orange'}
            >
              <CoverageFacts
                facts={[
                  ['NPI', period.Npi],
                  ['Provider number', period.ProviderNumber],
                  ['Admission', dayOrNothing(period.AdmittedOn)],
                  ['On the date of service', certificationDay(period, day)],
                  ['To admit', period.IsOwn || !period.IsActive ? '' : 'Ask that agency for a transfer'],
                  ['First billed', dayOrNothing(period.FirstBilled)],
                  ['Last billed', dayOrNothing(period.LastBilled)],
                  ['Contractor', `${period.Contractor} ${period.ContractorId}`.trim()],
                ]}
              />
            </CoverageLine>
          )),
          ...(coverage.HomeHealthTiming === null
            ? []
            : [<p key="timing">{timingWords[coverage.HomeHealthTiming]}</p>]),
          ...coverage.Certifications.map(({ Code, Text, Date, Segment }) => (
            <div key={`${Code} ${Date}`} className={styles['line']}>
              <p className="number">
                {Text}
                {Code !== '' && ` (${Code})`}
                {Date !== null && `, ${formatDay(Date)}`}
              </p>
              <LinesBehind segment={Segment} of="the certification" />
            </div>
          )),
        ]}
      </CoverageCard>
      <CoverageCard title="Hospice" isMain>
        {[
          ...coverage.Hospice.map((hospice) => (
            <CoverageLine
              key={`${hospice.Npi} ${hospice.From}`}
              of="hospice"
              line={hospice}
              day={day}
              name={hospice.IsOwn ? 'This agency' : 'Another hospice'}
              color="orange"
            >
              <CoverageFacts
                facts={[
                  ['NPI', hospice.Npi],
                  [
                    'Providers',
                    hospice.Providers.length > 1 ? hospice.Providers.map(providerText).join(', then ') : '',
                  ],
                  ['Provider number', hospice.Providers.at(-1)?.ProviderNumber ?? ''],
                  ['Election', revocationWords(hospice.IsRevoked)],
                ]}
              />
            </CoverageLine>
          )),
          ...(coverage.HospicePeriodsUsed === null
            ? []
            : [<p key="used">{benefitPeriodText(coverage.HospicePeriodsUsed)}</p>]),
        ]}
      </CoverageCard>
    </div>
  );
}

const timingWords = {
  early:
    'An admission on the date of service begins an early 30-day period: no home health in the 60 days before.',
  late: 'An admission on the date of service begins a late 30-day period: home health within the 60 days before.',
} as const;

const DAY_MS = 86_400_000;

/** A certification period has 60 days, in two payment periods of 30. */
function certificationDay(
  { From, IsActive }: { From: string | null; IsActive: boolean },
  day: string,
): string {
  if (From === null || !IsActive) return '';
  const number = Math.round((Date.parse(day) - Date.parse(From)) / DAY_MS) + 1;
  return number > 60 ? '' : `day ${number} of 60, ${number > 30 ? 'second' : 'first'} 30-day period`;
}

/** From the third benefit period on, a face-to-face encounter must come first (42 CFR 418.22(a)(4)). */
function benefitPeriodText(used: number): string {
  const visit = used >= 2 ? ' (third or later: face-to-face visit required)' : '';
  return `Benefit periods used: ${used}; the next is number ${used + 1}${visit}`;
}

const providerText = ({ Name, Npi, ProviderNumber }: { Name: string; Npi: string; ProviderNumber: string }) =>
  [Name, Npi || ProviderNumber].filter((part) => part !== '').join(' ');

const dayOrNothing = (day: string | null) => (day === null ? '' : formatDay(day));

function revocationWords(isRevoked: boolean | null): string {
  if (isRevoked === null) return 'Medicare does not say whether it was revoked';
  return isRevoked ? 'Revoked' : 'Not revoked';
}
