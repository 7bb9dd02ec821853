import type { AgencyRole, SystemRole } from '@handoff/shared/domain/access/role';
import type { Person } from './identity/identity-options.ts';

/** Names in the seed; the product gives each agency its own id. */
export const harbor = 'domain-harbor';
export const evergreen = 'domain-evergreen';
export const demoAgencyNames: Record<string, string> = {
  [harbor]: 'Harbor Home Care',
  [evergreen]: 'Evergreen Hospice',
};

export type LocalPerson = Person & { title: string };
export type DemoPerson = LocalPerson & {
  /** Absent for a person whom Handoff does not know yet. */
  access?: { system: SystemRole; agencies: { BusinessDomainId: string; RoleWithinAgency: AgencyRole }[] };
};

/** By the short name for `npm run token -- <name>`. None of these people exist. */
export const people = {
  ada: {
    oid: '0a000001-0000-4000-8000-000000000001',
    name: 'Ada Quillsample',
    email: 'ada@handoff.example',
    title: 'Administrator of the system',
    access: { system: 'Administrator', agencies: [] },
  },
  marcus: {
    oid: '0a000001-0000-4000-8000-000000000002',
    name: 'Marcus Halesample',
    email: 'marcus@harbor.example',
    title: 'Manager at Harbor Home Care',
    access: { system: 'User', agencies: [{ BusinessDomainId: harbor, RoleWithinAgency: 'Manager' }] },
  },
  ana: {
    oid: '0a000001-0000-4000-8000-000000000003',
    name: 'Ana Marshdemo',
    email: 'ana@harbor.example',
    title: 'Intake at Harbor Home Care',
    access: { system: 'User', agencies: [{ BusinessDomainId: harbor, RoleWithinAgency: 'Intake' }] },
  },
  cleo: {
    oid: '0a000001-0000-4000-8000-000000000004',
    name: 'Cleo Wintertest',
    email: 'cleo@harbor.example',
    title: 'Clinician at Harbor Home Care',
    access: { system: 'User', agencies: [{ BusinessDomainId: harbor, RoleWithinAgency: 'Clinician' }] },
  },
  victor: {
    oid: '0a000001-0000-4000-8000-000000000005',
    name: 'Victor Lanedemo',
    email: 'victor@harbor.example',
    title: 'Viewer at Harbor Home Care',
    access: { system: 'User', agencies: [{ BusinessDomainId: harbor, RoleWithinAgency: 'Viewer' }] },
  },
  oscar: {
    oid: '0a000001-0000-4000-8000-000000000006',
    name: 'Oscar Pinesample',
    email: 'oscar@evergreen.example',
    title: 'Manager at Evergreen Hospice',
    access: { system: 'User', agencies: [{ BusinessDomainId: evergreen, RoleWithinAgency: 'Manager' }] },
  },
  ivy: {
    oid: '0a000001-0000-4000-8000-000000000007',
    name: 'Ivy Frosttest',
    email: 'ivy@evergreen.example',
    title: 'Intake at Evergreen Hospice',
    access: { system: 'User', agencies: [{ BusinessDomainId: evergreen, RoleWithinAgency: 'Intake' }] },
  },
  bea: {
    oid: '0a000001-0000-4000-8000-000000000008',
    name: 'Bea Crossdemo',
    email: 'bea@harbor.example',
    title: 'Intake at Harbor, Manager at Evergreen',
    access: {
      system: 'User',
      agencies: [
        { BusinessDomainId: harbor, RoleWithinAgency: 'Intake' },
        { BusinessDomainId: evergreen, RoleWithinAgency: 'Manager' },
      ],
    },
  },
  noah: {
    oid: '0a000001-0000-4000-8000-000000000009',
    name: 'Noah Waitetest',
    email: 'noah@harbor.example',
    title: 'New here, has no access yet',
  },
  pat: {
    oid: '0a000001-0000-4000-8000-000000000010',
    name: 'Pat Newdemo',
    email: 'pat@harbor.example',
    title: 'Expected at Harbor Home Care, has no access yet',
  },
} satisfies Record<string, DemoPerson>;

export type PersonName = keyof typeof people;

export const everyone: [name: string, person: DemoPerson][] = Object.entries(people);
