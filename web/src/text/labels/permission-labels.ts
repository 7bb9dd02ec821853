import {
  AgencyRole,
  type Permission,
  permissionsByAgencyRole,
  permissionsBySystemRole,
  SystemRole,
} from '@handoff/shared/domain/access/role';

interface Words {
  group: 'Referrals' | 'Eligibility' | 'Agency' | 'System';
  /** The permission in the words of the people who have it. */
  text: string;
}

export const rightWords: Record<Permission, Words> = {
  'referrals.read': { group: 'Referrals', text: 'Read referrals, notes and documents' },
  'referrals.edit': { group: 'Referrals', text: 'Record, change, accept and decline' },
  'referrals.send': { group: 'Referrals', text: 'Begin a referral with a file of another system' },
  'fhir.read': { group: 'Referrals', text: 'Export a referral as FHIR' },
  'documents.edit': { group: 'Referrals', text: 'Attach and delete documents' },
  'legal-holds.manage': { group: 'Referrals', text: 'Place and release legal holds' },
  'restrictions.manage': { group: 'Referrals', text: 'Restrict referrals to named people' },
  'readmission-stops.manage': { group: 'Referrals', text: 'Keep the do-not-readmit list' },
  'notes.write': { group: 'Referrals', text: 'Write notes' },
  'patient-numbers.reveal': { group: 'Referrals', text: 'Reveal SSN and Medicare numbers' },
  'eligibility.read': { group: 'Eligibility', text: 'Read the results of eligibility checks' },
  'eligibility.check': { group: 'Eligibility', text: 'Check Medicare eligibility' },
  'exchanges.read': { group: 'Eligibility', text: 'Open raw answers of payers' },
  'parties.read': { group: 'Agency', text: 'See agencies, payers and areas' },
  'parties.edit': { group: 'Agency', text: 'Change agencies, payers and areas' },
  'capacity.edit': { group: 'Agency', text: 'Change the capacity of disciplines' },
  'lists.edit': { group: 'Agency', text: 'Change statuses, document types and reasons' },
  'webhooks.manage': { group: 'Agency', text: 'Notify other systems by webhooks' },
  'setup.read': { group: 'Agency', text: 'See what is set up and what is missing' },
  'audit.read': { group: 'Agency', text: 'Read the audit trail of the agency' },
  'access.review': { group: 'Agency', text: 'Review, confirm and remove access to the agency' },
  'addresses.read': { group: 'System', text: 'Look up addresses' },
  'imports.manage': { group: 'System', text: 'Import address files' },
  'users.manage': { group: 'System', text: 'Give access and roles' },
  'agencies.manage': { group: 'System', text: 'Create and change our agencies' },
  'system-audit.read': { group: 'System', text: 'Read the audit trail of the system' },
};

export const rightGroups = ['Referrals', 'Eligibility', 'Agency', 'System'] as const;

/** The roles that a person could be given for it; an application's role is not for people. */
export const rolesWith = (permission: Permission): string =>
  [
    ...AgencyRole.options.filter(
      (role) => role !== 'Integration' && permissionsByAgencyRole[role].includes(permission),
    ),
    ...SystemRole.options.filter((role) => permissionsBySystemRole[role].includes(permission)),
  ].join(' or ');
