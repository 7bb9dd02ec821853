import * as z from 'zod';
import { Person } from '../../domain/access/user.ts';
import { DraftValues } from '../../domain/referral/file-reading.ts';
import { PrefilledField } from '../../domain/referral/prefilled.ts';
import { del, get, post, put } from '../endpoint.ts';
import { MAX_DOCUMENT_BYTES } from './services.ts';

/** The forms whose unsaved text is stored; only the same form reads a draft. */
const DraftForm = z.enum(['new-referral', 'new-note']);
export type DraftForm = z.infer<typeof DraftForm>;

/** The limit for one person and form: the oldest draft is replaced. */
export const MAX_DRAFTS = 10;

const KeptDraft = z.object({ Id: z.uuid(), Form: DraftForm, SavedAt: z.iso.datetime() });
const One = z.strictObject({ Id: z.uuid() });

/**
 * Unsaved text of people who may write, in the business domain where it was typed, for a week. A begun note is its
 * author's alone. People who record referrals see whose referrals colleagues have begun, and can take one over. They all
 * see what an application has sent, until one of them continues it.
 */
export const draftsApi = {
  mine: get('/drafts/get', {
    summary:
      'The drafts of the caller, newest first, and who else has begun one; with their patients if asked',
    access: 'notes.write',
    scope: 'domain',
    query: z.strictObject({ Form: DraftForm, Names: z.enum(['true']).optional() }),
    output: z.object({
      DraftInfo: z.array(
        KeptDraft.extend({
          Values: z.string(),
          /** The application that sent it, until a person continues it. */
          SentBy: Person.optional(),
        }),
      ),
      /** Referrals that colleagues have begun. `Patient` is empty if nothing says it, or if `Names` were not asked for. */
      ColleaguesInfo: z.array(
        z.object({ Id: z.uuid(), UserId: z.string(), SavedAt: z.iso.datetime(), Patient: z.string() }),
      ),
    }),
  }),
  save: put('/drafts/save', {
    summary: 'Keep what the caller has typed into a form, sealed; a week later it is gone',
    access: 'notes.write',
    mode: 'atomic',
    scope: 'domain',
    body: One.extend({
      Form: DraftForm,
      Values: DraftValues,
      /** `SavedAt` of the version that this one continues; without it, any version is replaced. */
      After: KeptDraft.shape.SavedAt.optional(),
    }),
    output: z.object({ DraftInfo: z.array(KeptDraft) }),
  }),
  fromFile: post('/drafts/fromfile', {
    summary:
      'Begin a referral with the file of another system: C-CDA, a FHIR bundle, HL7 v2 or a 360X package; a person reviews it',
    access: 'referrals.send',
    mode: 'lease',
    scope: 'domain',
    upload: { fields: z.strictObject({}), maxBytes: MAX_DOCUMENT_BYTES },
    errors: ['too_many_requests'],
    output: z.object({
      DraftInfo: z.array(KeptDraft),
      /** The fields with a value to review. The answer to a write is stored, so it has no values. */
      Fields: z.array(PrefilledField),
      /** How many parts of the file have no field; the draft names them. */
      Left: z.number().int(),
      /** How many documents it brought, with itself. */
      Documents: z.number().int(),
    }),
  }),
  takeOver: post('/drafts/takeover', {
    summary: 'Continue a referral that a colleague has begun',
    access: 'referrals.edit',
    mode: 'atomic',
    scope: 'domain',
    body: One,
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
