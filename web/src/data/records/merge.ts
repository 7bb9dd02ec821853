export type Side = 'mine' | 'theirs';

/** Fields that two people changed to different values. */
export interface Conflict {
  names: readonly string[];
  mine: object;
  theirs: object;
  /** The person who saved first. */
  by: { Id: string; FullName: string };
}

/** Names fields by path: `Name`, `Address.City`, `Contacts.0.Phone`. */
export type FieldName<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends readonly (infer Item)[]
    ? K | (Item extends object ? `${K}.${number}.${FieldName<Item>}` : never)
    : NonNullable<T[K]> extends object
      ? K | `${K}.${FieldName<NonNullable<T[K]>>}`
      : K;
}[keyof T & string];

export function valueAt(values: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (value, key) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, key) : undefined),
      values,
    );
}

/** Matches the field itself and the items of its list. */
export const isWithin = (at: string, name: string): boolean => at === name || at.startsWith(`${name}.`);

export function withValue<T>(values: T, name: string, value: unknown): T {
  const [key = '', ...rest] = name.split('.');
  const inner = rest.length === 0 ? value : withValue(valueAt(values, key), rest.join('.'), value);
  const changed = Array.isArray(values) ? values.with(Number(key), inner) : { ...values, [key]: inner };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same values but for one, whose control fits its schema
  return changed as T;
}

/** Picks the fields of a record that the form edits. */
export function pickValues<T extends object>(like: T, record: object): T {
  const picked = Object.fromEntries(Object.keys(like).map((key) => [key, Reflect.get(record, key)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records carry what their drafts do, under the same names
  return picked as T;
}

export function changedNames(base: object, values: object): string[] {
  return leafNames(values).filter((name) => !isSame(valueAt(base, name), valueAt(values, name)));
}

/** Picks these fields, as an update sends them: of an object such as an address, only the parts that are named. */
export function partOf<T extends object>(values: T, names: readonly string[]): Partial<T> {
  return names.reduce<Partial<T>>((part, name) => withValue(part, name, valueAt(values, name)), {});
}

export interface Edit<T> {
  base: T;
  values: T;
}

/**
 * Rebases an edit onto the version that others saved since it began. Their changes are taken over where this person
 * changed nothing; fields that both changed to different values are returned as colliding.
 */
export function rebase<T extends object>(edit: Edit<T>, theirs: T): Edit<T> & { colliding: string[] } {
  let { base, values } = edit;
  const colliding: string[] = [];
  for (const name of changedNames(edit.base, theirs)) {
    const [mine, their] = [valueAt(edit.values, name), valueAt(theirs, name)];
    if (isSame(mine, valueAt(edit.base, name)) || isSame(mine, their)) {
      base = withValue(base, name, their);
      values = withValue(values, name, their);
    } else colliding.push(name);
  }
  return { base, values, colliding };
}

/** Applies a person's choice between their own values and those of the others. */
export function choose<T extends object>(
  { base, values }: Edit<T>,
  theirs: T,
  sides: ReadonlyMap<string, Side>,
): Edit<T> {
  const chosen = { base, values };
  for (const [name, side] of sides) {
    chosen.base = withValue(chosen.base, name, valueAt(theirs, name));
    if (side === 'theirs') chosen.values = withValue(chosen.values, name, valueAt(theirs, name));
  }
  return chosen;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Treats a list as one field. */
function leafNames(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + key;
    return isRecord(value) ? leafNames(value, `${name}.`) : [name];
  });
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
