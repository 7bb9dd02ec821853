import type { SeedApi } from './seed-api.ts';
export async function seedReferrals(_api: SeedApi, _d: string): Promise<void> {}
