import type { WriteContext } from '../../core/context.ts';
import type { Api } from '@handoff/shared/contract/api';
import { fieldChanges } from '../../records/field-changes.ts';
import {
  isOffered,
  noLists,
  type ConfiguredStatus,
  type DeclineReason,
  type Discipline,
  type DocumentType,
  type EligibilityStatus,
  type ListName,
} from '@handoff/shared/domain/agency/list-settings';
import { AppError } from '../../core/app-error.ts';
import { announceChange } from '../../writes/announce-change.ts';
import type { Handlers } from '../../http/handlers.ts';
import { assertCurrentVersion } from '../../records/concurrency-check.ts';
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

interface ConfiguredList<E extends Entry, Slice> {
  name: ListName;
  listIn: (from: Slice) => E[];
  slice: (list: E[]) => Slice;
}

interface ListUpdate {
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
  updateDocumentTypes: updateList<DocumentType, Pick<DomainLists, 'SettingsDocumentTypesInfo'>>({
    name: 'SettingsDocumentTypesInfo',
    listIn: (from) => from.SettingsDocumentTypesInfo,
    slice: (SettingsDocumentTypesInfo) => ({ SettingsDocumentTypesInfo }),
  }),
  updateReferralStatuses: updateList<ConfiguredStatus, Pick<DomainLists, 'SettingsReferralStatusesInfo'>>({
    name: 'SettingsReferralStatusesInfo',
    listIn: (from) => from.SettingsReferralStatusesInfo,
    slice: (SettingsReferralStatusesInfo) => ({ SettingsReferralStatusesInfo }),
  }),
  updateEligibilityStatuses: updateList<
    EligibilityStatus,
    Pick<DomainLists, 'SettingsEligibilityStatusesInfo'>
  >({
    name: 'SettingsEligibilityStatusesInfo',
    listIn: (from) => from.SettingsEligibilityStatusesInfo,
    slice: (SettingsEligibilityStatusesInfo) => ({ SettingsEligibilityStatusesInfo }),
  }),
  updateDeclineReasons: updateList<DeclineReason, Pick<DomainLists, 'SettingsDeclineReasonsInfo'>>({
    name: 'SettingsDeclineReasonsInfo',
    listIn: (from) => from.SettingsDeclineReasonsInfo,
    slice: (SettingsDeclineReasonsInfo) => ({ SettingsDeclineReasonsInfo }),
  }),
  updateDisciplines: updateList<Discipline, Pick<DomainLists, 'SettingsDisciplinesInfo'>>({
    name: 'SettingsDisciplinesInfo',
    listIn: (from) => from.SettingsDisciplinesInfo,
    slice: (SettingsDisciplinesInfo) => ({ SettingsDisciplinesInfo }),
  }),
  async listUses({ query: { List } }, { find }) {
    const lists = await find.get(listsKind, 'lists');
    const entries: Entry[] = lists?.[List] ?? [];
    return {
      ListUses: await Promise.all(
        entries.map(async (entry) => ({
          Id: entry.Id,
          UsedIn: await countUses(find, usesOf(List, entry)),
        })),
      ),
    };
  },
};

/** A list is saved as a unit; an edit of an older version is refused until its author sees the newer one. */
function updateList<E extends Entry, Slice extends object>(
  configured: ConfiguredList<E, Slice> & { listIn: (from: DomainLists) => E[] },
) {
  const { name, listIn, slice } = configured;

  return async ({ body }: { body: Slice & ListUpdate }, context: WriteContext) => {
    const { work } = context;
    const stored = await work.get(listsKind, 'lists');
    const lists: DomainLists = stored ?? { Id: 'lists', ...noLists };
    const before = listIn(lists);
    const wanted = withIds(configured.listIn(body), before, work);
    await assertCurrentVersion(work, {
      what: 'this list',
      current: { Id: name, Etag: lists.Etags?.[name] ?? '', ...slice(before) },
      basedOn: body.Etag,
      patch: slice(wanted),
    });
    const gone = before.filter(({ Id }) => !wanted.some((entry) => entry.Id === Id));
    const { kept, Remaining } = await takeOut(gone, wanted, body.Remap ?? [], context);
    const list = [...wanted, ...kept];
    const changes = fieldChanges(slice(before), slice(list));
    const after: DomainLists = {
      ...lists,
      ...slice(list),
      Etags: { ...lists.Etags, [name]: work.etag },
    };
    await work.put(listsKind, after);
    work.audit({ action: 'list.updated', subject: name, changes });
    announceChange(context, { topic: 'settings', id: name });
    return { ...slice(list), Etag: work.etag, Remaining };
  };

  /** Moves the uses of a removed entry; an entry with remaining uses stays, retired, so that its records keep a name. */
  async function takeOut(
    gone: E[],
    wanted: E[],
    remap: { From: string; To: string }[],
    context: WriteContext,
  ) {
    const kept: E[] = [];
    let Remaining = 0;
    let room = MOVED_AT_ONCE;
    for (const entry of gone) {
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
}

function withIds<E extends Entry>(list: E[], before: E[], work: UnitOfWork): E[] {
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

function replacementIn(list: Entry[], id: string): Entry {
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
