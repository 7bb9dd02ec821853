import { Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { CoverageCard, CoverageFacts, CoverageLine } from './coverage-card.tsx';
import type { CoverageProps } from './coverage-section.tsx';

type Plan = CoverageProps['coverage']['PartD'][number];

/** Plans that pay instead of Medicare. All are listed, because a person may have several. */
export function AdvantageCard({ coverage, day }: CoverageProps) {
  return (
    <CoverageCard title="Medicare Advantage" isMain>
      {coverage.MedicareAdvantage.map((plan) => (
        <CoverageLine
          key={keyOf(plan)}
          of="Medicare Advantage"
          line={plan}
          day={day}
          name={plan.Name}
          color="orange"
        >
          <Contracted plan={plan} />
          <CoverageFacts facts={planFacts(plan)} />
        </CoverageLine>
      ))}
    </CoverageCard>
  );
}

/** Payers that pay before Medicare, and drug plans. */
export function PlanCards({ coverage, day }: CoverageProps) {
  return (
    <>
      <CoverageCard title="Medicare is secondary (MSP)">
        {coverage.SecondaryPayers.map((payer) => (
          <CoverageLine
            key={`${payer.TypeCode} ${payer.Name} ${payer.From}`}
            of="the primary payer"
            line={payer}
            day={day}
            name={payer.Name}
            color="orange"
          >
            <CoverageFacts
              facts={[
                ['Kind', payer.Type],
                ['Policy', payer.Policy],
                ['Address', payer.Address],
              ]}
            />
          </CoverageLine>
        ))}
      </CoverageCard>
      <CoverageCard title="Part D">
        {coverage.PartD.map((plan) => (
          <CoverageLine key={keyOf(plan)} of="Part D" line={plan} day={day} name={plan.Name}>
            <CoverageFacts facts={planFacts(plan)} />
          </CoverageLine>
        ))}
      </CoverageCard>
    </>
  );
}

const keyOf = (plan: Plan) => `${plan.ContractId} ${plan.PlanId} ${plan.From}`;

/** Says beside the plan whether the agency has a contract to bill it. */
function Contracted({ plan }: { plan: Plan }) {
  const isHeld = plan.ContractedPayer !== null;
  return (
    <Group component="p" gap="sm" wrap="nowrap" className={isHeld ? 'good' : 'warn'}>
      {isHeld ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
      {isHeld ? `Contracted: ${plan.ContractedPayer}` : 'No contract with this plan on file'}
    </Group>
  );
}

/** X12 insurance type codes that occur with plans. */
const planTypes = new Map([
  ['HM', 'HMO'],
  ['HN', 'HMO, Medicare risk'],
  ['IN', 'Indemnity'],
  ['PR', 'PPO'],
  ['PS', 'Point of service'],
  ['OT', ''],
]);

function planFacts(plan: Plan) {
  const website = plan.Website.replace(/^https?:\/\//, '');
  return [
    ['Contract', plan.PlanId === '' ? plan.ContractId : `${plan.ContractId}-${plan.PlanId}`],
    ['Kind', plan.Kind || (planTypes.get(plan.Type) ?? plan.Type)],
    ['Company', plan.Organization === plan.Name ? '' : plan.Organization],
    ['Claims', plan.BillOptionText],
    ['Phone', formatPhone(plan.Phone)],
    ['Website', website],
    ['Address', plan.Address],
  ] as const;
}
