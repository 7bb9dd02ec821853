import * as z from 'zod';

/** The person whose permissions are shown beside the list. */
export const PeopleSearch = z.object({ person: z.string().min(1).max(80).optional().catch(undefined) });
export type PeopleSearch = z.infer<typeof PeopleSearch>;

/** The agency under review, and the person whose permissions are shown. */
export const AccessReviewSearch = PeopleSearch.extend({
  agency: z.string().min(1).max(80).optional().catch(undefined),
});
export type AccessReviewSearch = z.infer<typeof AccessReviewSearch>;
