import { startOfDay } from '@handoff/shared/domain/agency/business-domain';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { ReadContext } from '../../../core/context.ts';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { notFound, existing } from '../../../core/app-error.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { openNumber, searchKeys } from '../../../records/sealed-numbers.ts';
import { isSame } from '../rules/answer-for.ts';
import { checkKind, type StoredCheck } from '../../../records/kinds/eligibility-records.ts';
import { compareChecks } from './compare.ts';
import { atLeast, below, oneOf, select, type Where } from '../../../records/select.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';
import type { ReferralDifference, Resolution } from '@handoff/shared/domain/eligibility/past-check';
import { isMasked, maskMbi, withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import type { Referral } from '@handoff/shared/domain/referral/referral';

type Calls = MedicareHandlers;

const { timeZone } = defaultEligibilitySettings;

export const listChecks: Calls['history'] = async ({ query }, context) => {
  const { find, viewed } = context;
  const { ReferralId, SamePersonAs, CheckedFrom, CheckedTo } = query;
  const hashes =
    SamePersonAs === undefined ? undefined : await personHashes(context, await checkOf(find, SamePersonAs));
  // A number without a hash matches no check, not even its own.
  if (hashes?.length === 0) {
    viewed(listName, []);
    return { HistoricalMedicareSearches: [], Continuation: null };
  }
  const checks = checksByTime({
    ...(query.Category && { Category: query.Category }),
    ...(query.Verdict && { Verdict: query.Verdict }),
    CheckedAt: [
      ...(CheckedFrom ? [atLeast(startOfDay(CheckedFrom, timeZone).toISOString())] : []),
      ...(CheckedTo ? [below(startOfDay(addDays(CheckedTo, 1), timeZone).toISOString())] : []),
    ],
    ...(ReferralId !== undefined && { ReferralId }),
    ...(hashes && { MbiHash: oneOf(hashes) }),
  });
  const page = await find.list(checks, { continuation: query.Continuation });
  const shown = await ofReferralsThatAreThere(find, page.items);
  viewed(listName, shown.flatMap(withReferral));
  return { HistoricalMedicareSearches: shown, Continuation: page.Continuation };
};

export const checkById: Calls['byId'] = async ({ query }, { find, viewed }) => {
  const MedicareCheck = await checkOf(find, query.id);
  viewed(MedicareCheck.Id, withReferral(MedicareCheck));
  return { MedicareCheck };
};

export const compareTwo: Calls['compare'] = async ({ query }, context) => {
  const { find, viewed } = context;
  const [Before, After] = [await checkOf(find, query.before), await checkOf(find, query.after)];
  viewed(After.Id, [Before, After].flatMap(withReferral));
  const isKnown = Before.MbiHash !== null && After.MbiHash !== null;
  const IsSamePerson = isKnown
    ? (await personHashes(context, Before)).some((hash) => hash === After.MbiHash) &&
      mayBeOnePerson(Before, After)
    : null;
  return { Before, After, IsSamePerson, ...compareChecks(Before, After, IsSamePerson !== false) };
};

/** A number may be typed for two people; a person may have a new name or another birth date, but not both. */
export const mayBeOnePerson = (one: StoredCheck, other: StoredCheck): boolean =>
  one.DateOfBirth === other.DateOfBirth ||
  (isSame(one.LastName, other.LastName) && isSame(one.FirstName, other.FirstName));

/** Includes every version of the key, because checks of one person may still have older hashes. */
async function personHashes(
  { fieldKeys, caller }: Pick<ReadContext, 'fieldKeys' | 'caller'>,
  { Id, MbiHash, Sealed }: StoredCheck,
): Promise<string[]> {
  if (MbiHash === null) return [];
  const { index } = await fieldKeys.versions();
  if (index.known.length === 1) return [MbiHash];
  const owner = { domainId: caller.businessDomainId, id: Id, type: checkKind.type };
  const mbi = await openNumber(fieldKeys, owner, { Sealed, field: 'Mbi' });
  if (mbi === undefined) return [MbiHash];
  return [
    ...new Set([MbiHash, ...(await searchKeys(fieldKeys, owner.domainId, { field: 'Mbi', text: mbi }))]),
  ];
}

const listName = 'List of eligibility checks';

/** A view of a check is also a view of its referral. */
export const withReferral = ({ Id, ReferralId }: StoredCheck) =>
  ReferralId === null ? [Id] : [Id, ReferralId];

export async function checkOf(find: Reader, id: string): Promise<StoredCheck> {
  const check = await find.get(checkKind, id);
  const [shown] = check ? await ofReferralsThatAreThere(find, [check]) : [];
  if (!shown) throw notFound('This check');
  return shown;
}

/** Leaves out checks of deleted referrals, and adds the differences from the current referral. */
async function ofReferralsThatAreThere(find: Reader, checks: readonly StoredCheck[]): Promise<StoredCheck[]> {
  const ids = [...new Set(checks.flatMap(({ ReferralId }) => ReferralId ?? []))];
  const found = await Promise.all(ids.map((id) => find.get(referralKind, id)));
  const there = new Map(found.flatMap((referral) => (referral ? [[referral.Id, referral] as const] : [])));
  return checks.flatMap((check) => {
    const referral = there.get(check.ReferralId ?? '');
    if (referral) return [{ ...check, ReferralDiffers: differencesNow(check, referral) }];
    return check.ReferralId === null ? [check] : [];
  });
}

export const checksByTime = (where: Where<StoredCheck>) =>
  select(checkKind, { withDeleted: true, where, order: ['type ASC', 'CheckedAt DESC'] });

export const answered = ['eligible', 'issues', 'notEligible'] as const;

/** The checks of a referral to which Medicare answered; the last is first. */
export const answersFor = (ReferralId: string) => checksByTime({ ReferralId, Verdict: oneOf(answered) });

/** Stored with a check: the referral's insurance at that time, with masked numbers. */
export const payersOf = (referral: Referral): string =>
  JSON.stringify(
    withMaskedNumbers(referral).Payers.map(({ Name, Plan, MemberId }) => [Name, Plan, MemberId]),
  );

/** Compares the current referral with the check, because an answer to different details may no longer apply. */
export function differencesNow(check: StoredCheck, referral: Referral): ReferralDifference[] {
  const { Patient } = referral;
  const isNamed = isSame(Patient.LastName, check.LastName) && isSame(Patient.FirstName, check.FirstName);
  const number = Patient.Mbi ?? '';
  const isNumber = number === '' || check.Mbi === '' || masked(number) === check.Mbi;
  return [
    ...(isNamed ? [] : ['name' as const]),
    ...(Patient.DateOfBirth === check.DateOfBirth ? [] : ['birth date' as const]),
    ...(isNumber ? [] : ['Medicare number' as const]),
    ...(check.Payers === undefined || check.Payers === payersOf(referral) ? [] : ['insurance' as const]),
  ];
}

const masked = (number: string): string => (isMasked(number) ? number : maskMbi(number));

/** Leaves the verdict as Medicare gave it: only another check changes that. */
export const resolveFinding: MedicareHandlers['resolve'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const { Id, Finding, How } = body;
  // Refuses a check whose referral was deleted.
  await checkOf(work, Id);
  const check = existing(await work.get(checkKind, Id), 'This check');
  if (!check.Findings.some(({ Text }) => Text === Finding)) throw notFound('This finding');
  const { Resolutions: former = [] } = check;
  const resolution: Resolution = { Finding, How, By: caller.person, At: now.toISOString() };
  const others = former.filter((each) => each.Finding !== Finding);
  const resolved = { ...check, Resolutions: How === '' ? others : [...others, resolution] };
  work.replace(checkKind, check, resolved);
  work.record({
    action: How === '' ? 'finding.reopened' : 'finding.resolved',
    subject: Id,
    changes: [
      { field: 'Resolution', old: former.find((each) => each.Finding === Finding)?.How ?? null, new: How },
    ],
    topic: 'eligibilityCheck',
  });
  return { MedicareCheck: resolved };
};
