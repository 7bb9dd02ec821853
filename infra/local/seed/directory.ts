import type { DocumentStore, Partition } from '@handoff/functions/platform/ports';
import {
  businessDomainKind,
  userId,
  userKind,
  type StoredUser,
} from '@handoff/functions/records/user-records';
import { listsKind, type DomainLists } from '@handoff/functions/records/agency-records';
import type { RecordKind } from '@handoff/functions/platform/record-kind';
import { splitName } from '@handoff/shared/domain/person/contact';
import type { BusinessDomain } from '@handoff/shared/domain/access/user';
import { evergreen, everybody, harbor, type DemoPerson } from '../demo-people.ts';
import { tenantId } from '../installation.ts';
import { createIfAbsent } from './create-if-absent.ts';

const agencies: BusinessDomain[] = [
  { Id: harbor, Name: 'Harbor Home Care', Color: 'teal', States: ['CT', 'MA', 'RI'], Npis: ['1999999984'] },
  {
    Id: evergreen,
    Name: 'Evergreen Hospice',
    Color: 'grape',
    States: ['VT', 'NH', 'ME'],
    Npis: ['1234567893'],
  },
];

export const documentTypes = [
  'Face sheet',
  'Referral order',
  'History and physical',
  'Discharge summary',
  'Medication list',
  'Insurance card',
  'Consent',
] as const;
const required: readonly string[] = ['Face sheet', 'Referral order'];

const lists: DomainLists = {
  Id: 'lists',
  SettingsDocumentTypesInfo: documentTypes.map((Name) => ({
    Id: documentTypeId(Name),
    Name,
    Required: required.includes(Name),
  })),
  SettingsReferralStatusesInfo: [
    { Id: 'status-new', Name: 'New', Color: 'blue', Terminal: false },
    { Id: 'status-in-review', Name: 'In review', Color: 'yellow', Terminal: false },
    { Id: 'status-eligibility', Name: 'Checking eligibility', Color: 'orange', Terminal: false },
    { Id: 'status-scheduled', Name: 'Visit scheduled', Color: 'teal', Terminal: false },
    { Id: 'status-admitted', Name: 'Admitted', Color: 'green', Terminal: true },
    { Id: 'status-declined', Name: 'Declined', Color: 'red', Terminal: true },
    { Id: 'status-withdrawn', Name: 'Withdrawn', Color: 'gray', Terminal: true },
  ],
  SettingsEligibilityStatusesInfo: [
    { Id: 'eligibility-unchecked', Name: 'Not checked', Color: 'gray', Terminal: false },
    { Id: 'eligibility-review', Name: 'Needs review', Color: 'yellow', Terminal: false, SetBy: ['issues'] },
    { Id: 'eligibility-eligible', Name: 'Eligible', Color: 'green', Terminal: true, SetBy: ['eligible'] },
    { Id: 'eligibility-advantage', Name: 'Medicare Advantage', Color: 'grape', Terminal: true },
    { Id: 'eligibility-not', Name: 'Not eligible', Color: 'red', Terminal: true, SetBy: ['notEligible'] },
  ],
};

export function documentTypeId(name: (typeof documentTypes)[number]): string {
  return `doctype-${name.toLowerCase().replaceAll(' ', '-')}`;
}

/** People, agencies and their lists: what must be there before anybody can call the API. */
export async function seedDirectory(store: DocumentStore): Promise<void> {
  const system = store.app('sys');
  for (const agency of agencies) {
    await create(system, businessDomainKind, agency);
    await create(store.app(`d:${agency.Id}`), listsKind, lists);
  }
  for (const [, person] of everybody) {
    const user = userOf(person);
    if (user) await create(system, userKind, user);
  }
}

function create<T extends { Id: string }>(
  partition: Partition,
  kind: RecordKind<T>,
  record: T,
): Promise<void> {
  const checked = kind.schema.parse(record);
  return createIfAbsent(partition, { ...checked, id: checked.Id, type: kind.type, DeletedAt: null });
}

function userOf({ oid, name, email, access }: DemoPerson): StoredUser | undefined {
  return (
    access && {
      Id: userId(oid),
      Etag: 'seed',
      ObjectId: oid,
      TenantId: tenantId,
      FullName: name,
      ...splitName(name),
      Email: email,
      ServerAuthenticated: 1,
      Active: true,
      SystemRole: access.system,
      RolesWithinAgencies: access.agencies,
      DomainIds: access.agencies.map((agency) => agency.BusinessDomainId),
    }
  );
}
