import type * as z from 'zod';
import type { WriteContext, EffectPorts } from '../../core/context.ts';
import { patched } from '../../records/conflicting-fields.ts';
import { ADMINISTRATORS_GROUP, domainGroup } from '@handoff/shared/contract/realtime';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { BranchCapacity } from '@handoff/shared/domain/agency/capacity';
import { listTemplate } from '@handoff/shared/domain/agency/list-templates';
import { fieldChanges } from '../../records/field-changes.ts';
import { editedBy } from '../../records/concurrency-check.ts';
import { inRounds } from '../../writes/job-context.ts';
import {
  capacityKind,
  contractedPayerKind,
  listsKind,
  serviceAreaKind,
} from '../../records/kinds/agency-records.ts';
import { inUse } from '../../records/references.ts';
import { edit, type Editable } from '../../writes/edit.ts';
import { invalidField } from '../../core/app-error.ts';
import { listAll } from '../../records/reader.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { keyRenewalKind, notBegun } from '../../records/kinds/server-records.ts';
import { businessDomainKind, domains, usersOf } from '../../records/kinds/user-records.ts';
import { figuresHandler, setupHandler, type SetupPorts } from './setup.ts';
import { select } from '../../records/select.ts';
import type { AreaHandlers } from '../../http/handlers.ts';

export interface AgencyPorts extends SetupPorts {
  capacitiesOf: (domainId: string) => ReturnType<typeof namedCapacities>;
  copyOf: (domainId: string) => ReturnType<typeof copiedRecords>;
}
type Calls = AreaHandlers<'businessDomains', unknown, Pick<EffectPorts, 'createOnce'>>;

export const agencyHandlers = (ports: AgencyPorts): Calls => ({
  list,
  branches: branchesWith(ports),
  create: createWith(ports),
  update,
  archive,
  setup: setupHandler(ports),
  figures: figuresHandler(ports),
});

const list: Calls['list'] = async (_input, { find }) => ({
  BusinessDomainsInfo: (await allAgencies(find)).toSorted((a, b) => a.Name.localeCompare(b.Name)),
});

const branchesWith =
  ({ capacitiesOf }: AgencyPorts): Calls['branches'] =>
  async (_input, { system, caller }) => {
    const branches = (await allAgencies(system))
      .filter(({ Id, Archived }) => !Archived && Id !== caller.businessDomainId)
      .toSorted((a, b) => a.Name.localeCompare(b.Name));
    const BranchesInfo = await inRounds(branches, async ({ Id, Name, Kind, States }) => ({
      Id,
      Name,
      Kind,
      States,
      Capacities: await capacitiesOf(Id),
    }));
    return { BranchesInfo };
  };

/** Disciplines are matched by name between agencies. */
export async function namedCapacities(find: Reader): Promise<z.infer<typeof BranchCapacity>[]> {
  const [lists, capacities] = await Promise.all([
    find.get(listsKind, 'lists'),
    listAll(find, select(capacityKind)),
  ]);
  const names = new Map(lists?.SettingsDisciplinesInfo.map(({ Id, Name }) => [Id, Name]));
  return capacities.map((each) =>
    BranchCapacity.parse({ ...each, Discipline: names.get(each.Discipline) ?? each.Discipline }),
  );
}

/**
 * Writes what the agency begins with first, under an id derived from the key, and the agency last: a try that dies in
 * between leaves records that no one sees, and the next try with the same key finds them.
 */
const createWith =
  ({ copyOf }: AgencyPorts): Calls['create'] =>
  async ({ body: { CopyFrom, ...body } }, effect) => {
    const Id = `domain-${effect.derive('domain')}`;
    await refuseSameName(effect.system, { Id, Name: body.Name });
    const source = CopyFrom === '' ? undefined : await effect.system.get(businessDomainKind, CopyFrom);
    if (CopyFrom !== '' && !source) throw invalidField('CopyFrom', 'Choose one of our agencies.');
    await createFirstRecords(effect, `d:${Id}`, {
      kind: body.Kind,
      source: source && (await copyOf(source.Id)),
    });
    return async (context) => {
      const { work } = context;
      await refuseSameName(work, { Id, Name: body.Name });
      const { Phone = '' } = body;
      const created: BusinessDomain = { ...body, Phone, Id, Archived: false, ...editedBy(context) };
      work.create(businessDomainKind, created);
      const changes = fieldChanges({}, { ...body, ...(source && { CopiedFrom: source.Name }) });
      work.audit({ action: 'agency.created', subject: Id, changes });
      announce(context, created);
      return { BusinessDomainsInfo: [created] };
    };
  };

