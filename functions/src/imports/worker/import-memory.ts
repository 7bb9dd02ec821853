import type { StoredImport } from '../record/import-record.ts';

/** The host and the API need the rest of an instance's 2 GB. */
const BUDGET = 1_200_000_000;
const EACH = 100_000_000;
/** An import needs about this share of its unpacked file: streets are stored once, and a row takes a few bytes. */
const SHARE = 0.55;
/** Compression shrinks address files to about a fifth. */
const UNPACKED = 5;

export interface ImportMemory {
  /** False while the imports of other states leave too little. An import that is alone may always start. */
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
