import type { WriteContext } from '../../core/context.ts';
import type { Api } from '@handoff/shared/contract/api';
import { MAX_SAVED_VIEWS } from '@handoff/shared/contract/referrals/saved-views';
import { mayDo } from '@handoff/shared/domain/access/role';
import { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { assertCurrentVersion } from '../../records/concurrency-check.ts';
import { patched } from '../../records/conflicting-fields.ts';
import { editedBy } from '../../records/edited-by.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { AtomicHandler, Handlers } from '../../http/handlers.ts';
import { announceChange } from '../../writes/announce-change.ts';
import { listAll } from '../../records/reader.ts';
import type { Loaded } from '../../core/unit-of-work.ts';
import { savedViewKind, savedViewsOf } from '../../records/kinds/agency-records.ts';

type Calls = Api['savedViews'];

const create: AtomicHandler<Calls['create']> = async ({ body }, context) => {
  const { work, caller } = context;
  const parameters = { me: caller.person.Id };
  const own = await listAll(work, savedViewKind, { sql: savedViewsOf, parameters });
  if (own.length >= MAX_SAVED_VIEWS)
    throw new AppError('too_large', `A person keeps at most ${MAX_SAVED_VIEWS} views. Delete one first.`);
  const view = { ...body, Id: work.newId('view'), Author: caller.person, ...editedBy(context) };
  refuseUnlessMayShare(view, context);
  work.create(savedViewKind, view);
  work.audit({ action: 'saved-view.created', subject: view.Id });
  announce(context, { view, isShared: view.Shared });
  return { SavedViewsInfo: [view] };
};

const update: AtomicHandler<Calls['update']> = async ({ body }, context) => {
  const { work } = context;
  const before = await editable(body.Id, context);
  const { Id: _id, Etag: basedOn, Filters = before.Filters, Layout = before.Layout, ...named } = body;
  const patch = { ...named, Filters, Layout };
  await assertCurrentVersion(work, { what: 'this view', current: before, basedOn, patch });
  // Filters are saved together, so that a removed one does not stay.
  const merged = SavedView.parse({ ...patched<object>(before, named), Filters, Layout });
  const changes = fieldChanges(before, merged);
  if (changes.length === 0) return { SavedViewsInfo: [before] };
  if (!before.Shared) refuseUnlessMayShare(merged, context);
  const view = { ...merged, ...editedBy(context) };
  work.replace(savedViewKind, before, view);
  work.audit({ action: 'saved-view.updated', subject: view.Id, changes });
  announce(context, { view, isShared: before.Shared || view.Shared });
  return { SavedViewsInfo: [view] };
};

const remove: AtomicHandler<Calls['remove']> = async ({ body }, context) => {
  const { work } = context;
  const view = await editable(body.Id, context);
  await assertCurrentVersion(work, { what: 'this view', current: view, basedOn: body.Etag, patch: {} });
  work.softDelete(savedViewKind, view);
  work.audit({ action: 'saved-view.deleted', subject: view.Id });
  announce(context, { view, isShared: view.Shared });
  return { SavedViewsInfo: [view] };
};

/** Another person's own view is answered like an unknown one. */
async function editable(id: string, { work, caller }: WriteContext): Promise<Loaded<SavedView>> {
  const view = await work.get(savedViewKind, id);
  const isOwn = view?.Author.Id === caller.person.Id;
  if (!view || (!view.Shared && !isOwn)) throw notFound('This view');
  if (isOwn || mayDo(caller.roles, 'lists.edit')) return view;
  throw new AppError('forbidden', 'Only its author and managers can change a shared view.');
}

function refuseUnlessMayShare({ Shared }: Pick<SavedView, 'Shared'>, { caller }: WriteContext): void {
  if (Shared && !mayDo(caller.roles, 'referrals.edit'))
    throw new AppError('forbidden', 'Only those who change referrals can share a view.');
}

/** A view that is not shared is announced to its author only. */
function announce(context: WriteContext, { view, isShared }: { view: SavedView; isShared: boolean }): void {
  const { work, caller } = context;
  if (isShared) announceChange(context, { topic: 'settings', id: view.Id });
  else work.notify({ user: caller.claims.oid }, { topic: 'settings', id: view.Id, by: caller.person.Id });
}

export const savedViewHandlers: Handlers<Api>['savedViews'] = { create, update, remove };
