import type { Icon } from '@tabler/icons-react';

interface Shown {
  id: string;
  title: string;
  detail?: string;
  icon: Icon;
}

/** An entry opens a page or runs an action. */
export type Entry = Shown & ({ href: string } | { run: () => void });

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
}
