import * as z from 'zod';
import { asRead } from '../../domain/records/as-read.ts';
import { SavedView, SavedViewDraft } from '../../domain/referral/saved-view.ts';
import { del, patch, put } from '../endpoint.ts';
import { edited } from '../../domain/records/record-id.ts';

const Slice = z.object({ SavedViewsInfo: z.array(SavedView) });
const ofDomain = { access: 'referrals.read', scope: 'domain' } as const;

/** Limits the views of one person, including shared ones. */
export const MAX_SAVED_VIEWS = 30;

/** Named views of the worklist, both personal and shared, which every page reads with the settings. */
export const savedViewsApi = {
  create: put('/savedviews/create', {
    ...ofDomain,
    summary: `Save a view of the worklist, at most ${MAX_SAVED_VIEWS} for each person; sharing one takes referrals.edit`,
    mode: 'atomic',
    body: SavedViewDraft,
    answers: { savedView: 'SavedViewsInfo' },
    output: Slice,
  }),
  update: patch('/savedviews/update', {
    ...ofDomain,
    summary: 'Change a saved view: its author, or a manager when it is shared',
    mode: 'atomic',
    body: asRead(SavedViewDraft.partial().extend(edited), SavedView),
    answers: { savedView: 'SavedViewsInfo' },
    output: Slice,
  }),
  remove: del('/savedviews/delete', {
    deletes: true,
    ...ofDomain,
    summary: 'Delete a saved view: its author, or a manager when it is shared',
    mode: 'atomic',
    bareAs: 'Id',
    body: asRead(z.strictObject(edited), SavedView),
    changesMore: true,
    answers: { savedView: 'SavedViewsInfo' },
    output: Slice,
  }),
} as const;
