import type { DocumentStore, Partition } from '@handoff/functions/platform/ports';
import {
  businessDomainKind,
  userId,
  userKind,
  type StoredUser,
} from '@handoff/functions/records/user-records';
import { listsKind } from '@handoff/functions/records/agency-records';
import type { RecordKind } from '@handoff/functions/platform/record-kind';
import { listTemplate } from '@handoff/shared/domain/agency/list-templates';
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

/** People, agencies and their lists: what must be there before anybody can call the API. */
export async function seedDirectory(store: DocumentStore): Promise<void> {
  const system = store.app('sys');
  for (const agency of agencies) {
    await create(system, businessDomainKind, agency);
    await create(store.app(`d:${agency.Id}`), listsKind, {
      Id: 'lists',
      ...listTemplate(agency.Id === harbor ? 'Home care' : 'Hospice'),
    });
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
