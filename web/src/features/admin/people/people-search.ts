import * as z from 'zod';

/** The person whose permissions are shown beside the list. */
const PersonSearch = z.object({ person: z.string().min(1).max(80).optional().catch(undefined) });

export const shownPeople = ['Active', 'Inactive', 'Invited', 'Everyone'] as const;
export type ShownPeople = (typeof shownPeople)[number];

/** The part of the list that is shown, and the person beside it. */
export const PeopleSearch = PersonSearch.extend({ show: z.enum(shownPeople).optional().catch(undefined) });
export type PeopleSearch = z.infer<typeof PeopleSearch>;

/** The agency under review, and the person whose permissions are shown. */
export const AccessReviewSearch = PersonSearch.extend({
  agency: z.string().min(1).max(80).optional().catch(undefined),
});
export type AccessReviewSearch = z.infer<typeof AccessReviewSearch>;
