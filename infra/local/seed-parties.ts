import type { SeedApi } from './seed-api.ts';
export async function seedParties(_api: SeedApi, _d: string): Promise<void> {}
