import * as z from 'zod';
import { Person } from '../access/user.ts';
import { referralFilters, ReferralFilters } from './referral-filters.ts';
import { ReferralSort } from './referral-search.ts';
import { line } from '../records/text.ts';

/** Beside the patient, who is always shown. In the order they stand on screen. */
export const worklistColumns = [
  'Received',
  'AnswerDue',
  'Place',
  'Services',
  'Source',
  'Payer',
  'Checks',
  'Documents',
  'Notes',
  'Owner',
  'Status',
  'Decision',
] as const;
export type WorklistColumn = (typeof worklistColumns)[number];

/** How a list is shown: which columns it has, and how high its rows are. */
export const WorklistLayout = z.strictObject({
  Columns: z
    .array(z.enum(worklistColumns))
    .max(worklistColumns.length)
    .refine((columns) => new Set(columns).size === columns.length, 'Name each column once'),
  Density: z.enum(['Regular', 'Compact']),
});
export type WorklistLayout = z.infer<typeof WorklistLayout>;

/** Filters, order and layout of the worklist under a name. Without what is searched for: that may be a patient. */
export const SavedViewDraft = z.strictObject({
  Name: line(40).min(1, 'Enter a name'),
  /** With everyone of the agency; else it is its author's own. */
  Shared: z.boolean(),
  Filters: ReferralFilters,
  Sort: ReferralSort,
  Layout: WorklistLayout,
});

export const SavedView = z.object({
  ...SavedViewDraft.shape,
  Filters: z.object(referralFilters),
  Id: z.string(),
  /** Changes with every edit; an update names the one it was based on. */
  Etag: z.string(),
  Author: Person,
  UpdatedAt: z.string(),
  UpdatedBy: Person,
});
export type SavedView = z.infer<typeof SavedView>;