interface FirstRecords {
  kind: BusinessDomain['Kind'];
  /** From the agency that it copies. */
  source: Awaited<ReturnType<typeof copiedRecords>> | undefined;
}

/** Copies keep their ids, which are unique in an agency: a service area names disciplines of the copied lists. */
async function createFirstRecords(
  { createOnce }: Pick<EffectPorts, 'createOnce'>,
  partitionKey: string,
  { kind, source }: FirstRecords,
): Promise<void> {
  const lists = source?.lists ?? { Id: 'lists' as const, ...listTemplate(kind) };
  await createOnce({ partitionKey, kind: listsKind, record: lists });
  await createOnce({ partitionKey, kind: keyRenewalKind, record: notBegun });
  if (!source) return;
  const { areas, payers } = source;
  await inRounds(areas, (record) => createOnce({ partitionKey, kind: serviceAreaKind, record }));
  await inRounds(payers, (record) => createOnce({ partitionKey, kind: contractedPayerKind, record }));
}

/** The records of an agency that another one may begin with; none is of a patient. */
export async function copiedRecords(find: Reader) {
  const [lists, areas, payers] = await Promise.all([
    find.get(listsKind, 'lists'),
    listAll(find, select(serviceAreaKind)),
    listAll(find, select(contractedPayerKind)),
  ]);
  return { lists, areas, payers };
}

const agencies: Editable<BusinessDomain> = {
  kind: businessDomainKind,
  what: 'this agency',
  announce: (context, { after }) => announce(context, after),
};

const update: Calls['update'] = async ({ body }, context) => {
  const { Id, Etag: _etag, ...patch } = body;
  const agency = await edit(context, agencies, {
    action: 'agency.updated',
    asked: body,
    async change(before) {
      if (patch.Name !== undefined) await refuseSameName(context.work, { Id, Name: patch.Name });
      return patched(before, patch);
    },
  });
  return { BusinessDomainsInfo: [agency] };
};

const archive: Calls['archive'] = async ({ body }, context) => {
  const { Archived } = body;
  const agency = await edit(context, agencies, {
    action: Archived ? 'agency.archived' : 'agency.restored',
    asked: body,
    async change(before) {
      if (Archived) await refusePeopled(context, before);
      return { ...before, Archived };
    },
  });
  return { BusinessDomainsInfo: [agency] };
};

/** Notifies people who manage agencies, and people who work in this one. */
function announce({ work, caller }: WriteContext, { Id }: BusinessDomain): void {
  for (const group of [ADMINISTRATORS_GROUP, domainGroup(Id)])
    work.notify({ group }, { topic: 'businessDomain', id: Id, by: caller.person.Id });
}

async function refuseSameName(find: Reader, { Id, Name }: Pick<BusinessDomain, 'Id' | 'Name'>) {
  const same = (await allAgencies(find)).find(
    (agency) => agency.Id !== Id && agency.Name.toLowerCase() === Name.toLowerCase(),
  );
  if (!same) return;
  const message = `There is an agency of this name already${same.Archived ? ', in the archive' : ''}.`;
  throw invalidField('Name', message);
}

/** Restoring the agency would bring roles back, so they must be removed deliberately before archiving. */
async function refusePeopled({ work }: WriteContext, { Id, Name }: BusinessDomain): Promise<void> {
  const people = await listAll(work, usersOf(Id));
  const count = people.filter(({ Active }) => Active).length;
  if (count > 0) throw inUse(Name, [{ what: 'people with a role in it', count }]);
}

const allAgencies = (find: Reader) => listAll(find, domains);
