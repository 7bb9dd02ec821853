import type { Icon } from '@tabler/icons-react';

interface Shown {
  id: string;
  title: string;
  detail?: string;
  icon: Icon;
}

/** Goes somewhere, or does something. */
export type Entry = Shown & ({ href: string } | { run: () => void });

export interface EntryGroup {
  name: string;
  entries: readonly Entry[];
}
