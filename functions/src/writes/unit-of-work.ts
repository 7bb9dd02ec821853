import { domainGroup } from '@handoff/shared/contract/realtime';
import { addMs, DAY_MS } from '../core/time.ts';
import { derive, type Identity } from '../core/hash.ts';
import type { Operation, Partition, StoredDocument, Versioned } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';
import type { SigningKeys } from '../platform/signing-keys.ts';
import { isReferralId, isRestricted, referralOf, type Sight } from '../records/restriction.ts';
import { createReader } from '../records/reader.ts';
import type { Loaded, UnitOfWork, RecordKind } from '../core/unit-of-work.ts';
import { keptDays, keptSeconds } from '../records/retention.ts';
import { oidOf } from '../records/kinds/user-records.ts';
import { referralKind } from '../records/kinds/referral-records.ts';
import { movedParts } from '../records/registry.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import { chainAudit, type StagedAudit } from './audit-chain.ts';
import { outboxOperations, type StagedHint } from './outbox.ts';
import type { Caller } from '../core/context.ts';

/** Changes, audit entries and messages of a call: a batch of the store holds 100, with the key's record and the audit head. */
const MAX_STAGED = 98;

/** Changes of one run of a handler, committed together or not at all. */
export interface Staged {
  operations: ReadonlyMap<string, Operation>;
  audits: readonly StagedAudit[];
  hints: readonly StagedHint[];
}

/** A patient's record that a write changed; a replay may show it only to people who may still see it. */
export interface Touched {
  Id: string;
  IsDeleted: boolean;
}

interface WorkOptions {
  partition: Partition;
  identity: Identity;
  now: Date;
  signingKeys: SigningKeys;
  caller: Pick<Caller, 'person' | 'businessDomainId'>;
  sight: Sight;
  viewersOf: (referral: StoredDocument) => Promise<ReadonlySet<string> | undefined>;
}

interface Commit extends Omit<
  Parameters<typeof chainAudit>[0],
  'audits' | 'etag' | 'signer' | 'partition' | 'now'
> {
  record: IdempotencyRecord;
  stored: Versioned | undefined;
}

export interface Batch {
  operations: Operation[];
  /** Index of the first operation with an id derived for this write: the handler's own, then its outgoing messages. */
  derivedFrom: number;
}

