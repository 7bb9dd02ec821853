/** The closed list of what a person may do; which role may what stands in role.ts. */
export const permissions = [
  'referrals.read',
  'referrals.edit',
  'documents.edit',
  'notes.write',
  'patient-numbers.reveal',
  'eligibility.check',
  'exchanges.read',
  'parties.read',
  'parties.edit',
  'lists.edit',
  'addresses.read',
  'imports.manage',
  'users.manage',
  'audit.read',
  'system-audit.read',
] as const;

export type Permission = (typeof permissions)[number];
