import type { ReadContext, WriteContext } from '../../core/context.ts';
import type { Topic } from '@handoff/shared/contract/endpoint';
import { patched } from '../../records/conflicting-fields.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import { byName, identityOf } from '@handoff/shared/domain/agency/directory';
import type { Person } from '@handoff/shared/domain/access/user';
import type * as z from 'zod';
import { AppError, existing, invalidField } from '../../core/app-error.ts';
import { current, edit } from '../../writes/edit.ts';
import { usesOf, type Referred } from '../../records/reference-table.ts';
import { countUses, inUse, reassignReferences, referencesNow, type Use } from '../../records/references.ts';
import { editedBy } from '../../records/concurrency-check.ts';
import { listAll } from '../../records/reader.ts';
import type { Loaded, Reader, RecordKind } from '../../core/unit-of-work.ts';
import { selectByName } from '../../records/select.ts';

/** Fits all records of any agency. */
const PAGE_SIZE = 1000;

export interface Kept {
  Id: string;
  Name: string;
  Etag: string;
  UpdatedAt: string;
  UpdatedBy: Person;
}

type DirectoryType = 'partner' | 'contracted-payer' | 'advantage-plan' | 'service-area' | 'insurance';

export interface PartyArea<Draft extends object, Entity extends Draft & Kept, Slice> {
  kind: RecordKind<Entity> & { type: DirectoryType };
  announce: Topic;
  /** Its name in messages, such as "this agency". */
  what: string;
  /** Contains the rules between fields, which an update must satisfy after merging. */
  draft: z.ZodType<Draft>;
  slice: (items: Entity[]) => Slice;
  /** Defaults for fields of a new record that its sender left out. */
  defaults?: (context: WriteContext) => Promise<Partial<Draft>>;
  refersTo(draft: Draft): Reference[];
  referred: Referred;
  /** The fields that identify a record, if its name does not. */
  identity?: readonly [string, ...string[]];
  /** The fields of a record that takes in another one of the same kind. */
  takeIn?: (record: Entity, gone: Entity) => Partial<Draft>;
}

interface Reference {
  field: string;
  kind: RecordKind<{ Id: string }>;
  ids: string[];
}

interface Edit {
  Id: string;
  Etag?: string | undefined;
}

interface Removal extends Edit {
  RemapTo?: string | undefined;
  Merge?: boolean | undefined;
}

