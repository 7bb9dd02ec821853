import { api as contract } from '@handoff/shared/contract/api';
import { REVIEW_EVERY_DAYS } from '@handoff/shared/domain/access/access-review';
import {
  proposedBusinessDomain,
  type NewBusinessDomain,
} from '@handoff/shared/domain/agency/business-domain';
import { everyone, harbor, people, type DemoPerson, type PersonName } from '../demo-people.ts';
import type { SeedApi } from './in-process-api.ts';

const demoAgencies: NewBusinessDomain[] = [
  {
    ...proposedBusinessDomain,
    Name: 'Harbor Home Care',
    Address: { StreetAddress: '40 SAMPLE WHARF', City: 'NEW HAVEN', State: 'CT', ZipCode: '06510' },
    States: ['CT', 'MA', 'RI'],
    Npis: ['1999999984'],
  },
  {
    ...proposedBusinessDomain,
    Name: 'Evergreen Hospice',
    Kind: 'Hospice',
    Color: 'grape',
    Address: { StreetAddress: '9 DEMO ORCHARD LN', City: 'BRATTLEBORO', State: 'VT', ZipCode: '05301' },
    States: ['VT', 'NH', 'ME'],
    Npis: ['1234567893'],
  },
];

const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '', FirstName: '', LastName: '' };

/**
 * Plays the first day: Ada signs in, makes the agencies and gives everyone access; Noah came yesterday and waits, Pat
 * is invited.
 */
export async function seedDirectory(api: SeedApi): Promise<void> {
  // Long enough ago that everyone's access is due for review.
  const firstDay = (REVIEW_EVERY_DAYS + 10) * 1440;
  const byAda = (key: string) => ({ as: 'ada' as const, minutesAgo: firstDay, key });
  await api.call(contract.users.check, { body: account }, byAda('ada signs in'));
  for (const agency of demoAgencies)
    await api.call(contract.businessDomains.create, { body: agency }, byAda(`agency ${agency.Name}`));
  for (const [name, person] of everyone)
    if (person.access && name !== 'ada') await giveAccess(api, { person, by: byAda(`access ${name}`) });

  const { pat } = people;
  const expected = {
    Email: pat.email,
    SystemRole: 'User' as const,
    RolesWithinAgencies: [
      { BusinessDomainId: await api.domainIdOf(harbor), RoleWithinAgency: 'Intake' as const },
    ],
  };
  await api.call(contract.users.addExpected, { body: expected }, byAda('pat is expected'));
  await api.call(
    contract.users.check,
    { body: account },
    { as: 'noah', minutesAgo: 1_000, key: 'noah signs in' },
  );
}

interface Access {
  person: DemoPerson;
  by: { as: PersonName; minutesAgo: number; key: string };
}

async function giveAccess(api: SeedApi, { person, by }: Access): Promise<void> {
  const roles = await Promise.all(
    (person.access?.agencies ?? []).map(async ({ BusinessDomainId, RoleWithinAgency }) => ({
      BusinessDomainId: await api.domainIdOf(BusinessDomainId),
      RoleWithinAgency,
    })),
  );
  const body = {
    LocalAccountId: person.oid,
    FullName: person.name,
    Email: person.email,
    SystemRole: person.access?.system ?? 'User',
    RolesWithinAgencies: roles,
  };
  await api.call(contract.users.create, { body }, by);
}
