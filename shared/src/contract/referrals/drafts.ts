import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The forms whose unsaved text is kept; a draft is read by its own form alone. */
const DraftForm = z.enum(['new-referral', 'new-note']);
export type DraftForm = z.infer<typeof DraftForm>;

const KeptDraft = z.object({ Id: z.uuid(), Form: DraftForm, SavedAt: z.iso.datetime() });
/** What was typed, as JSON: a newer form takes from it what it still has. */
const Values = z.string().max(60_000);
const One = z.strictObject({ Id: z.uuid() });

/** What a person has typed and not saved, who may write at all: theirs alone, in the business domain it was typed in, for a week. */
export const drafts = {
  mine: defineEndpoint({
    method: 'GET',
    path: '/drafts/get',
    summary: 'The drafts of the caller in the current business domain, newest first',
    access: 'notes.write',
    mode: 'read',
    scope: 'domain',
    query: z.strictObject({ Form: DraftForm }),
    output: z.object({ DraftInfo: z.array(KeptDraft.extend({ Values })) }),
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: '/drafts/save',
    summary: 'Keep what the caller has typed into a form, sealed; a week later it is gone',
    access: 'notes.write',
    mode: 'atomic',
    scope: 'domain',
    body: One.extend({ Form: DraftForm, Values }),
    output: z.object({ DraftInfo: z.array(KeptDraft) }),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/drafts/delete',
    summary: 'Forget a draft of the caller, which was saved or is not wanted',
    access: 'notes.write',
    mode: 'atomic',
    scope: 'domain',
    body: One,
    output: z.object({ DraftInfo: z.array(KeptDraft) }),
  }),
} as const;
