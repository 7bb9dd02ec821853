import * as z from 'zod';

/** Whose rights are shown beside the list. */
export const PeopleSearch = z.object({ person: z.string().min(1).max(80).optional().catch(undefined) });
export type PeopleSearch = z.infer<typeof PeopleSearch>;
