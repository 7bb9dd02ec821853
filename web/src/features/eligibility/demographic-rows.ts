import type { FullPastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import type { EligibilityBeneficiary } from '@handoff/shared/domain/eligibility/answer/result';
import { formatDay } from '../../lib/format.ts';

export interface DemographicRow {
  name: string;
  entered: string;
  medicare: string;
  differs: boolean;
}

type Entered = Pick<FullPastCheck, 'FirstName' | 'LastName' | 'DateOfBirth' | 'Mbi'>;

export function demographicRows(entered: Entered, medicare: EligibilityBeneficiary): DemographicRow[] {
  return [
    row('Last name', entered.LastName, medicare.LastName),
    row('First name', entered.FirstName, medicare.FirstName),
    row('Date of birth', day(entered.DateOfBirth), day(medicare.DateOfBirth ?? '')),
    row('Medicare number', entered.Mbi, medicare.Mbi),
  ];
}

function row(name: string, entered: string, medicare: string): DemographicRow {
  // What Medicare leaves out is no difference.
  const differs = medicare !== '' && plain(entered) !== plain(medicare);
  return { name, entered, medicare: medicare || 'not given', differs };
}

/** Accents, case and punctuation are lost on the way to Medicare. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}*]/gu, '')
    .toUpperCase();

const day = (iso: string) => (/^\d{4}-\d{2}-\d{2}$/.test(iso) ? formatDay(iso) : iso);
