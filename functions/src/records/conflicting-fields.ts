import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { fieldChanges, isPlainObject } from './field-changes.ts';

interface StaleEdit {
  /** The new values of some fields of the record. */
  patch: object;
  current: object;
  /** Changes of others since the version that the edit was based on, oldest first; undefined when unknown. */
  changedSince: readonly FieldChange[] | undefined;
}

/**
 * Returns the fields in which an edit and the edits of others since its base disagree: changed by both, to different
 * values. The common base value is the one that the others' first change replaced; a patch that merely repeats it is
 * no edit. Without a known base every field that differs from the record collides.
 */
export function conflictingFields({ patch, current, changedSince }: StaleEdit): string[] {
  const base = new Map<string, FieldChange['old']>();
  for (const { field, old } of changedSince ?? []) if (!base.has(field)) base.set(field, old);
  return fieldChanges(current, patched(current, patch))
    .filter(({ field, new: mine }) => !changedSince || (base.has(field) && base.get(field) !== mine))
    .map(({ field }) => field);
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
