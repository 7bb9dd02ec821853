import type { ReviewedAccess } from '@handoff/shared/domain/access/access-review';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { stringify } from 'csv-stringify/sync';

const header = [
  'Person',
  'E-mail',
  'Role within the agency',
  'System role',
  'Rights',
  'Last sign-in (UTC)',
  'Last activity (UTC)',
  'Inactive',
  'Role given (UTC)',
  'Role given by',
  'Last confirmed (UTC)',
  'Confirmed by',
  'Confirmed as',
  'Review due (UTC)',
  'Due now',
  'Person id',
] as const;

/** Lists everyone with all their rights by name, because the file is evidence that the review took place. */
export function reviewCsv(reviewed: readonly ReviewedAccess[]): string {
  const rows = reviewed.map((access) => {
    const { RoleGiven, Confirmed } = access;
    return [
      access.FullName,
      access.Email,
      access.RoleWithinAgency,
      access.SystemRole,
      access.Rights.join(' '),
      access.LastSignInAt,
      access.LastActivityAt,
      access.IsInactive ? 'yes' : 'no',
      RoleGiven?.At,
      RoleGiven?.By,
      Confirmed?.At,
      Confirmed?.By.FullName,
      Confirmed?.RoleWithinAgency,
      access.DueAt,
      access.IsDue ? 'yes' : 'no',
      access.Id,
    ];
  });
  return stringify([header, ...rows], csvFormat);
}
