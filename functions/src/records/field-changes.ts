import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';

type Leaf = string | number | boolean | null;

/** Compares two versions of a record field by field (`Patient.LastName`); lists compare as one value. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  const old = leavesOf(before);
  const now = leavesOf(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, old: old.get(field) ?? null, new: now.get(field) ?? null }))
    .filter((change) => change.old !== change.new);
}

function leavesOf(record: object, prefix = ''): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  for (const [name, value] of Object.entries(record)) {
    const field = prefix + name;
    if (isPlainObject(value)) for (const [path, leaf] of leavesOf(value, `${field}.`)) leaves.set(path, leaf);
    else leaves.set(field, toLeaf(value));
  }
  return leaves;
}

export function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toLeaf(value: unknown): Leaf {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
