import { useState } from 'react';
import { type ImportProgress, isFinished } from '@handoff/shared/domain/address/import-progress';
import { type StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { useLiveNews } from '../../../data/live/live.tsx';

/**
 * The newer of read and announced progress, by `seq`. Calls `onMoved` when a new read is needed: after an unknown
 * import, a change of status, or the end.
 */
export function useLiveProgress(imports: readonly StateFileImport[], onMoved: () => void) {
  const [announced, setAnnounced] = useState<ReadonlyMap<string, ImportProgress>>(new Map());

  function progressOf({ ImportId, Progress }: StateFileImport): ImportProgress {
    const live = announced.get(ImportId);
    return live && live.seq > Progress.seq ? live : Progress;
  }

  useLiveNews('message', (message) => {
    if (!message.progress) return;
    const { id: importId } = message;
    const { state: _state, ...progress } = message.progress;
    const known = imports.find(({ ImportId }) => ImportId === importId);
    const last = known && progressOf(known);
    if (last && last.seq >= progress.seq) return;
    setAnnounced((former) => {
      const seen = former.get(importId);
      return seen && seen.seq >= progress.seq ? former : new Map(former).set(importId, progress);
    });
    if (!last || last.status !== progress.status || isFinished(progress.status)) onMoved();
  });

  return progressOf;
}