export function stageWork({
  partition: unread,
  identity,
  now,
  signingKeys,
  caller,
  sight,
  viewersOf,
}: WorkOptions): {
  work: UnitOfWork;
  staged: Staged;
  /** Puts the key's record, the audit head and entries, the changes and the outgoing messages into one batch. */
  toBatch: (commit: Commit) => Promise<Batch>;
} {
  const partition = readOnce(unread);
  const seen = new Map<string, Versioned>();
  const operations = new Map<string, Operation>();
  const audits: StagedAudit[] = [];
  const hints: StagedHint[] = [];
  const reader = createReader({
    partition,
    signingKeys,
    now: () => now,
    sight,
    onRead: (document) => seen.set(document.id, document),
  });

  function change<T extends { Id: string }>(
    kind: RecordKind<T>,
    entity: T,
    extra: Partial<StoredDocument> = {},
  ): void {
    const before = operations.get(entity.Id) ?? replaceOf(seen.get(entity.Id));
    if (before?.document.type !== kind.type)
      throw new Error(`${kind.type} is changed without having been read`);
    operations.set(entity.Id, {
      ...before,
      document: { ...before.document, ...entity, ...kind.derivedFields?.(entity), ...extra },
    });
  }

  async function get<T extends { Id: string }>(kind: RecordKind<T>, id: string) {
    // The brand exists only at compile time.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (await reader.get(kind, id)) as Loaded<T> | undefined;
  }

  async function viewersAfter(referralId: string) {
    if (!isReferralId(referralId)) return undefined;
    const referral =
      operations.get(referralId)?.document ?? seen.get(referralId) ?? (await partition.read(referralId));
    return referral && viewersOf(referral);
  }

  /** Everyone could see a referral that becomes restricted now, so all their screens must learn of the change. */
  async function addressed(hint: StagedHint): Promise<StagedHint> {
    const { audience, message } = hint;
    const about = operations.get(message.id)?.document ?? seen.get(message.id);
    const referralId = about ? referralOf(about) : message.id;
    const before = referralId === undefined ? undefined : seen.get(referralId);
    const isOpen = before !== undefined && !isRestricted(before);
    if (!('group' in audience) || referralId === undefined || isOpen) return hint;
    const viewers = await viewersAfter(referralId);
    return viewers ? { ...hint, audience: { users: [...viewers].map(oidOf) } } : hint;
  }

  const work: UnitOfWork = {
    ...reader,
    newId: (prefix, salt = '') => `${prefix}-${derive(identity, prefix + salt)}`,
    etag: derive(identity, 'etag'),
    create: (kind, entity) => {
      if (operations.has(entity.Id)) throw new Error(`${kind.type}: two new things of one id need two salts`);
      operations.set(entity.Id, {
        op: 'create',
        document: {
          ...entity,
          ...kind.derivedFields?.(entity),
          id: entity.Id,
          type: kind.type,
          DeletedAt: null,
        },
      });
    },
    get,
    async getAll(kind, ids) {
      const found = await Promise.all(ids.map((id) => get(kind, id)));
      return found.filter((entity) => entity !== undefined);
    },
    async put(kind, entity) {
      if (await get(kind, entity.Id)) change(kind, entity);
      else work.create(kind, entity);
    },
    replace: (kind, _before, after) => change(kind, after),
    deleteUntilPurged: (kind, entity) => {
      const PurgeAt = addMs(now, keptDays.deleted * DAY_MS).toISOString();
      // There is no ttl, because the record lists the files until the purge has removed them.
      change(kind, entity, { DeletedAt: now.toISOString(), PurgeAt });
      return PurgeAt;
    },
    async restore(kind, id) {
      const document = await partition.read(id);
      if (document?.type !== kind.type) return undefined;
      const { DeletedAt: deletedAt, PurgeAt: purgeAt } = document;
      if (typeof deletedAt !== 'string' || typeof purgeAt !== 'string') return undefined;
      if (!(await sight.sees(document))) return undefined;
      seen.set(id, document);
      const record = kind.schema.parse(document);
      return {
        record,
        deletedAt,
        purgeAt,
        restore: (changes = {}) => {
          const entity = { ...record, ...changes };
          change(kind, entity, { DeletedAt: null, PurgeAt: undefined });
          return entity;
        },
      };
    },
    softDelete: (kind, entity) =>
      change(kind, entity, { DeletedAt: now.toISOString(), ttl: keptSeconds.deleted }),
    viewersOf: viewersAfter,
    audit({ changes = [], ...entry }) {
      audits.push({ ...entry, changes });
    },
    record({ topic, announced, ...entry }) {
      work.audit(entry);
      const message = { topic, id: announced ?? entry.subject, by: caller.person.Id };
      work.notify({ group: domainGroup(caller.businessDomainId) }, message);
    },
    notify: (audience, message) => void hints.push({ audience, message }),
    disconnect: (user, message) => void hints.push({ audience: { user }, message, disconnects: user }),
    // Sent to no one: a screen that reads the person again during a switch would show the agency of before.
    leaveGroup: (user, group) =>
      void hints.push({
        audience: { users: [] },
        message: { topic: 'user', id: user },
        leaves: { user, group },
      }),
  };
  /** A stored answer names the records in it, so that a replay can check who may see them. */
  function touched(): Touched[] {
    return [...operations.values()]
      .filter(
        ({ document: { type } }) =>
          type === referralKind.type || movedParts.some((part) => part.type === type),
      )
      .map(({ document }) => ({ Id: document.id, IsDeleted: Boolean(document['DeletedAt']) }));
  }

  return {
    work,
    staged: { operations, audits, hints },
    async toBatch({ record, stored, ...links }) {
      if (operations.size + audits.length + hints.length > MAX_STAGED)
        throw new AppError('too_large', 'This changes too much at once. Do it for fewer records at a time.');
      // Each message goes to the people who may receive it.
      const messages = await Promise.all(hints.map(addressed));
      const signer = await signingKeys.signerFor('audit');
      const showsNothing = record.state !== 'done' || record.body === '{}';
      const document = showsNothing ? { ...record } : { ...record, touched: touched() };
      const changes = [...operations.values()];
      const chain =
        changes.length + audits.length > 0
          ? chainAudit({ ...links, audits, etag: work.etag, signer, partition, now })
          : [];
      return {
        operations: [
          stored ? { op: 'replace', document, ifMatch: stored._etag } : { op: 'create', document },
          ...chain,
          ...changes,
          ...outboxOperations(messages, { identity, now }),
        ],
        derivedFrom: 1 + chain.length,
      };
    },
  };
}

function replaceOf(document: Versioned | undefined): Operation | undefined {
  if (!document) return undefined;
  const { _etag, ...fields } = document;
  return { op: 'replace', document: { ...fields, id: document.id, type: document.type }, ifMatch: _etag };
}

/** A document is read once for a write, whatever asks for it and how often. */
function readOnce(partition: Partition): Partition {
  const known = new Map<string, Promise<Versioned | undefined>>();
  return {
    ...partition,
    read(id) {
      const reading = known.get(id) ?? partition.read(id);
      known.set(id, reading);
      return reading;
    },
  };
}
