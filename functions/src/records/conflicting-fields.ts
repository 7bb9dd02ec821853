import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { fieldChanges, isPlainObject } from './field-changes.ts';

interface StaleEdit {
  patch: object;
  current: object;
  /** Changes of others since the version that the edit was based on, oldest first; undefined when unknown. */
  changedSince: readonly FieldChange[] | undefined;
  /** Fields whose parts belong together, such as a decision and its reason. */
  wholes?: readonly string[];
}

/**
 * Compares an edit with the edits of others since its base. `fields` are those that both changed, to different values.
 * The common base value is the one that the others' first change replaced; a patch that merely repeats it is no edit,
 * but would take theirs back, so it is not `apart` from them. Without a known base every field that differs collides.
 */
export function conflictsOf({ patch, current, changedSince, wholes = [] }: StaleEdit): {
  isApart: boolean;
  fields: string[];
} {
  const wholeOf = (field: string) => wholes.find((whole) => field.startsWith(`${whole}.`)) ?? field;
  const base = new Map<string, FieldChange['old']>();
  for (const { field, old } of changedSince ?? []) if (!base.has(field)) base.set(field, old);
  const changed = new Set([...base.keys()].map(wholeOf));
  const both = fieldChanges(current, patched(current, patch)).filter(
    ({ field }) => !changedSince || changed.has(wholeOf(field)),
  );
  const colliding = both.filter(({ field, new: mine }) => !base.has(field) || base.get(field) !== mine);
  return { isApart: both.length === 0, fields: [...new Set(colliding.map(({ field }) => wholeOf(field)))] };
}

/** Merges the patch into the record and into its nested objects; fields that it does not name stay unchanged. */
export function patched<T extends object>(current: T, patch: Patch<T>): T {
  const fields = new Map<string, unknown>(Object.entries(current));
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const laid = given.map(([name, value]: [string, unknown]) => {
    const now = fields.get(name);
    return [name, isPlainObject(now) && isPlainObject(value) ? patched(now, value) : value];
  });
  return { ...current, ...Object.fromEntries(laid) };
}

export type Patch<T> = {
  [Field in keyof T]?:
    | (T[Field] extends readonly unknown[] ? T[Field] : T[Field] | Patch<T[Field]>)
    | undefined;
};
