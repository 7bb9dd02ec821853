import * as z from 'zod';

/** The search parameters of an entity page: the id of the open record, or a new one. */
export const EntitySearch = z.object({ edit: z.string().min(1).max(80).optional().catch(undefined) });
export const NEW = 'new';
