import type { Platform } from '../../platform/ports.ts';

export async function sweepImports(_platform: Platform): Promise<void> {}
