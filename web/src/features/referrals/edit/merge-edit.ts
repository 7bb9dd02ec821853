import type { Referral, ReferralUpdate } from '@handoff/shared/domain/referral/referral';
import type { Side } from '../../../components/form/form-state.ts';

/** The fields of a referral that people edit, as an update sends them. */
export type ReferralEdit = Omit<ReferralUpdate, 'Id' | 'Etag'>;

export interface Versions {
  /** As it was when the edit began. */
  base: ReferralEdit;
  mine: ReferralEdit;
  current: Referral;
}

interface Merge {
  /** The fields both changed, to different values: `Patient.Phone`, `Payers`. */
  conflicting: string[];
  /** What is to be sent on the current version; empty when it says it all already. */
  edit: ReferralEdit;
}

/**
 * Puts an edit onto a version that others have made since it began. What only one side changed is taken from there;
 * what both changed is a person's choice, field by field.
 */
export function mergeEdit(versions: Versions, chosen: ReadonlyMap<string, Side> = new Map()): Merge {
  const sides = sidesOf(versions);
  const conflicting = [...sides.mine.keys()].filter((field) => isConflicting(sides, field));
  const taken = new Map(sides.theirs);
  for (const field of sides.mine.keys()) {
    const isMine = conflicting.includes(field) ? chosen.get(field) === 'mine' : isChanged(sides, field);
    if (isMine) taken.set(field, sides.mine.get(field));
  }
  followStreet(taken, sides);
  return { conflicting: conflicting.filter((field) => field !== IN_FILE), edit: difference(versions, taken) };
}

type Leaves = Map<string, unknown>;
interface Sides {
  base: Leaves;
  mine: Leaves;
  theirs: Leaves;
}

function sidesOf({ base, mine, current }: Versions): Sides {
  return {
    base: leavesOf(base),
    mine: leavesOf({ ...base, ...mine }),
    theirs: leavesOf(editable(current)),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isChanged = ({ base, mine }: Sides, field: string) => !isSame(base.get(field), mine.get(field));

function isConflicting(sides: Sides, field: string): boolean {
  const { base, mine, theirs } = sides;
  return (
    isChanged(sides, field) &&
    !isSame(base.get(field), theirs.get(field)) &&
    !isSame(mine.get(field), theirs.get(field))
  );
}

const STREET = 'Address.StreetAddress';
const IN_FILE = 'Address.InFile';

/** Whether a street is in the imported file is no matter of choice: it belongs to the street. */
function followStreet(taken: Leaves, { mine, theirs }: Sides): void {
  const isMine = taken.get(STREET) === mine.get(STREET) && taken.get(STREET) !== theirs.get(STREET);
  taken.set(IN_FILE, (isMine ? mine : theirs).get(IN_FILE));
}

/** What of a referral an update can change. */
export function editable(referral: Referral): ReferralEdit {
  const { ReceivedAt, Source, Patient, Address, Payers, Services, ClinicalSummary } = referral;
  const { StatusId, Decision, Owner, Priority, Interested, EarlierReferralId, NotDuplicateOf } = referral;
  const OwnerId = Owner?.Id ?? null;
  const typed = { ReceivedAt, Source, Patient, Address, Payers, Services, ClinicalSummary };
  const marks = { Priority, Interested, EarlierReferralId, NotDuplicateOf };
  return { ...typed, ...marks, StatusId, Decision, OwnerId };
}

const grouped = ['Source', 'Patient', 'Address'] as const satisfies (keyof ReferralEdit)[];
const single = [
  'ReceivedAt',
  'Payers',
  'Services',
  'ClinicalSummary',
  'StatusId',
  'OwnerId',
  'Decision',
  'Priority',
  'Interested',
  'EarlierReferralId',
  'NotDuplicateOf',
] as const satisfies (keyof ReferralEdit)[];

/** Lists are one field, and so is a decision: its reason belongs to it. */
function leavesOf(edit: ReferralEdit): Leaves {
  const leaves: Leaves = new Map();
  for (const group of grouped)
    for (const [name, value] of Object.entries(edit[group] ?? {})) leaves.set(`${group}.${name}`, value);
  for (const name of single) leaves.set(name, edit[name]);
  return leaves;
}

/** The parts that differ from the current version, whole as an update wants them. */
function difference({ mine, current }: Versions, taken: Leaves): ReferralEdit {
  const theirs = leavesOf(editable(current));
  const differs = (field: string) => !isSame(taken.get(field), theirs.get(field));
  const groups = grouped
    .filter((group) => [...taken.keys()].some((field) => field.startsWith(`${group}.`) && differs(field)))
    .map((group) => [group, groupOf(group, taken)]);
  const singles = single.filter(differs).map((name) => [name, mine[name]]);
  return Object.fromEntries([...groups, ...singles]);
}

function groupOf(group: string, taken: Leaves): object {
  const prefix = `${group}.`;
  const fields = [...taken].filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(fields.map(([field, value]) => [field.slice(prefix.length), value]));
}
