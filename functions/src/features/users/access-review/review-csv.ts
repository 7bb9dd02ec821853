import type { ReviewedAccess } from '@handoff/shared/domain/access/access-review';
import { csvOf, type CsvColumn } from '../../../core/csv-export.ts';

const columns: readonly CsvColumn<ReviewedAccess>[] = [
  ['Person', ({ FullName }) => FullName],
  ['E-mail', ({ Email }) => Email],
  ['Role within the agency', ({ RoleWithinAgency }) => RoleWithinAgency],
  ['System role', ({ SystemRole }) => SystemRole],
  ['Rights', ({ Rights }) => Rights.join(' ')],
  ['Last sign-in (UTC)', ({ LastSignInAt }) => LastSignInAt],
  ['Last activity (UTC)', ({ LastActivityAt }) => LastActivityAt],
  ['Inactive', ({ IsInactive }) => (IsInactive ? 'yes' : 'no')],
  ['Role given (UTC)', ({ RoleGiven }) => RoleGiven?.At],
  ['Role given by', ({ RoleGiven }) => RoleGiven?.By],
  ['Last confirmed (UTC)', ({ Confirmed }) => Confirmed?.At],
  ['Confirmed by', ({ Confirmed }) => Confirmed?.By.FullName],
  ['Confirmed as', ({ Confirmed }) => Confirmed?.RoleWithinAgency],
  ['Review due (UTC)', ({ DueAt }) => DueAt],
  ['Due now', ({ IsDue }) => (IsDue ? 'yes' : 'no')],
  ['Person id', ({ Id }) => Id],
];

/** Lists everyone with all their rights by name, because the file is evidence that the review took place. */
export const reviewCsv = (reviewed: readonly ReviewedAccess[]): string => csvOf(columns, reviewed);
