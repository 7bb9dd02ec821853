import * as z from 'zod';
import { ListName, neededInformation, statusColors } from '@handoff/shared/domain/agency/list-settings';
import { checkVerdicts, type CheckVerdict } from '@handoff/shared/domain/records/check-verdict';
import { information } from '@handoff/shared/domain/referral/needed-information';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';

export const colorNames: Record<(typeof statusColors)[number], string> = {
  gray: 'Gray',
  blue: 'Blue',
  teal: 'Teal',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  red: 'Red',
  grape: 'Violet',
};

export const verdictText: Record<CheckVerdict, string> = {
  eligible: 'eligible',
  issues: 'eligible with issues',
  notEligible: 'not eligible',
  wrongInput: 'wrong input',
  notCompleted: 'no answer',
};

/** One line of an activity list, in words. */
export interface ChangeLine {
  label: string;
  old: string;
  now: string;
}

/** Accepts every stored version of a list entry, including those older than a stricter rule. */
export const ListEntry = z.object({
  Id: z.string(),
  Name: z.string(),
  Retired: z.boolean().optional(),
  Color: z.enum(statusColors).optional(),
  Terminal: z.boolean().optional(),
  Decision: z.enum(['Accepted', 'Declined']).optional(),
  Next: z.array(z.string()).optional(),
  SetBy: z.array(z.enum(checkVerdicts)).optional(),
  Needs: z.array(z.enum(neededInformation)).optional(),
  Required: z.boolean().optional(),
  RequiredFor: z.array(z.string()).optional(),
});
type Entry = z.infer<typeof ListEntry>;

/** Names of statuses by their ids. */
type NamesOf = (ids: readonly string[]) => string;

const facts: { label: string; text: (entry: Entry, namesOf: NamesOf) => string }[] = [
  { label: 'Name', text: ({ Name }) => Name },
  { label: 'Retired', text: ({ Retired }) => yesOrNo(Retired) },
  { label: 'Color', text: ({ Color }) => (Color ? colorNames[Color] : '') },
  { label: 'Final', text: ({ Terminal }) => yesOrNo(Terminal) },
  {
    label: 'Only for',
    text: ({ Decision }) => (Decision ? `${Decision.toLowerCase()} referrals` : 'every referral'),
  },
  { label: 'Can go to', text: ({ Next }, namesOf) => (Next ? namesOf(Next) || 'nothing' : 'any status') },
  {
    label: 'Set by a check that finds',
    text: ({ SetBy = [] }) => SetBy.map((verdict) => verdictText[verdict]).join(', '),
  },
  { label: 'Needs', text: ({ Needs = [] }) => Needs.map((name) => information[name].name).join(', ') },
  { label: 'Required', text: ({ Required }) => yesOrNo(Required) },
  { label: 'Required for', text: ({ RequiredFor = [] }, namesOf) => namesOf(RequiredFor) },
];

const yesOrNo = (value: boolean | undefined) => (value === true ? 'yes' : 'no');

/**
 * An agency's lists are recorded in full: finds what differs, entry by entry, and a changed order. Undefined for other
 * changes.
 */
export function listChangeLines(
  { field, old, new: now }: FieldChange,
  namesOf: NamesOf,
): ChangeLine[] | undefined {
  if (!ListName.safeParse(field).success) return undefined;
  const [before, after] = [entriesOf(old), entriesOf(now)];
  if (!before || !after) return undefined;
  const former = new Map(before.map((entry) => [entry.Id, entry]));
  const lines = after.flatMap((entry) => {
    const known = former.get(entry.Id);
    former.delete(entry.Id);
    if (!known) return [{ label: entry.Name, old: '', now: 'added' }];
    return facts
      .map(({ label, text }) => ({
        label: `${known.Name}: ${label}`,
        old: text(known, namesOf),
        now: text(entry, namesOf),
      }))
      .filter((line) => line.old !== line.now);
  });
  const removed = [...former.values()].map(({ Name }) => ({ label: Name, old: '', now: 'deleted' }));
  return [...lines, ...removed, ...orderLine(before, after)];
}

/** Compares the order of the entries that both lists have. */
function orderLine(before: readonly Entry[], after: readonly Entry[]): ChangeLine[] {
  const orderOf = (list: readonly Entry[], other: readonly Entry[]) =>
    list.filter(({ Id }) => other.some((entry) => entry.Id === Id));
  const [old, now] = [orderOf(before, after), orderOf(after, before)];
  if (isSameOrder(old, now)) return [];
  const moved = old.find(({ Id }) => isSameOrder(without(old, Id), without(now, Id)));
  if (moved) {
    const placeIn = (list: readonly Entry[]) => list.findIndex(({ Id }) => Id === moved.Id) + 1;
    return [{ label: `Moved ${moved.Name} from ${placeIn(before)} to ${placeIn(after)}`, old: '', now: '' }];
  }
  const names = (list: readonly Entry[]) => list.map(({ Name }) => Name).join(', ');
  return [{ label: 'Order', old: names(old), now: names(now) }];
}

const without = (list: readonly Entry[], id: string) => list.filter(({ Id }) => Id !== id);
const isSameOrder = (one: readonly Entry[], other: readonly Entry[]) =>
  one.every(({ Id }, at) => other[at]?.Id === Id);

function entriesOf(value: FieldChange['old']): Entry[] | undefined {
  if (value === null) return [];
  try {
    return z.array(ListEntry).safeParse(JSON.parse(String(value))).data;
  } catch {
    return undefined;
  }
}
