import * as z from 'zod';
import { Person } from '../access/user.ts';
import { ReferralFilters, severalFilters } from './referral-filters.ts';
import { ReferralSort } from './referral-search.ts';
import { line } from '../records/text.ts';

/** The columns beside the patient, who is always shown, in the order of the screen. */
export const worklistColumns = [
  'Received',
  'AnswerDue',
  'NextDate',
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

export const WorklistLayout = z.strictObject({
  Columns: z
    .array(z.enum(worklistColumns))
    .max(worklistColumns.length)
    .refine((columns) => new Set(columns).size === columns.length, 'Name each column once'),
  Density: z.enum(['Regular', 'Compact']),
});
export type WorklistLayout = z.infer<typeof WorklistLayout>;

/** Filters, order and layout of the worklist under a name. The search text is left out, because it may name a patient. */
export const SavedViewDraft = z.strictObject({
  Name: line(40).min(1, 'Enter a name'),
  /** Shared with everyone in the agency; otherwise only its author sees it. */
  Shared: z.boolean(),
  Filters: ReferralFilters,
  Sort: ReferralSort,
  Layout: WorklistLayout,
});

export const SavedView = z.object({
  ...SavedViewDraft.shape,
  Filters: z.object(severalFilters),
  Id: z.string(),
  Etag: z.string(),
  Author: Person,
  UpdatedAt: z.string(),
  UpdatedBy: Person,
});
export type SavedView = z.infer<typeof SavedView>;
