import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { Capacity } from '@handoff/shared/domain/agency/capacity';
import { AdvantagePlan } from '@handoff/shared/domain/agency/advantage-plan';
import { ContractedPayer, Insurance, Partner, ServiceArea } from '@handoff/shared/domain/agency/directory';
import { ConfiguredLists, ListName } from '@handoff/shared/domain/agency/list-settings';
import { SavedView } from '@handoff/shared/domain/referral/saved-view';
import * as z from 'zod';
import type { Reader } from '../../core/unit-of-work.ts';
import { businessDomainKind } from './user-records.ts';
import { declareRecord, standaloneIn } from '../declare-record.ts';
import { always, days, keptSeconds, untilDeleted } from '../retention.ts';
import { select } from '../select.ts';

const ofAgency = standaloneIn('agency', 'business');
const ofStaff = standaloneIn('agency', 'staff');

// The kinds in an agency's own partition, `d:<domainId>`.

export const partnerKind = declareRecord({
  type: 'partner',
  schema: Partner,
  ...ofAgency('a partner agency', untilDeleted, 'setup'),
});

export const contractedPayerKind = declareRecord({
  type: 'contracted-payer',
  schema: ContractedPayer,
  ...ofAgency('a contract with a payer', untilDeleted, 'setup'),
});

export const advantagePlanKind = declareRecord({
  type: 'advantage-plan',
  schema: AdvantagePlan,
  ...ofAgency('what an agency knows of a Medicare Advantage plan', untilDeleted, 'setup'),
});

export const serviceAreaKind = declareRecord({
  type: 'service-area',
  schema: ServiceArea,
  ...ofAgency('a service area', untilDeleted, 'setup'),
});

export const insuranceKind = declareRecord({
  type: 'insurance',
  schema: Insurance,
  ...ofAgency('an insurance', untilDeleted, 'setup'),
});

export const capacityKind = declareRecord({
  type: 'capacity',
  schema: Capacity,
  ...ofAgency('a discipline that is limited or full in a county', untilDeleted, 'setup'),
});

/** The lists that an agency configures are one record, so that changing a list is one write. */
export const DomainLists = ConfiguredLists.extend({
  Id: z.literal('lists'),
  Etags: z.partialRecord(ListName, z.string()).optional(),
});
export type DomainLists = z.infer<typeof DomainLists>;
export const listsKind = declareRecord({
  type: 'lists',
  schema: DomainLists,
  ...ofAgency('statuses, document types and reasons of an agency', always, 'one'),
});

export const savedViewKind = declareRecord({
  type: 'saved-view',
  schema: SavedView,
  ...ofStaff('a saved list with its filters', untilDeleted, 'setup'),
});

export const savedViewsFor = (me: string) =>
  select(savedViewKind, { where: { OR: [{ Shared: true }, { Author: { Id: me } }] } });
export const savedViewsOf = (me: string) => select(savedViewKind, { where: { Author: { Id: me } } });

/** Counts the uploads or checks of an agency or one person in a period. */
const Quota = z.object({
  Id: z.string(),
  Count: z.number().int(),
  Bytes: z.number().int(),
  ttl: z.number().int(),
});
export type Quota = z.infer<typeof Quota>;
export const quotaKind = declareRecord({
  type: 'quota',
  schema: Quota,
  ...ofAgency(
    'uploads and checks of a day',
    { kept: days(keptSeconds.quota), ttl: [keptSeconds.quota] },
    'time',
  ),
});

interface Asking {
  system: Reader;
  caller: { businessDomainId: string };
  now: Date;
}

/** Contract terms begin and end on the agency's own day. */
export const agencyDay = async (asking: Asking): Promise<string> =>
  dayIn(await agencyTimeZone(asking), asking.now);

export async function agencyTimeZone({ system, caller }: Omit<Asking, 'now'>): Promise<string> {
  const domain = await system.get(businessDomainKind, caller.businessDomainId);
  return domain?.TimeZone ?? 'America/New_York';
}
