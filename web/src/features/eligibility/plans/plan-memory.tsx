import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import {
  knownText,
  type PlanDecision,
  type PlanMemory as Memory,
} from '@handoff/shared/domain/eligibility/known-plan';
import { planKey } from '@handoff/shared/domain/eligibility/medicare-plans';
import { useMay } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { valueText } from '../../../text/labels/change-labels.ts';
import { formatDateTime, formatDay } from '../../../text/format.ts';

/** Shows for each Medicare Advantage plan of a check what the agency knows of it, or a link to record it. */
export function PlanMemory({ checkId }: { checkId: string }) {
  const { data } = useRead(medicareEligibilityApi.planMemory, { query: { id: checkId } });
  if (!data || data.PlanMemoryInfo.length === 0) return null;
  return (
    <Stack
      component="section"
      mb="md"
      aria-label="What we know of the plan"
      className="message"
      data-tone="plain"
    >
      {data.PlanMemoryInfo.map((plan) => (
        <Plan key={`${planKey(plan)} ${plan.From}`} plan={plan} />
      ))}
    </Stack>
  );
}

function Plan({ plan }: { plan: Memory }) {
  const { Recorded, Name, From, ContractedPayer } = plan;
  const mayRecord = useMay('eligibility.check');
  return (
    <div>
      <p>
        <b className="number">{planKey(plan)}</b>: {Recorded && knownText(Recorded, ContractedPayer)}
        {!Recorded && <span className="soft">no one has recorded anything about this plan yet</span>}.{' '}
        {mayRecord && (Recorded ? <ChangePlan id={Recorded.Id} /> : <RecordPlan plan={plan} />)}
      </p>
      <p className="soft small">
        {Name}
        {From !== null && `, from ${formatDay(From)}`}
      </p>
      {Recorded && Recorded.Note !== '' && <p style={{ whiteSpace: 'pre-line' }}>{Recorded.Note}</p>}
      <LastDecisions of={plan.LastDecisions} />
    </div>
  );
}

const ChangePlan = ({ id }: { id: string }) => (
  <Link to="/advantage-plans" search={{ edit: id }} className="link">
    Change what we know
  </Link>
);

const RecordPlan = ({ plan: { ContractId, PlanId, Name } }: { plan: Memory }) => (
  <Link
    to="/advantage-plans"
    search={{ edit: 'new', contract: ContractId, plan: PlanId, name: Name }}
    className="link"
  >
    Record what we know
  </Link>
);

function LastDecisions({ of: decisions }: { of: readonly PlanDecision[] }) {
  const settings = useSettings().reading.data;
  if (decisions.length === 0) return null;
  return (
    <p className="small">
      <span className="soft">Last decisions on patients of this plan:</span>{' '}
      {decisions.map(({ ReferralId, Kind, Reason, DecidedAt }, index) => (
        <span key={ReferralId}>
          {index > 0 && '; '}
          <Link to="/referrals/$id" params={{ id: ReferralId }} className="link">
            {Kind.toLowerCase()} {formatDateTime(DecidedAt)}
          </Link>
          {Reason !== '' && ` (${valueText('Decision.Reason', Reason, settings)})`}
        </span>
      ))}
    </p>
  );
}
