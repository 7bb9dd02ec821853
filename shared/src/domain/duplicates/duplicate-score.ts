import type { DuplicateScore } from '../referral/referral-checks.ts';
import { likeness, plainName } from './name-likeness.ts';
import { shareNickname } from './nicknames.ts';

/** The fields by which two people are compared; numbers may be hashed, because only their equality counts. */
export interface Identity {
  FirstName: string;
  LastName: string;
  /** ISO date. */
  DateOfBirth: string;
  Phone: string;
  ZipCode: string;
  Mbi: string | undefined;
  Ssn: string | undefined;
}

const PROBABLE = 55;
const POSSIBLE = 40;

interface Finding {
  points: number;
  reason: string;
}

/** How likely both are one person, and why; undefined when too unlikely for a warning. */
export function duplicateScore(a: Identity, b: Identity): DuplicateScore | undefined {
  // Little more than a number to call back may be known.
  const isBirthKnown = a.DateOfBirth !== '' && b.DateOfBirth !== '';
  const findings = [
    ...numbersOf(a, b),
    ...personOf(a, b),
    ...same('phone number', isBirthKnown ? 12 : 20, [a.Phone, b.Phone]),
    ...same('ZIP code', 6, [a.ZipCode, b.ZipCode]),
  ];
  const Conflict = numberConflict(a, b);
  const Score = findings.reduce((sum, { points }) => sum + points, 0);
  if (Score < POSSIBLE && !sharesNumber(a, b)) return undefined;
  return {
    Score,
    Likelihood: Score >= PROBABLE ? 'probable' : 'possible',
    Reasons: findings
      .filter((finding) => finding !== notKnown)
      .toSorted((x, y) => y.points - x.points)
      .map(({ reason }) => reason),
    ...(Conflict !== undefined && { Conflict }),
  };
}

/** Two people have one number. One difference alone may be a new last name, a nickname or a mistyped date. */
export function numberConflict(a: Identity, b: Identity): string | undefined {
  const [shared] = numbersOf(a, b).filter(({ points }) => points > 0);
  const differing = personOf(a, b).filter(({ points }) => points < 0);
  if (!shared || differing.length < 2) return undefined;
  const number = shared.reason.replace('Same ', '');
  return `One of the two numbers is wrong: ${personText(a)} and ${personText(b)} have the same ${number}.`;
}

/** "Pretendez, Ray, born 03/01/1948". */
function personText({ LastName, FirstName, DateOfBirth }: Identity): string {
  const [year, month, day] = DateOfBirth.split('-');
  const name = [LastName, FirstName].filter((part) => part !== '').join(', ');
  return day === undefined ? name : `${name}, born ${month}/${day}/${year}`;
}

const numbersOf = (a: Identity, b: Identity): Finding[] => [
  ...sameNumber('Medicare number', a.Mbi, b.Mbi),
  ...sameNumber('social security number', a.Ssn, b.Ssn),
];

const personOf = (a: Identity, b: Identity): Finding[] => [
  lastNames(plainName(a.LastName), plainName(b.LastName)),
  firstNames(plainName(a.FirstName), plainName(b.FirstName)),
  datesOfBirth(a.DateOfBirth, b.DateOfBirth),
];

/** A number belongs to one person: two records with the same one are of one person, or one of them was mistyped. */
const sharesNumber = (a: Identity, b: Identity): boolean => numbersOf(a, b).some(({ points }) => points > 0);

function sameNumber(name: string, a: string | undefined, b: string | undefined): Finding[] {
  if (!a || !b) return [];
  return [a === b ? { points: 60, reason: `Same ${name}` } : { points: -40, reason: `Different ${name}s` }];
}

const notKnown: Finding = { points: 0, reason: '' };

function lastNames(a: string, b: string): Finding {
  const alike = likeness(a, b);
  if (alike > 0.99) return { points: 20, reason: 'Same last name' };
  if (alike > 0.88) return { points: 13, reason: 'Almost the same last name' };
  return { points: -10, reason: 'Different last names' };
}

function firstNames(a: string, b: string): Finding {
  if (a === '' || b === '') return notKnown;
  const alike = likeness(a, b);
  if (alike > 0.99) return { points: 15, reason: 'Same first name' };
  if (shareNickname(a, b)) return { points: 15, reason: 'First names with a shared nickname' };
  if (alike > 0.85) return { points: 9, reason: 'Almost the same first name' };
  return { points: -15, reason: 'Different first names' };
}

function datesOfBirth(a: string, b: string): Finding {
  if (a === '' || b === '') return notKnown;
  if (a === b) return { points: 30, reason: 'Same date of birth' };
  const [yearA, monthA, dayA] = a.split('-');
  const [yearB, monthB, dayB] = b.split('-');
  if (yearA === yearB && monthA === dayB && dayA === monthB)
    return { points: 18, reason: 'Day and month of birth are swapped' };
  const differing = [yearA !== yearB, monthA !== monthB, dayA !== dayB].filter(Boolean).length;
  if (differing === 1) return { points: 6, reason: 'The date of birth differs in one part' };
  return { points: -25, reason: 'Different dates of birth' };
}

function same(name: string, points: number, [a, b]: [string, string]): Finding[] {
  return a !== '' && a === b ? [{ points, reason: `Same ${name}` }] : [];
}
