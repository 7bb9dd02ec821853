import type { TestApi } from '../api.ts';
import { EVERGREEN, HARBOR, people } from '../people.ts';
import { expectedId, ownerOfReferral } from './example-records.ts';
import { notificationExamples } from './notification-examples.ts';

const peopleCsv = 'E-mail,Roles\nnora@example.org,Harbor Home Care: Intake\n';
const vic = `user-${people.vic.oid}`;

export const userExamples = {
  check: {
    as: 'sam',
    input: () => ({
      body: {
        FullName: people.sam.name,
        Email: 'sam@example.org',
        TenantId: '',
        LocalAccountId: '',
        FirstName: 'Sam',
        LastName: 'Stranger',
        Device: 'Chrome on Windows',
      },
    }),
  },
  securityInfo: { as: 'vic', input: () => ({}) },
  businessDomains: { as: 'vic', input: () => ({}) },
  switchBusinessDomain: { as: 'bo', input: () => ({ body: { BusinessDomainId: EVERGREEN } }) },
  sessions: { as: 'vic', input: () => ({ query: {} }) },
  signOut: { as: 'ada', input: () => ({ body: { Id: vic } }) },
  list: { as: 'ada', input: () => ({ query: {} }) },
  ...notificationExamples,
  waiting: { as: 'ada', input: () => ({}) },
  expected: { as: 'ada', input: () => ({}) },
  addExpected: {
    as: 'ada',
    input: () => ({
      body: {
        Email: 'nia@example.org',
        SystemRole: 'User' as const,
        RolesWithinAgencies: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Viewer' as const }],
      },
    }),
  },
  removeExpected: {
    as: 'ada',
    input: async (handoff: TestApi) => ({ body: { Id: await expectedId(handoff) } }),
  },
  openWork: { as: 'ada', input: () => ({ query: { BusinessDomainId: HARBOR, UserId: vic } }) },
  handOverWork: {
    as: 'ada',
    input: async (handoff: TestApi) => ({
      body: { BusinessDomainId: HARBOR, FromUserId: await ownerOfReferral(handoff), ToUserId: vic },
    }),
  },
  openReferrals: { as: 'ada', input: () => ({}) },
  exportFile: { as: 'ada', input: () => ({}) },
  previewImport: { as: 'ada', input: () => ({ body: { Csv: peopleCsv } }) },
  applyImport: { as: 'ada', input: () => ({ body: { Csv: peopleCsv } }) },
  accessReview: { as: 'mia', input: () => ({ query: {} }) },
  confirmAccess: { as: 'mia', input: () => ({ body: { People: [{ Id: vic, Etag: 'seeded' }] } }) },
  removeAccess: { as: 'mia', input: () => ({ body: { Id: vic } }) },
  accessReviewFile: { as: 'mia', input: () => ({ query: {} }) },
  create: {
    as: 'ada',
    input: () => ({
      body: {
        LocalAccountId: '00000000-0000-4000-8000-000000000099',
        FullName: 'Nia Newcomer',
        Email: 'nia@example.org',
        SystemRole: 'User' as const,
        RolesWithinAgencies: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Viewer' as const }],
      },
    }),
  },
  update: {
    as: 'ada',
    input: () => ({ body: { Id: vic, Etag: 'seeded', FullName: 'Vic Viewer-Jones' } }),
  },
  remove: { as: 'ada', input: () => ({ body: { Id: vic } }) },
} as const;
