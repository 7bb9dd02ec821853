import * as z from 'zod';
import { del, get, put } from '../endpoint.ts';

/** The forms whose unsaved text is stored; only the same form reads a draft. */
const DraftForm = z.enum(['new-referral', 'new-note']);
export type DraftForm = z.infer<typeof DraftForm>;

const KeptDraft = z.object({ Id: z.uuid(), Form: DraftForm, SavedAt: z.iso.datetime() });
/** The form's values as JSON: a newer form takes the fields that it still has. */
const Values = z.string().max(120_000);
const One = z.strictObject({ Id: z.uuid() });

/**
 * Unsaved text of people who may write, visible only to its author, in the business domain where it was typed, for a
 * week. People who record referrals see that a colleague has begun one.
 */
export const draftsApi = {
  mine: get('/drafts/get', {
    summary:
      'The drafts of the caller in the current business domain, newest first, and who else has begun one',
    access: 'notes.write',
    scope: 'domain',
    query: z.strictObject({ Form: DraftForm }),
    output: z.object({
      DraftInfo: z.array(KeptDraft.extend({ Values })),
      /** Referrals that colleagues have begun: who and when, and nothing that was typed. */
      ColleaguesInfo: z.array(z.object({ Id: z.uuid(), UserId: z.string(), SavedAt: z.iso.datetime() })),
    }),
  }),
  save: put('/drafts/save', {
    summary: 'Keep what the caller has typed into a form, sealed; a week later it is gone',
    access: 'notes.write',
    mode: 'atomic',
    scope: 'domain',
    body: One.extend({
      Form: DraftForm,
      Values,
      /** `SavedAt` of the version that this one continues; without it, any version is replaced. */
      After: KeptDraft.shape.SavedAt.optional(),
    }),
    output: z.object({ DraftInfo: z.array(KeptDraft) }),
  }),
  remove: del('/drafts/delete', {
    summary: 'Forget a draft of the caller, which was saved or is not wanted',
    access: 'notes.write',
    mode: 'atomic',
    scope: 'domain',
    body: One,
    output: z.object({ DraftInfo: z.array(KeptDraft) }),
  }),
} as const;
