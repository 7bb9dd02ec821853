import * as z from 'zod';

// What often stands in an address; what is not understood there is left out.

export const id = z.string().min(1).max(80).optional().catch(undefined);
export const day = z.iso.date().optional().catch(undefined);
export const check = z.object({ check: id });
