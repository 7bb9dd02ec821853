import { useEffect, useEffectEvent, useState } from 'react';

/** Handles files dropped anywhere on the page; true while files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    function onDragOver(event: DragEvent) {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    }
    function onDrop(event: DragEvent) {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      // A file field handles its own drops.
      if (files.length === 0 || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      take(files);
    }
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), {
      signal,
    });
    addEventListener('drop', onDrop, { signal });
    return () => leaving.abort();
  }, []);
  return isOver;
}
