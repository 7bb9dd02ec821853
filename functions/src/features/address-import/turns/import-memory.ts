import type { StoredImport } from '../runs/import-record.ts';

/** What the imports of one process may take together; of 2 GB the host and the calls of the API need the rest. */
const BUDGET = 1_200_000_000;
const EACH = 60_000_000;
/** Of what a file has unpacked: streets are kept once, a row is a few bytes. */
const SHARE = 0.55;
/** Address files are a fifth of their size when packed. */
const UNPACKED = 5;

export interface ImportMemory {
  /** False while the imports of other states leave too little; alone, any import may begin. */
  take(record: Pick<StoredImport, 'ImportId' | 'FileName' | 'Bytes'>): boolean;
  free(importId: string): void;
}

export function importMemory(): ImportMemory {
  const taken = new Map<string, number>();
  return {
    take({ ImportId, FileName, Bytes }) {
      const isPacked = /\.(?:gz|zip)$/i.test(FileName);
      const needs = EACH + SHARE * Bytes * (isPacked ? UNPACKED : 1);
      const others = [...taken].filter(([importId]) => importId !== ImportId);
      const all = others.reduce((sum, [, bytes]) => sum + bytes, needs);
      if (others.length > 0 && all > BUDGET) return false;
      taken.set(ImportId, needs);
      return true;
    },
    free: (importId) => void taken.delete(importId),
  };
}
