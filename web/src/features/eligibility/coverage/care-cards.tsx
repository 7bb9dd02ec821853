import { formatDay } from '../../../lib/format/format.ts';
import { CoverageCard, CoverageFacts, CoverageLine } from './coverage-card.tsx';
import type { CoverageProps } from './coverage-section.tsx';
import { LinesBehind } from './segment-lines.tsx';

/** Who else cares for the person. */
export function CareCards({ coverage, day }: CoverageProps) {
  return (
    <>
      <CoverageCard title="Home health">
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
                  ['First billed', dayOrNothing(period.FirstBilled)],
                  ['Last billed', dayOrNothing(period.LastBilled)],
                  ['Contractor', `${period.Contractor} ${period.ContractorId}`.trim()],
                ]}
              />
            </CoverageLine>
          )),
          ...coverage.Certifications.map(({ Code, Text, Date, Segment }) => (
            <div key={`${Code} ${Date}`} className="coverage-line">
              <p className="number">
                {Text} ({Code}){Date !== null && `, ${formatDay(Date)}`}
              </p>
              <LinesBehind segment={Segment} of="the certification" />
            </div>
          )),
        ]}
      </CoverageCard>
      <CoverageCard title="Hospice">
        {[
          ...coverage.Hospice.map((hospice) => (
            <CoverageLine
              key={`${hospice.Npi} ${hospice.From}`}
              of="hospice"
              line={hospice}
              day={day}
              name={hospice.IsOwn ? 'This agency' : 'Another hospice'}
              color={hospice.IsRevoked === true ? 'gray' : 'orange'}
            >
              <CoverageFacts
                facts={[
                  ['NPI', hospice.Npi],
                  ['Election', revocationWords(hospice.IsRevoked)],
                ]}
              />
            </CoverageLine>
          )),
          ...(coverage.HospicePeriodsUsed === null
            ? []
            : [<p key="used">Benefit periods used: {coverage.HospicePeriodsUsed}</p>]),
        ]}
      </CoverageCard>
    </>
  );
}

const dayOrNothing = (day: string | null) => (day === null ? '' : formatDay(day));

function revocationWords(isRevoked: boolean | null): string {
  if (isRevoked === null) return 'Medicare does not say whether it was revoked';
  return isRevoked ? 'Revoked' : 'Not revoked';
}
