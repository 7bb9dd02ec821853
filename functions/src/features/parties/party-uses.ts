import type { WriteContext } from '../../core/context.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import { referencesWhere, referenceOf, type ReferenceQueries, type Use } from '../../records/references.ts';
import { insuranceKind, partnerKind } from '../../records/kinds/agency-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import type { RecordKind } from '../../core/record-kind.ts';
import { editedBy } from '../../records/edited-by.ts';
import type { QueryParameter } from '../../platform/ports.ts';

const openReferral = "c.type = 'referral' AND c.Decision.Kind = 'Pending'";

/** `@name` */
const openReferralsFrom = referencesWhere(`${openReferral} AND c.Source.Organization = @name`);
/** `@payer`: `{ Name }` */
const openReferralsPaidBy = referencesWhere(`${openReferral} AND ARRAY_CONTAINS(c.Payers, @payer, true)`);
/** `@id` */
const partnersOfPayer = referencesWhere("c.type = 'partner' AND ARRAY_CONTAINS(c.ContractedPayerIds, @id)");
/** `@id` */
const partnersOfArea = referencesWhere("c.type = 'partner' AND ARRAY_CONTAINS(c.ServiceAreaIds, @id)");
/** `@id` */
const insurancesOfPayer = referencesWhere("c.type = 'insurance' AND c.ContractedPayerId = @id");

interface Named {
  Id: string;
  Name: string;
}

/**
 * A referral names its source and payers as they were called at intake. Only open referrals count as uses: a closed one
 * is history and keeps the name.
 */
export const referralsFrom = (gone: Named, replacement: Named | undefined) =>
  editedUse({
    what: 'open referrals',
    kind: referralKind,
    queries: openReferralsFrom,
    parameters: { name: gone.Name },
    moved: (referral) => ({
      ...referral,
      Source: { ...referral.Source, Organization: replacement?.Name ?? gone.Name },
    }),
  });

export const referralsPaidBy = (gone: Named, replacement: Named | undefined) =>
  editedUse({
    what: 'open referrals',
    kind: referralKind,
    queries: openReferralsPaidBy,
    parameters: { payer: { Name: gone.Name } },
    moved: (referral) => ({
      ...referral,
      Payers: referral.Payers.map((payer) =>
        payer.Name === gone.Name ? { ...payer, Name: replacement?.Name ?? gone.Name } : payer,
      ),
    }),
  });

export const partnersWithPayer = (gone: Named, replacement: Named | undefined) =>
  editedUse({
    what: 'agencies',
    kind: partnerKind,
    queries: partnersOfPayer,
    parameters: { id: gone.Id },
    moved: (partner) => ({
      ...partner,
      ContractedPayerIds: replaced(partner.ContractedPayerIds, gone, replacement),
    }),
  });

export const partnersInArea = (gone: Named, replacement: Named | undefined) =>
  editedUse({
    what: 'agencies',
    kind: partnerKind,
    queries: partnersOfArea,
    parameters: { id: gone.Id },
    moved: (partner) => ({ ...partner, ServiceAreaIds: replaced(partner.ServiceAreaIds, gone, replacement) }),
  });

export const insurancesWithPayer = (gone: Named, replacement: Named | undefined) =>
  editedUse({
    what: 'insurances',
    kind: insuranceKind,
    queries: insurancesOfPayer,
    parameters: { id: gone.Id },
    moved: (insurance) => ({ ...insurance, ContractedPayerId: replacement?.Id ?? null }),
  });

const replaced = (ids: string[], gone: Named, replacement: Named | undefined) => [
  ...new Set(ids.map((id) => (id === gone.Id ? (replacement?.Id ?? id) : id))),
];

interface EditedReference<T extends { Id: string }> {
  what: string;
  kind: RecordKind<T>;
  queries: ReferenceQueries;
  parameters: Record<string, QueryParameter>;
  moved(record: T): T;
}

/** A move is an ordinary edit of the record: it is in its history and makes open editors stale. */
function editedUse<T extends { Id: string }>(reference: EditedReference<T>): Use {
  return referenceOf({
    ...reference,
    moved: (record, context: WriteContext) => ({ ...reference.moved(record), ...editedBy(context) }),
    changes: (before, after) => ({
      action: `${reference.kind.type}.updated`,
      subject: after.Id,
      changes: fieldChanges(before, reference.moved(before)),
    }),
  });
}
