import * as z from 'zod';

// Search parameters that several pages share. An invalid value is dropped.

export const id = z.string().min(1).max(80).optional().catch(undefined);
export const name = z.string().min(1).max(120).optional().catch(undefined);
export const day = z.iso.date().optional().catch(undefined);
export const check = z.object({ check: id });
