import { useState } from 'react';
import type { RecordKind } from '@handoff/shared/contract/endpoint';
import { type Place, queue } from '../send/queue.ts';
import { useApi } from '../use-api.ts';
import { changedFields, choose, type Conflict, rebase, type Side } from './merge.ts';
import type { Records } from './store.ts';

/** A record that several people may edit. */
interface Editable {
  Id: string;
  Etag: string;
  UpdatedBy: { Id: string; FullName: string };
}

/** The chosen side of each field; undefined keeps everything that the others saved. */
export type Choice = ReadonlyMap<string, Side> | undefined;

interface Saving<Seen extends Editable, Fields extends object> {
  records: Pick<Records, 'ownSince' | 'remember'>;
  /** The editable fields, in the form that a save sends. */
  fieldsOf: (record: Seen) => Fields;
  /** Fields that merge as one value although they have parts. */
  wholes: readonly string[];
  /** Returns the newest known version of the record. */
  latest: (seen: Seen) => Seen;
  /** Resolves with undefined after a failure; after a conflict, `latest` returns the version of the others. */
  send: (
    update: { body: Partial<Fields> & Pick<Editable, 'Id' | 'Etag'> },
    place: Place | undefined,
  ) => Promise<object | undefined>;
  ask: (conflict: Conflict) => Promise<Choice>;
  place?: Place | undefined;
}

export interface EditConflict extends Conflict {
  choose: (chosen: Choice) => void;
}

interface SaveOptions<Seen extends Editable, Fields extends object> extends Pick<
  Saving<Seen, Fields>,
  'fieldsOf' | 'wholes' | 'latest' | 'send'
> {
  kind: RecordKind;
  /** Returns the fields to show until the save is answered; without it an edit shows once it is saved. */
  shown?: (edit: Fields) => object;
}

/** Shows quick edits of a record at once, saves them in order, and merges them with the edits of others. */
export function useSave<Seen extends Editable, Fields extends object>(options: SaveOptions<Seen, Fields>) {
  const { records } = useApi();
  const [conflict, setConflict] = useState<EditConflict | undefined>();

  const ask = (met: Conflict) =>
    new Promise<Choice>((chosen) => setConflict({ ...met, choose: chosen })).finally(() =>
      setConflict(undefined),
    );

  function save(seen: Seen, mine: Fields): Promise<Seen | undefined> {
    const end = records.edit(options.kind, seen.Id, options.shown?.(mine) ?? {});
    const edited = queue.enter({
      lane: seen.Id,
      wish: JSON.stringify([seen.Etag, mine]),
      run: (place) => saveOnLatest(seen, mine, { ...options, records, ask, place }),
    });
    return edited.finally(end);
  }

  return { save, conflict };
}

/** Others may save again while a person chooses, so a conflict can repeat. */
const MAX_ROUNDS = 10;

/**
 * Saves an edit on top of the newest version and resolves with the saved record, or with undefined. Edits of others to
 * other fields are kept silently; where both changed the same field, the person chooses.
 */
export async function saveOnLatest<Seen extends Editable, Fields extends object>(
  seen: Seen,
  mine: Fields,
  { records, fieldsOf, wholes, latest, send, ask, place }: Saving<Seen, Fields>,
): Promise<Seen | undefined> {
  const base = { ...fieldsOf(seen), ...ownPart() };
  const edit = { base, values: { ...base, ...mine } };
  // Each round is based on the answer before it.
  /* oxlint-disable no-await-in-loop */
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const on = latest(seen);
    const theirs = fieldsOf(on);
    const { colliding, ...merged } = rebase(edit, theirs, wholes);
    const met = { names: colliding, mine: merged.values, theirs, by: on.UpdatedBy };
    const chosen = colliding.length === 0 ? new Map<string, Side>() : await ask(met);
    if (!chosen) return undefined;
    const { base: from, values } = choose(merged, theirs, chosen);
    const body = changedFields(values, from);
    if (Object.keys(body).length === 0) return on;
    if (await send({ body: { ...body, Id: on.Id, Etag: on.Etag } }, place)) return saved(body);
    if (latest(seen).Etag === on.Etag) return undefined;
  }
  /* oxlint-enable no-await-in-loop */
  return undefined;

  /** Treats this person's own earlier save as known, so that it is no conflict. */
  function ownPart(): Partial<Fields> {
    const own = records.ownSince(seen.Etag);
    if (!own) return {};
    const part = changedFields(fieldsOf({ ...seen, ...own.record }), {});
    for (const name of Object.keys(part)) if (!own.fields.includes(name)) Reflect.deleteProperty(part, name);
    return part;
  }

  function saved(body: object): Seen {
    const record = latest(seen);
    // The page may still show the version that the edit was made on.
    records.remember(seen.Etag, { fields: Object.keys(body), etag: record.Etag, record });
    return record;
  }
}
