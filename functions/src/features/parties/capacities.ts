import { type Capacity, isSameCapacity, weekOf } from '@handoff/shared/domain/agency/capacity';
import { endsAfterStart } from '@handoff/shared/domain/agency/directory';
import { fieldChanges } from '../../records/field-changes.ts';
import type { WriteContext } from '../../core/context.ts';
import { invalidField } from '../../core/app-error.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { editedBy } from '../../records/concurrency-check.ts';
import { agencyDay, capacityKind, listsKind } from '../../records/kinds/agency-records.ts';
import { listAll } from '../../records/reader.ts';
import { edit, type Editable, remove } from '../../writes/edit.ts';
import { select } from '../../records/select.ts';

type Calls = ApiHandlers['capacities'];

const capacities: Editable<Capacity> = {
  kind: capacityKind,
  what: 'this capacity',
  announce: 'capacity',
};

const list: Calls['list'] = async (_input, { find }) => ({ CapacitiesInfo: await allOf(find) });

/** A discipline has one entry in a county, so what is said later replaces it. */
const set: Calls['set'] = async ({ body }, context) => {
  const { work } = context;
  const said = { ...body, StartsOn: body.StartsOn ?? weekOf(await agencyDay(context)) };
  if (!endsAfterStart(said)) throw invalidField('EndsOn', 'The end is before the start');
  await checkDiscipline(said.Discipline, context);
  const former = (await allOf(work)).find((each) => isSameCapacity(each, said));
  if (former) return { CapacitiesInfo: [await replaced(former.Id, said, context)] };
  const created = { ...said, Id: work.newId(capacityKind.type), ...editedBy(context) };
  work.create(capacityKind, created);
  work.record({
    action: 'capacity.created',
    subject: created.Id,
    changes: fieldChanges({}, said),
    topic: 'capacity',
  });
  return { CapacitiesInfo: [created] };
};

const replaced = (Id: string, said: Partial<Capacity>, context: WriteContext): Promise<Capacity> =>
  edit(context, capacities, {
    action: 'capacity.updated',
    asked: { Id },
    change: (before) => ({ ...before, ...said }),
  });

const removeCapacity: Calls['remove'] = async ({ body }, context) => {
  const { record } = await remove(context, capacities, { action: 'capacity.deleted', asked: body });
  return { CapacitiesInfo: [record] };
};

export const capacityHandlers: Calls = { list, set, remove: removeCapacity };

const allOf = (find: Reader): Promise<Capacity[]> => listAll(find, select(capacityKind));

async function checkDiscipline(id: string, { work }: WriteContext): Promise<void> {
  const lists = await work.get(listsKind, 'lists');
  if (lists?.SettingsDisciplinesInfo.some(({ Id }) => Id === id)) return;
  throw invalidField('Discipline', 'Choose a discipline');
}
