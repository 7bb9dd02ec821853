import { formatDay } from '../../lib/format.ts';
import { CoverageCard, CoverageLine } from './coverage-card.tsx';
import type { CoverageProps } from './coverage-section.tsx';
import { periodText } from './eligibility-words.ts';

/** What few people have, and the amounts: only when Medicare says something about it. */
export function ExtraCards({ coverage, day }: CoverageProps) {
  const { Assistance, KidneyDisease, Deductibles } = coverage;
  return (
    <>
      {Assistance.length > 0 && (
        <CoverageCard title="Medicaid and savings programs">
          {Assistance.map((line) => (
            <CoverageLine
              key={`${line.Kind} ${line.Plan} ${line.From}`}
              line={line}
              day={day}
              name={`${assistanceWords[line.Kind]}${line.Plan === '' ? '' : `: ${line.Plan}`}`}
            />
          ))}
        </CoverageCard>
      )}
      {KidneyDisease.length > 0 && (
        <CoverageCard title="End-stage renal disease">
          {KidneyDisease.map(({ Start, Transplant }) => (
            <p key={`${Start} ${Transplant}`} className="number">
              {Start === null ? 'On file, without a date' : `Since ${formatDay(Start)}`}
              {Transplant !== null && `, transplant ${formatDay(Transplant)}`}
            </p>
          ))}
        </CoverageCard>
      )}
      {Deductibles.length > 0 && (
        <CoverageCard title="Patient’s share">
          {Deductibles.map((amount) => (
            <p key={JSON.stringify(amount)} className="number">
              {amountText(amount)} <span className="soft small">{periodText(amount)}</span>
            </p>
          ))}
        </CoverageCard>
      )}
    </>
  );
}

const assistanceWords = { QMB: 'Qualified Medicare Beneficiary', Medicaid: 'Medicaid' } as const;

const amountWords = {
  total: 'Deductible',
  left: 'Deductible left',
  coinsurance: 'Coinsurance',
  other: 'Amount',
} as const;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const percent = new Intl.NumberFormat('en-US', { style: 'percent' });

function amountText({ Part, ServiceTypes, Kind, Amount }: CoverageProps['coverage']['Deductibles'][number]) {
  const number = Number(Amount);
  const value = Kind === 'coinsurance' ? percent.format(number) : dollars.format(number);
  const isHomeHealth = ServiceTypes.includes('42');
  return `${amountWords[Kind]} ${Part === 'MA' ? 'Part A' : 'Part B'}${isHomeHealth ? ', home health' : ''}: ${value}`;
}
