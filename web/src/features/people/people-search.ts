import * as z from 'zod';

/** Whose rights are shown beside the list. */
export const PeopleSearch = z.object({ person: z.string().min(1).max(80).optional().catch(undefined) });
export type PeopleSearch = z.infer<typeof PeopleSearch>;

/** Whose access is reviewed: that of an agency, beside it the rights of one person. */
export const AccessReviewSearch = PeopleSearch.extend({
  agency: z.string().min(1).max(80).optional().catch(undefined),
});
export type AccessReviewSearch = z.infer<typeof AccessReviewSearch>;
