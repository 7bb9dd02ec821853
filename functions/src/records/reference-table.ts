import type { ListName } from '@handoff/shared/domain/agency/list-settings';
import type { RecordKind } from '../core/unit-of-work.ts';
import { editedBy } from './concurrency-check.ts';
import { fieldChanges } from './field-changes.ts';
import { capacityKind, insuranceKind, partnerKind, serviceAreaKind } from './kinds/agency-records.ts';
import { documentKind, referralKind } from './kinds/referral-records.ts';
import { referenceOf, type Use } from './references.ts';
import { including, includingPart, type Where, select } from './select.ts';

interface Named {
  Id: string;
  Name: string;
}

interface Gone extends Named {
  /** Another record of its kind has the same name, so what names it keeps a record without it. */
  isNameShared?: boolean;
}

type UseOf = (gone: Gone, replacement: Named | undefined) => Use[];

/** Types of the records that a move of their references edits. */
type Referring = 'referral' | 'document' | 'partner' | 'service-area' | 'insurance' | 'capacity';

interface ReferenceField<T extends { Id: string }> {
  /** The records, as in "referrals". */
  what: string;
  kind: RecordKind<T> & { type: Referring };
  /** The field with the id, where `[]` means each element of a list. */
  path: string;
  /** Says which records of the kind count, when not all do. */
  where?: Where<object>;
}

function byId<T extends { Id: string }>(of: ReferenceField<T>, by: 'Id' | 'Name' = 'Id'): UseOf {
  return (gone, to) =>
    by === 'Name' && gone.isNameShared ? [] : [useOf({ ...of, from: gone[by], to: (to ?? gone)[by] })];
}

/** Referrals keep names as given at intake. Only open ones use them: a closed one is history. */
const byName = (path: string) =>
  byId(
    { what: 'open referrals', kind: referralKind, path, where: whereAt('Decision.Kind', 'Pending') },
    'Name',
  );

const asked = { what: 'referrals', kind: referralKind };
const partners = { what: 'agencies', kind: partnerKind };

export type Referred = ListName | 'partner' | 'payer' | 'plan' | 'serviceArea' | 'insurance';

/** Every field by which records refer to entries of the agency's lists and directory. */
const references: Record<Referred, UseOf[]> = {
  SettingsDocumentTypesInfo: [byId({ what: 'documents', kind: documentKind, path: 'DocumentTypeId' })],
  SettingsReferralStatusesInfo: [byId({ ...asked, path: 'StatusId' })],
  SettingsEligibilityStatusesInfo: [byId({ ...asked, path: 'EligibilityStatusId' })],
  SettingsDeclineReasonsInfo: [byId({ ...asked, path: 'Decision.Reason' })],
  SettingsDisciplinesInfo: [
    byId({ ...asked, path: 'Services[]' }),
    byId({ what: 'service areas', kind: serviceAreaKind, path: 'Disciplines[]' }),
    byId({ what: 'capacity entries', kind: capacityKind, path: 'Discipline' }),
  ],
  partner: [byName('Source.Organization')],
  payer: [
    byName('Payers[].Name'),
    byId({ ...partners, path: 'ContractedPayerIds[]' }),
    byId({ what: 'insurances', kind: insuranceKind, path: 'ContractedPayerId' }),
  ],
  // Checks name plans by the numbers that CMS gives them.
  plan: [],
  serviceArea: [byId({ ...partners, path: 'ServiceAreaIds[]' })],
  insurance: [byName('Payers[].Name')],
};

/** Without a replacement the uses can only be counted. */
export const usesOf = (of: Referred, gone: Gone, replacement?: Named): Use[] =>
  references[of].flatMap((use) => use(gone, replacement));

interface Moving<T extends { Id: string }> extends ReferenceField<T> {
  from: string;
  to: string;
}

/** A move is an edit of the record like any other: it shows in its history and makes open editors stale. */
function useOf<T extends { Id: string }>({ what, kind, path, where = {}, from, to }: Moving<T>): Use {
  const steps = path.replaceAll('[]', '.[]').split('.');
  const moved = (record: T) => kind.schema.parse(replaceAt(record, steps, { from, to }));
  return referenceOf({
    what,
    kind,
    found: select<{ Id: string }>(kind, { where: { AND: [where, whereAt(path, from)] } }),
    moved: (record, context) => ({ ...moved(record), ...('Etag' in record && editedBy(context)) }),
    changes: (before) => ({
      action: `${kind.type}.updated`,
      subject:
        'ReferralId' in before && typeof before.ReferralId === 'string' ? before.ReferralId : before.Id,
      changes: fieldChanges(before, moved(before)),
    }),
  });
}

function whereAt(path: string, value: string): Where<object> {
  const [list = '', field] = path.split('[]');
  if (field === '') return { [list]: including(value) };
  if (field !== undefined) return { [list]: includingPart({ [field.slice(1)]: value }) };
  const [first = '', second] = path.split('.');
  return { [first]: second === undefined ? value : { [second]: value } };
}

function replaceAt(value: unknown, steps: string[], change: { from: string; to: string }): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value === change.from ? change.to : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return [...new Set(value.map((each) => replaceAt(each, rest, change)))];
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    name === step ? replaceAt(each, rest, change) : each,
  ]);
  return Object.fromEntries(fields);
}
