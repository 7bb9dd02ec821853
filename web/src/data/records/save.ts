import { changedFields, choose, type Conflict, type Edit, rebase, type Side } from './merge.ts';
import type { Records } from './store.ts';

/** A record that several people may edit. */
export interface Editable {
  Id: string;
  Etag: string;
  UpdatedBy: { Id: string; FullName: string };
}

export type Choice = ReadonlyMap<string, Side> | undefined;

export interface Saving<Seen extends Editable, Fields extends object> {
  records: Pick<Records, 'ownSince' | 'remember'>;
  /** The fields of it that people edit, as a save sends them. */
  fieldsOf: (record: Seen) => Fields;
  /** Fields that are one, whatever they consist of. */
  wholes: readonly string[];
  /** The newest version there is of what was seen. */
  latest: (seen: Seen) => Seen;
  /** Whether it was saved; when it was refused because others were faster, `latest` is their version. */
  send: (body: Partial<Fields> & Pick<Editable, 'Id' | 'Etag'>) => Promise<boolean>;
  /** Undefined leaves everything as the others have made it. */
  ask: (conflict: Conflict) => Promise<Choice>;
}

/** Others can be faster again while a person chooses; no one is faster for ever. */
const MAX_ROUNDS = 10;

/**
 * Saves an edit on whatever version there is by now: the one that has it, as far as the person still wants it, or
 * undefined. Edits of others that touch other fields go together with it silently; where both changed the same field
 * the person chooses.
 */
export async function saveOnLatest<Seen extends Editable, Fields extends object>(
  seen: Seen,
  mine: Fields,
  { records, fieldsOf, wholes, latest, send, ask }: Saving<Seen, Fields>,
): Promise<Seen | undefined> {
  const base = { ...fieldsOf(seen), ...ownPart() };
  const edit = { base, values: { ...base, ...mine } };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const on = latest(seen);
    // Each round is based on the answer before it.
    // oxlint-disable-next-line no-await-in-loop
    const merged = await mergeWith(on, edit);
    if (!merged) return undefined;
    const body = changedFields(merged.values, merged.base);
    if (Object.keys(body).length === 0) return on;
    // oxlint-disable-next-line no-await-in-loop
    if (await send({ ...body, Id: on.Id, Etag: on.Etag })) return saved(body);
    if (latest(seen).Etag === on.Etag) return undefined;
  }
  return undefined;

  /** A person's own save of a moment ago is no change of others. */
  function ownPart(): Partial<Fields> {
    const own = records.ownSince(seen.Etag);
    if (!own) return {};
    const part = changedFields(fieldsOf({ ...seen, ...own.record }), {});
    for (const name of Object.keys(part)) if (!own.fields.includes(name)) Reflect.deleteProperty(part, name);
    return part;
  }

  function saved(body: object): Seen {
    const record = latest(seen);
    // The page may still show the version that it was made on, whatever others saved in between.
    records.remember(seen.Etag, { fields: Object.keys(body), etag: record.Etag, record });
    return record;
  }

  /** The edit on the current version, after a person's choice where there is one. */
  async function mergeWith(on: Seen, mineOn: Edit<Fields>): Promise<Edit<Fields> | undefined> {
    const theirs = fieldsOf(on);
    const { colliding, ...merged } = rebase(mineOn, theirs, wholes);
    if (colliding.length === 0) return merged;
    const chosen = await ask({ names: colliding, mine: merged.values, theirs, by: on.UpdatedBy });
    return chosen && choose(merged, theirs, chosen);
  }
}
