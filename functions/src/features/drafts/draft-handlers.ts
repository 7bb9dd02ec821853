import type { Caller, WriteContext } from '../../core/context.ts';
import { mayDo } from '@handoff/shared/domain/access/role';
import { type DraftForm, MAX_DRAFTS } from '@handoff/shared/contract/referrals/drafts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { isThere, not, select } from '../../records/select.ts';
import { listAll } from '../../records/reader.ts';
import type { Loaded, Reader, UnitOfWork } from '../../core/unit-of-work.ts';
import { type Documents, draftFromFile, type ReadDraft } from './draft-from-file.ts';
import { keptSeconds } from '../../records/retention.ts';
import {
  draftIdOf,
  draftKind,
  draftPlace,
  mayOpenDraft,
  removedDraft,
  StoredDraft,
} from '../../records/kinds/user-records.ts';

type Calls = ApiHandlers['drafts'];

const begunByOthers = (me: string) =>
  select(
    draftKind,
    { where: { UserId: [not(me), not('')], Form: 'new-referral', Sealed: { Values: isThere } } },
    StoredDraft.pick({ Id: true, UserId: true, SavedAt: true }),
  );

/** A draft that an application sent has no user. */
const draftsOf = (UserId: string) => select(draftKind, { where: { UserId } });

/** An agency that opens none of them has no use for more. */
const MAX_SENT = 200;

const mine: Calls['mine'] = async ({ query }, { find, caller, fieldKeys }) => {
  const isTold = query.Form === 'new-referral' && mayDo(caller.roles, 'referrals.edit');
  const own = await keptBy(caller, query.Form, find);
  const sent = isTold ? await sentOf(find) : [];
  const opened = newestFirst([...own, ...sent]).map(
    async ({ Id, UserId, Form, SavedAt, Sealed, SentBy }) => ({
      Id: draftKey(Id),
      Form,
      SavedAt,
      Values: await fieldKeys.decrypt(Sealed.Values ?? '', draftPlace(caller, Id)),
      ...(SentBy && UserId === '' && { SentBy }),
    }),
  );
  const begun = isTold ? await listAll(find, begunByOthers(caller.person.Id)) : [];
  return {
    DraftInfo: await Promise.all(opened),
    ColleaguesInfo: begun
      .map(({ Id, UserId, SavedAt }) => ({ Id: draftKey(Id), UserId, SavedAt }))
      .toSorted((a, b) => b.SavedAt.localeCompare(a.SavedAt)),
  };
};

const save: Calls['save'] = async ({ body }, { work, caller, fieldKeys, now }) => {
  const Id = draftIdOf(body.Id);
  const before = await work.get(draftKind, Id);
  if (before && !mayOpenDraft(before, caller)) throw notOpen(before);
  assertNewest(body.After, before);
  if (before?.UserId !== caller.person.Id) await makeRoom(work, caller, body.Form);
  const draft = {
    ...before,
    Id,
    UserId: caller.person.Id,
    Form: body.Form,
    SavedAt: now.toISOString(),
    Sealed: { Values: await fieldKeys.encrypt(body.Values, draftPlace(caller, Id)) },
    ttl: keptSeconds.draft,
  };
  await work.put(draftKind, draft);
  return { DraftInfo: [{ Id: body.Id, Form: draft.Form, SavedAt: draft.SavedAt }] };
};

/** Two tabs with the same draft do not overwrite each other, and a removed draft does not return. */
function assertNewest(after: string | undefined, before: StoredDraft | undefined): void {
  const isRemoved = before ? before.Sealed.Values === undefined : after !== undefined;
  if (isRemoved) throw new AppError('conflict', 'This draft was saved or discarded elsewhere.');
  if (after !== undefined && before?.SavedAt !== after)
    throw new AppError('conflict', 'This draft was changed in another tab.');
}

/** A colleague was faster with what an application sent; of any other draft no one else may know. */
const notOpen = ({ SentBy }: StoredDraft) =>
  SentBy ? new AppError('conflict', 'A colleague continues with this draft.') : notFound('This draft');

/** Removing a draft that does not exist succeeds. */
const removeDraft: Calls['remove'] = async ({ body }, { work, caller }) => {
  const draft = await work.get(draftKind, draftIdOf(body.Id));
  if (draft && !mayOpenDraft(draft, caller)) throw notOpen(draft);
  if (draft) empty(work, draft);
  return { DraftInfo: [] };
};

async function makeRoom(work: UnitOfWork, caller: Caller, form: DraftForm): Promise<void> {
  const kept = await keptBy(caller, form, work);
  const oldest = kept.slice(MAX_DRAFTS - 1).map(({ Id }) => Id);
  for (const draft of await work.getAll(draftKind, oldest)) empty(work, draft);
}

async function keptBy({ person }: Caller, form: DraftForm, find: Reader): Promise<StoredDraft[]> {
  const all = await listAll(find, draftsOf(person.Id));
  return newestFirst(all.filter(({ Form, Sealed }) => Form === form && Sealed.Values !== undefined));
}

const newestFirst = (drafts: readonly StoredDraft[]) =>
  drafts.toSorted((a, b) => b.SavedAt.localeCompare(a.SavedAt));

async function sentOf(find: Reader): Promise<StoredDraft[]> {
  const all = await listAll(find, draftsOf(''));
  return all.filter(({ Sealed }) => Sealed.Values !== undefined);
}

/** Keeps a draft that begins with a file: of the person who chose it, or for anyone who records referrals. */
async function keepRead(
  { work, caller, fieldKeys, now }: WriteContext,
  read: ReadDraft,
): Promise<StoredDraft> {
  const Id = draftIdOf(read.key);
  const isSent = caller.claims.isApplication;
  if (!isSent) await makeRoom(work, caller, 'new-referral');
  else if ((await sentOf(work)).length >= MAX_SENT)
    throw new AppError('too_many_requests', `${MAX_SENT} sent referrals wait to be opened. Try again later.`);
  const draft: StoredDraft = {
    Id,
    UserId: isSent ? '' : caller.person.Id,
    Form: 'new-referral',
    SavedAt: now.toISOString(),
    Sealed: { Values: await fieldKeys.encrypt(JSON.stringify(read.values), draftPlace(caller, Id)) },
    ...(isSent && {
      SentBy: caller.person,
      DocumentIds: read.values.Documents.map(({ document }) => document.Id),
    }),
    ttl: isSent ? keptSeconds.sentDraft : keptSeconds.draft,
  };
  await work.put(draftKind, draft);
  return draft;
}

const empty = (work: UnitOfWork, draft: Loaded<StoredDraft>) =>
  work.replace(draftKind, draft, removedDraft(draft));

const draftKey = (id: string) => id.slice('draft-'.length);

export const draftHandlers = (documents: Documents): ApiHandlers['drafts'] => ({
  mine,
  save,
  remove: removeDraft,
  fromFile: draftFromFile(documents, keepRead),
});
