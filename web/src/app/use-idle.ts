import { useEffect, useRef, useState } from 'react';
import { type Idleness, type IdleWatch, watchIdleness } from './idle-watch.ts';

export function useIdle() {
  const [idleness, setIdleness] = useState<Idleness>({ kind: 'active' });
  const watch = useRef<IdleWatch | undefined>(undefined);
  useEffect(() => {
    watch.current = watchIdleness((now) =>
      setIdleness((former) => (JSON.stringify(former) === JSON.stringify(now) ? former : now)),
    );
    return () => watch.current?.stop();
  }, []);
  return { idleness, resume: () => watch.current?.resume() };
}
