import { useState } from 'react';
import type { RecordKind } from '@handoff/shared/contract/endpoint';
import { type Place, queue } from '../send/queue.ts';
import { useApi } from '../use-api.ts';
import type { Conflict } from './merge.ts';
import { type Choice, type Editable, type Saving, saveOnLatest } from './save.ts';

export interface EditConflict extends Conflict {
  /** Undefined leaves everything as the others have made it. */
  choose: (chosen: Choice) => void;
}

interface SaveOptions<Seen extends Editable, Fields extends object> extends Pick<
  Saving<Seen, Fields>,
  'fieldsOf' | 'wholes' | 'latest'
> {
  kind: RecordKind;
  send: (body: Partial<Fields> & Pick<Editable, 'Id' | 'Etag'>, place: Place | undefined) => Promise<boolean>;
}

/** Quick edits of a record: shown at once, saved one after the other, merged with what others save meanwhile. */
export function useSave<Seen extends Editable, Fields extends object>(options: SaveOptions<Seen, Fields>) {
  const { records } = useApi();
  const [conflict, setConflict] = useState<EditConflict | undefined>();

  const ask = (met: Conflict) =>
    new Promise<Choice>((choose) => setConflict({ ...met, choose })).finally(() => setConflict(undefined));

  /** `shown`: how the edit looks on the record until its own version is there. */
  function save(seen: Seen, mine: Fields, shown: object = {}): Promise<Seen | undefined> {
    const end = records.edit(options.kind, seen.Id, shown);
    const edited = queue.enter({
      lane: seen.Id,
      wish: JSON.stringify([seen.Etag, mine]),
      run: (place) =>
        saveOnLatest(seen, mine, { ...options, records, ask, send: (body) => options.send(body, place) }),
    });
    return edited.finally(end);
  }

  return { save, conflict };
}
