import type { Platform } from '../../platform/ports.ts';

export async function importStateFile(
  _platform: Platform,
  _file: { importId: string; fileName: string },
): Promise<void> {}
