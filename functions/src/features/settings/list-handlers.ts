import type { WriteContext } from '../../core/context.ts';
import type { Api } from '@handoff/shared/contract/api';
import { ConfiguredLists, isOffered, ListName, noLists } from '@handoff/shared/domain/agency/list-settings';
import { AppError } from '../../core/app-error.ts';
import { edit, type EditableEntry } from '../../writes/edit.ts';
import type { Handlers } from '../../http/handlers.ts';
import {
  countUses,
  inUse,
  MOVED_AT_ONCE,
  reassignReferences,
  referencesNow,
  type Use,
} from '../../records/references.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { listsKind, type DomainLists } from '../../records/kinds/agency-records.ts';
import { usesOf } from '../../records/reference-table.ts';

interface Entry {
  Id: string;
  Name: string;
  Retired?: boolean | undefined;
}

interface ListUpdate extends Partial<ConfiguredLists> {
  Etag?: string | undefined;
  Remap?: { From: string; To: string }[] | undefined;
}

export const listHandlers: Pick<
  Handlers<Api>['settings'],
  | 'updateDocumentTypes'
  | 'updateReferralStatuses'
  | 'updateEligibilityStatuses'
  | 'updateDeclineReasons'
  | 'updateDisciplines'
  | 'listUses'
> = {
  updateDocumentTypes: updateList('SettingsDocumentTypesInfo'),
  updateReferralStatuses: updateList('SettingsReferralStatusesInfo'),
  updateEligibilityStatuses: updateList('SettingsEligibilityStatusesInfo'),
  updateDeclineReasons: updateList('SettingsDeclineReasonsInfo'),
  updateDisciplines: updateList('SettingsDisciplinesInfo'),
  async listUses({ query: { List } }, { find }) {
    const lists = await find.get(listsKind, 'lists');
    const ListUses = (lists?.[List] ?? []).map(async (entry) => ({
      Id: entry.Id,
      UsedIn: await countUses(find, usesOf(List, entry)),
    }));
    return { ListUses: await Promise.all(ListUses) };
  },
};

interface EditedLists extends Omit<DomainLists, 'Id'> {
  Id: ListName;
  Etag: string;
}

/** A list is saved as a unit; an edit of an older version is refused until its author sees the newer one. */
const editableList: EditableEntry<EditedLists> = {
  what: 'this list',
  announce: 'settings',
  shown: (lists) => ({ Id: lists.Id, Etag: lists.Etag, [lists.Id]: lists[lists.Id] }),
  audited: (lists) => ({ [lists.Id]: lists[lists.Id] }),
  async find({ work }, id) {
    const lists: Omit<DomainLists, 'Id'> = (await work.get(listsKind, 'lists')) ?? noLists;
    const Id = ListName.parse(id);
    return { ...lists, Id, Etag: lists.Etags?.[Id] ?? '' };
  },
  async store({ work }, _id, stored) {
    if (!stored) return;
    const { Id, Etag, ...lists } = stored;
    await work.put(listsKind, { ...lists, Id: 'lists', Etags: { ...lists.Etags, [Id]: Etag } });
  },
};

function updateList(name: ListName) {
  return async ({ body }: { body: ListUpdate }, context: WriteContext) => {
    let Remaining = 0;
    const wantedIn = (lists: EditedLists) => withIds(body[name] ?? [], lists[name], context.work);
    const lists = await edit(context, editableList, {
      action: 'list.updated',
      asked: { Id: name, Etag: body.Etag },
      patch: (before) => ({ [name]: wantedIn(before) }),
      async change(before) {
        const wanted = wantedIn(before);
        const taken = await takeOut(name, { before: before[name], wanted, remap: body.Remap ?? [] }, context);
        Remaining = taken.Remaining;
        return { ...before, ...ConfiguredLists.parse({ ...before, [name]: [...wanted, ...taken.kept] }) };
      },
    });
    return { ...lists, Remaining };
  };
}

interface Removal {
  before: readonly Entry[];
  wanted: readonly Entry[];
  remap: readonly { From: string; To: string }[];
}

/** Moves the uses of a removed entry; an entry with remaining uses stays, retired, so that its records keep a name. */
async function takeOut(name: ListName, { before, wanted, remap }: Removal, context: WriteContext) {
  const kept: Entry[] = [];
  let Remaining = 0;
  let room = MOVED_AT_ONCE;
  for (const entry of before) {
    if (wanted.some(({ Id }) => Id === entry.Id)) continue;
    const to = remap.find(({ From }) => From === entry.Id)?.To;
    const replacement = to === undefined ? undefined : replacementIn(wanted, to);
    const uses = usesOf(name, entry, replacement);
    if (!replacement) await refuseUsed(entry, uses, context);
    else {
      const { moved, remaining } = await reassignReferences(context, uses, room);
      room -= moved;
      Remaining += remaining;
      if (remaining > 0) kept.push({ ...entry, Retired: true });
    }
  }
  return { kept, Remaining };
}

function withIds(list: readonly Entry[], before: readonly Entry[], work: UnitOfWork): Entry[] {
  const sent = new Set(list.map(({ Id }) => Id));
  const free = before
    .filter(({ Id }) => !sent.has(Id))
    .toSorted((a, b) => Number(!isOffered(a)) - Number(!isOffered(b)));
  return list.map((entry, index) => {
    if (entry.Id !== '') return entry;
    const named = free.find(({ Name }) => Name.toLowerCase() === entry.Name.toLowerCase());
    return { ...entry, Id: named?.Id ?? work.newId('entry', String(index)) };
  });
}

function replacementIn(list: readonly Entry[], id: string): Entry {
  const entry = list.find(({ Id }) => Id === id);
  if (entry && isOffered(entry)) return entry;
  throw new AppError('invalid_request', 'The replacement for a removed entry is not in the list.', {
    fields: { Remap: 'Choose an entry of the list' },
  });
}

async function refuseUsed({ Name }: Entry, uses: Use[], { work }: WriteContext): Promise<void> {
  const usedIn = await referencesNow(work, uses);
  if (usedIn.length > 0) throw inUse(Name, usedIn);
}
