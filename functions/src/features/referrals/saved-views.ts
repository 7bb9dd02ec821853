import type { WriteContext } from '../../core/context.ts';
import { MAX_SAVED_VIEWS } from '@handoff/shared/contract/referrals/saved-views';
import { mayDo } from '@handoff/shared/domain/access/role';
import { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { patched } from '../../records/conflicting-fields.ts';
import { editedBy } from '../../records/concurrency-check.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { announceChange, edit, remove, type Editable } from '../../writes/edit.ts';
import { listAll } from '../../records/reader.ts';
import { savedViewKind, savedViewsOf } from '../../records/kinds/agency-records.ts';

type Calls = ApiHandlers['savedViews'];

const create: Calls['create'] = async ({ body }, context) => {
  const { work, caller } = context;
  const own = await listAll(work, savedViewsOf(caller.person.Id));
  if (own.length >= MAX_SAVED_VIEWS)
    throw new AppError('too_large', `A person keeps at most ${MAX_SAVED_VIEWS} views. Delete one first.`);
  const view = { ...body, Id: work.newId('view'), Author: caller.person, ...editedBy(context) };
  refuseUnlessMayShare(view, context);
  work.create(savedViewKind, view);
  work.audit({ action: 'saved-view.created', subject: view.Id });
  announce(context, { before: view, after: view });
  return { SavedViewsInfo: [view] };
};

const views: Editable<SavedView> = { kind: savedViewKind, what: 'this view', announce };

const update: Calls['update'] = async ({ body }, context) => {
  const { Id: _id, Etag: _etag, Filters, Layout, ...named } = body;
  // Filters are chosen together: one that was taken off does not stay.
  const chosen = (before: SavedView) => ({
    Filters: Filters ?? before.Filters,
    Layout: Layout ?? before.Layout,
  });
  const view = await edit(context, views, {
    action: 'saved-view.updated',
    asked: body,
    allow: (before) => refuseUnlessEditable(before, context),
    patch: (before) => ({ ...named, ...chosen(before) }),
    change(before) {
      const after = SavedView.parse({ ...patched<object>(before, named), ...chosen(before) });
      if (!before.Shared) refuseUnlessMayShare(after, context);
      return after;
    },
  });
  return { SavedViewsInfo: [view] };
};

const removeView: Calls['remove'] = async ({ body }, context) => {
  const { record } = await remove(context, views, {
    action: 'saved-view.deleted',
    asked: body,
    allow: (view) => refuseUnlessEditable(view, context),
  });
  return { SavedViewsInfo: [record] };
};

/** Another person's own view is as unknown as none. */
function refuseUnlessEditable(view: SavedView, { caller }: WriteContext): void {
  const isOwn = view.Author.Id === caller.person.Id;
  if (!view.Shared && !isOwn) throw notFound('This view');
  if (!isOwn && !mayDo(caller.roles, 'lists.edit'))
    throw new AppError('forbidden', 'Only its author and managers can change a shared view.');
}

function refuseUnlessMayShare({ Shared }: Pick<SavedView, 'Shared'>, { caller }: WriteContext): void {
  if (Shared && !mayDo(caller.roles, 'referrals.edit'))
    throw new AppError('forbidden', 'Only those who change referrals can share a view.');
}

/** A view that only its author sees concerns no one else's screen. */
function announce(context: WriteContext, { before, after }: { before: SavedView; after: SavedView }): void {
  const { work, caller } = context;
  if (before.Shared || after.Shared) announceChange(context, { topic: 'settings', id: after.Id });
  else work.notify({ user: caller.claims.oid }, { topic: 'settings', id: after.Id, by: caller.person.Id });
}

export const savedViewHandlers: ApiHandlers['savedViews'] = { create, update, remove: removeView };
