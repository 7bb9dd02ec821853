import type { Caller } from '../../core/context.ts';
import { mayDo } from '@handoff/shared/domain/access/role';
import { type DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { readAs } from '../../core/record-kind.ts';
import { listAll } from '../../records/reader.ts';
import type { Loaded, UnitOfWork } from '../../core/unit-of-work.ts';
import { keptSeconds } from '../../records/retention.ts';
import { draftIdOf, draftKind, removedDraft, StoredDraft } from '../../records/kinds/user-records.ts';

type Calls = ApiHandlers['drafts'];

/** The limit for one person and form: the oldest draft is replaced. */
const MAX_DRAFTS = 10;

const begunByOthers =
  "SELECT c.id, c.type, c._etag, c.Id, c.UserId, c.SavedAt FROM c WHERE c.type = 'draft' AND c.UserId != @user" +
  " AND c.Form = 'new-referral' AND IS_DEFINED(c.Sealed.Values) AND c.DeletedAt = null";
const begunKind = readAs(draftKind, StoredDraft.pick({ Id: true, UserId: true, SavedAt: true }));

const draftsOfUser = "SELECT * FROM c WHERE c.type = 'draft' AND c.UserId = @user AND c.DeletedAt = null";

const mine: Calls['mine'] = async ({ query }, { find, caller, fieldKeys }) => {
  const all = await keptBy(caller, query.Form, (of) => listAll(find, draftKind, of));
  const opened = all.map(async ({ Id, Form, SavedAt, Sealed }) => ({
    Id: draftKey(Id),
    Form,
    SavedAt,
    Values: await fieldKeys.decrypt(Sealed.Values ?? '', draftPlace(caller, Id)),
  }));
  const isTold = query.Form === 'new-referral' && mayDo(caller.roles, 'referrals.edit');
  const begun = isTold
    ? await listAll(find, begunKind, { sql: begunByOthers, parameters: { user: caller.person.Id } })
    : [];
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
  if (before && before.UserId !== caller.person.Id) throw notFound('This draft');
  assertNewest(body.After, before);
  if (!before) await makeRoom(work, caller, body.Form);
  const draft = {
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

/** Removing a draft that does not exist succeeds. */
const removeDraft: Calls['remove'] = async ({ body }, { work, caller }) => {
  const draft = await work.get(draftKind, draftIdOf(body.Id));
  if (draft && draft.UserId !== caller.person.Id) throw notFound('This draft');
  if (draft) empty(work, draft);
  return { DraftInfo: [] };
};

async function makeRoom(work: UnitOfWork, caller: Caller, form: DraftForm): Promise<void> {
  const kept = await keptBy(caller, form, (of) => listAll(work, draftKind, of));
  const oldest = kept.slice(MAX_DRAFTS - 1).map(({ Id }) => Id);
  for (const draft of await work.getAll(draftKind, oldest)) empty(work, draft);
}

async function keptBy(
  { person }: Caller,
  form: DraftForm,
  list: (of: { sql: string; parameters: { user: string } }) => Promise<StoredDraft[]>,
): Promise<StoredDraft[]> {
  const all = await list({ sql: draftsOfUser, parameters: { user: person.Id } });
  return all
    .filter(({ Form, Sealed }) => Form === form && Sealed.Values !== undefined)
    .toSorted((a, b) => b.SavedAt.localeCompare(a.SavedAt));
}

const empty = (work: UnitOfWork, draft: Loaded<StoredDraft>) =>
  work.replace(draftKind, draft, removedDraft(draft));

const draftKey = (id: string) => id.slice('draft-'.length);
const draftPlace = ({ businessDomainId }: Caller, id: string) => ({
  partition: `d:${businessDomainId}`,
  type: draftKind.type,
  id,
  field: 'Values',
});

export const draftHandlers: ApiHandlers['drafts'] = { mine, save, remove: removeDraft };
