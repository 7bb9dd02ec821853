import type { SeedApi } from './seed-api.ts';
export async function seedAddresses(_api: SeedApi): Promise<void> {}
