import type { AgencyKind } from '@handoff/shared/domain/agency/business-domain';
import type { Clinical } from '@handoff/shared/domain/person/clinical-block';
import { orderingAnswer } from '@handoff/shared/domain/referral/ordering-practitioner';
import type { FitCheck } from '@handoff/shared/domain/referral/referral-checks';
import type { OrderList, ReadContext, ReadPorts } from '../../../core/context.ts';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';

type Context = Pick<ReadContext, 'system' | 'caller'> & Pick<ReadPorts, 'orderList'>;

/** Tells whether claims with the practitioners who order and certify would pass; null without a list to ask. */
export async function ordererCheck(
  { system, caller, orderList }: Context,
  clinical: Clinical,
): Promise<FitCheck | null> {
  const list = await orderList();
  if (!list) return null;
  const agency = await system.get(businessDomainKind, caller.businessDomainId);
  const answers = await answersOf(clinical, { list, care: agency?.Kind ?? 'Home care' });
  const [first] = answers;
  if (first) {
    const { isGood, sentence } = answers.find((each) => !each.isGood) ?? first;
    return check(isGood ? 'yes' : 'no', sentence);
  }
  // An agency that does not ask for the NPI misses nothing.
  return agency?.ClinicalFieldsNotAsked.includes('OrderingNpi')
    ? null
    : check('unknown', 'No NPI of the ordering practitioner is entered yet.');
}

/** One answer for each practitioner with an NPI, the one who orders first. */
async function answersOf(
  { OrderingNpi, OrderingPractitioner, CertifyingNpi, CertifyingPractitioner }: Clinical,
  { list, care }: { list: OrderList; care: AgencyKind },
) {
  const people = [
    { npi: OrderingNpi, name: OrderingPractitioner, role: '' },
    { npi: CertifyingNpi, name: CertifyingPractitioner, role: 'Certifying: ' },
  ].filter(({ npi }) => npi !== '');
  return Promise.all(
    people.map(async ({ npi, name, role }) => {
      const { isGood, sentence } = orderingAnswer(await list.entryOf(npi), { name, care });
      return { isGood, sentence: `${role}${sentence}` };
    }),
  );
}

const check = (Answer: FitCheck['Answer'], Reason: string): FitCheck => ({
  Answer,
  Rule: 'Order and Referring file',
  Reason,
});