export function partyHandlers<Draft extends object, Entity extends Draft & Kept, Slice extends object>(
  area: PartyArea<Draft, Entity, Slice>,
) {
  const { kind, slice, identity = byName } = area;

  async function list({ query }: { query: { Continuation?: string | undefined } }, { find }: ReadContext) {
    const { items, Continuation } = await find.list(selectByName(kind), {
      pageSize: PAGE_SIZE,
      continuation: query.Continuation,
    });
    return { ...slice(items), Continuation };
  }

  async function uses({ query }: { query: { id: string } }, { find }: ReadContext) {
    const entity = existing(await find.get(kind, query.id), `T${area.what.slice(1)}`);
    return { UsedIn: await countUses(find, await entityUses(entity, find)) };
  }

  async function create({ body }: { body: object }, context: WriteContext) {
    const { work } = context;
    const draft = { ...(await area.defaults?.(context)), ...body };
    const entity = kind.schema.parse({ ...draft, Id: work.newId(kind.type), ...editedBy(context) });
    await checkIdentity(entity, work);
    await checkReferences(area.refersTo(entity), context);
    work.create(kind, entity);
    work.record({ action: `${kind.type}.created`, subject: entity.Id, topic: area.announce });
    return slice([entity]);
  }

  async function update({ body }: { body: Edit }, context: WriteContext) {
    const { Id: _id, Etag: _etag, ...patch } = body;
    const after = await edit(context, area, {
      action: `${kind.type}.updated`,
      asked: body,
      async change(before) {
        const merged = mergedRecord(area, before, patch);
        if (merged === before) return before;
        if (identityOf(merged, identity) !== identityOf(before, identity))
          await checkIdentity(merged, context.work);
        await checkReferences(area.refersTo(merged), context);
        return merged;
      },
    });
    return slice([after]);
  }

  async function remove({ body }: { body: Removal }, context: WriteContext) {
    const { work } = context;
    const entity = await current(context, area, { asked: body, patch: () => ({}) });
    const replacement =
      body.RemapTo === undefined ? undefined : await replacementOf(body.RemapTo, body.Id, context);
    const used = await entityUses(entity, work, replacement);
    const Remaining = replacement
      ? (await reassignReferences(context, used)).remaining
      : await refuseUsed(entity, used);
    if (Remaining === 0) {
      work.softDelete(kind, entity);
      if (replacement && body.Merge) takeIn(replacement, entity, context);
    }
    work.record({
      action: `${kind.type}.${Remaining === 0 ? 'deleted' : 'remapped'}`,
      subject: entity.Id,
      topic: area.announce,
    });
    return { ...slice([entity]), Remaining };

    async function refuseUsed({ Name }: Entity, all: Use[]): Promise<0> {
      const usedIn = await referencesNow(work, all);
      if (usedIn.length > 0) throw inUse(Name, usedIn);
      return 0;
    }
  }

  function takeIn(before: Loaded<Entity>, gone: Entity, context: WriteContext): void {
    const fields = area.takeIn?.(before, gone) ?? {};
    const after = mergedRecord(area, before, fields);
    if (after === before) return;
    context.work.replace(kind, before, { ...after, ...editedBy(context) });
    const changes = fieldChanges(before, after);
    context.work.record({
      action: `${kind.type}.updated`,
      subject: before.Id,
      changes,
      topic: area.announce,
    });
  }

  async function entityUses(entity: Entity, find: Reader, replacement?: Entity): Promise<Use[]> {
    const others = await twinsOf(entity, find);
    const isNameShared = others.some(({ Name }) => Name === entity.Name);
    return usesOf(area.referred, { ...entity, isNameShared }, replacement);
  }

  async function twinsOf(entity: Entity, find: Reader): Promise<Entity[]> {
    const all = await listAll(find, selectByName(kind), PAGE_SIZE);
    return all.filter(
      (other) => other.Id !== entity.Id && identityOf(other, identity) === identityOf(entity, identity),
    );
  }

  async function checkIdentity(entity: Entity, find: Reader): Promise<void> {
    const [other] = await twinsOf(entity, find);
    if (other) throw invalidField(identity[0], existsAlready(other));
  }

  async function replacementOf(id: string, of: string, { work }: WriteContext): Promise<Loaded<Entity>> {
    const replacement = id === of ? undefined : await work.get(kind, id);
    if (replacement) return replacement;
    throw invalidField('RemapTo', 'Choose another one', 'The replacement does not exist.');
  }

  return { list, uses, create, update, remove };
}

export const existsAlready = ({ Name }: { Name: string }): string => `${Name} exists already`;

/** Merges the fields into the record, and applies the rules between fields if they change it. */
export function mergedRecord<Draft extends object, Entity extends Draft & Kept>(
  { kind, draft }: Pick<PartyArea<Draft, Entity, unknown>, 'kind' | 'draft'>,
  before: Entity,
  fields: object,
): Entity {
  const merged = kind.schema.parse(patched<object>(before, fields));
  if (fieldChanges(before, merged).length === 0) return before;
  const { Id: _id, Etag: _etag, UpdatedAt: _at, UpdatedBy: _by, ...typed } = merged;
  const result = draft.safeParse(typed);
  if (result.success) return merged;
  const { issues } = result.error;
  throw new AppError('invalid_request', issues[0]?.message ?? 'The fields do not go together.', {
    fields: Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message])),
  });
}

async function checkReferences(references: Reference[], { work }: WriteContext): Promise<void> {
  for (const { field, kind, ids } of references) {
    const found = await Promise.all(ids.map((id) => work.get(kind, id)));
    if (found.includes(undefined))
      throw invalidField(field, 'Choose again', 'Something selected here no longer exists.');
  }
}
