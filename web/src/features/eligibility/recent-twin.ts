import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { maskMbi, plainNumber } from '@handoff/shared/domain/mbi';
import type { CheckValues } from './check-values.ts';
import { resultPath } from './verdicts.ts';

const RECENT_MS = 10 * 60_000;

/** The same question, answered within the last ten minutes: asking again is paid for again. */
export function recentTwin(
  values: CheckValues,
  recent: readonly PastCheck[],
  now = Date.now(),
): PastCheck | undefined {
  const asked = identityOf({ ...values, Mbi: maskMbi(plainNumber(values.Mbi)) });
  return recent.find(
    (check) =>
      resultPath(check) !== undefined &&
      now - Date.parse(check.CheckedAt) <= RECENT_MS &&
      identityOf(check) === asked,
  );
}

type Identity = Pick<
  PastCheck,
  'Mbi' | 'FirstName' | 'LastName' | 'DateOfBirth' | 'DateOfService' | 'Category'
>;

const identityOf = ({ Mbi, FirstName, LastName, DateOfBirth, DateOfService, Category }: Identity) =>
  [Mbi, FirstName.trim(), LastName.trim(), DateOfBirth, DateOfService, Category].join('|').toLowerCase();
