import { DAY_MS } from '../core/time.ts';
import { derive, type Identity } from '../core/hash.ts';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import type { Audience, Operation, Partition, StoredDocument, Versioned } from '../platform/ports.ts';
import { AppError } from '../core/app-error.ts';
import type { RecordKind } from '../core/record-kind.ts';
import type { SigningKeys } from '../platform/signing-keys.ts';
import { isReferralId, isRestricted, referralOf, type Sight } from './restriction.ts';
import { createReader } from './reader.ts';
import type { Loaded, UnitOfWork } from '../core/unit-of-work.ts';
import { keptDays, keptSeconds } from './retention.ts';
import { oidOf } from './kinds/user-records.ts';
import { referralKind } from './kinds/referral-records.ts';
import { movedParts } from './registry.ts';

/** Changes, audit entries and messages of a call: a batch of the store holds 100, with the key's record and the audit head. */
const MAX_STAGED = 98;

export interface StagedAudit {
  action: string;
  subject: string;
  shown?: string[];
  changes: FieldChange[];
}

export interface StagedHint {
  audience: Audience | { users: string[] };
  message: RealtimeMessage;
  /** Close this user's live connections: their permissions shrank. */
  disconnects?: string;
}

/** Changes of one run of a handler, committed together or not at all. */
export interface Staged {
  operations: Operation[];
  audits: StagedAudit[];
  hints: StagedHint[];
}

/** A patient's record that a write changed; a replay may show it only to people who may still see it. */
export interface Touched {
  Id: string;
  IsDeleted: boolean;
}

interface WorkOptions {
  partition: Partition;
  identity: Identity;
  /** The same throughout a request. */
  now: Date;
  signingKeys: SigningKeys;
  sight: Sight;
  viewersOf: (referral: StoredDocument) => Promise<ReadonlySet<string> | undefined>;
}

export function stageWork({ partition, identity, now, signingKeys, sight, viewersOf }: WorkOptions): {
  work: UnitOfWork;
  staged: Staged;
  /** Returns the staged messages, each addressed to the people who may receive it. */
  addressedHints(): Promise<StagedHint[]>;
  touched(): Touched[];
} {
  const seen = new Map<string, Versioned>();
  const operations = new Map<string, Operation>();
  const staged: Staged = { operations: [], audits: [], hints: [] };
  const reader = createReader({
    partition,
    signingKeys,
    now: () => now,
    sight,
    onRead: (document) => seen.set(document.id, document),
  });

  function stage(operation: Operation): void {
    operations.set(operation.document.id, operation);
    staged.operations = [...operations.values()];
    refuseTooMany();
  }

  function refuseTooMany(): void {
    const { operations: changes, audits, hints } = staged;
    if (changes.length + audits.length + hints.length > MAX_STAGED)
      throw new AppError('too_large', 'This changes too much at once. Do it for fewer records at a time.');
  }

  function stageHint(one: StagedHint): void {
    staged.hints.push(one);
    refuseTooMany();
  }

  function change<T extends { Id: string }>(
    kind: RecordKind<T>,
    entity: T,
    extra: Partial<StoredDocument> = {},
  ): void {
    const before = operations.get(entity.Id) ?? replaceOf(seen.get(entity.Id));
    if (before?.document.type !== kind.type)
      throw new Error(`${kind.type} is changed without having been read`);
    stage({
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
    etag: editEtag(identity),
    create: (kind, entity) => {
      if (operations.has(entity.Id)) throw new Error(`${kind.type}: two new things of one id need two salts`);
      stage({
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
      const PurgeAt = new Date(now.getTime() + keptDays.deleted * DAY_MS).toISOString();
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
      staged.audits.push({ ...entry, changes });
      refuseTooMany();
    },
    notify: (audience, message) => stageHint({ audience, message }),
    disconnect: (user, message) => stageHint({ audience: { user }, message, disconnects: user }),
  };
  return {
    work,
    staged,
    addressedHints: () => Promise.all(staged.hints.map(addressed)),
    touched: () =>
      [...operations.values()]
        .filter(({ document }) => isOfPatient(document.type))
        .map(({ document }) => ({ Id: document.id, IsDeleted: Boolean(document['DeletedAt']) })),
  };
}

/** A referral, or what moves with it. */
const isOfPatient = (type: string) =>
  type === referralKind.type || movedParts.some((part) => part.type === type);

export const editEtag = (identity: Identity) => derive(identity, 'etag');

function replaceOf(document: Versioned | undefined): Operation | undefined {
  if (!document) return undefined;
  const { _etag, ...fields } = document;
  return { op: 'replace', document: { ...fields, id: document.id, type: document.type }, ifMatch: _etag };
}
