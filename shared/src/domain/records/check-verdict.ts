/** How a check ended, in one word: the page that shows it, or why there is none. */
export const checkVerdicts = ['eligible', 'issues', 'notEligible', 'wrongInput', 'notCompleted'] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];
