import * as z from 'zod';

/** The part of the address that an entity page keeps: which record is open, or that a new one is. */
export const EntitySearch = z.object({ edit: z.string().min(1).max(80).optional().catch(undefined) });
export const NEW = 'new';
