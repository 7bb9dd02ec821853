import { type Endpoint, type RecordKind, recordTopics, type Topic } from '@handoff/shared/contract/endpoint';
import { ReferralRow } from '@handoff/shared/domain/referral/referral';

/** One version of a record. */
export interface Version {
  record: object;
  /** Empty for kinds without versions. */
  etag: string;
  updatedAt: string;
  /** The time of the request; a write counts from its answer. */
  askedAt: number;
  /** Etags of all earlier versions. */
  replaced: ReadonlySet<string>;
}

/** No answer is late by more saves of one record than this. */
const MOST_REPLACED = 50;

/**
 * Returns the newer of two versions: the one saved on top of the other, else the one changed later, else the one
 * requested later. Answers may arrive out of order.
 */
export function newest(known: Version | undefined, arrived: Version): Version {
  if (!known) return arrived;
  if (known.replaced.has(arrived.etag) || isOlder(arrived, known)) return known;
  const replaced = new Set([
    ...known.replaced,
    ...arrived.replaced,
    ...(known.etag === '' ? [] : [known.etag]),
  ]);
  replaced.delete(arrived.etag);
  // An equal record stays the same object, so that nothing that shows it is rendered again.
  const record = isEqual(known.record, arrived.record) ? known.record : arrived.record;
  return { ...arrived, record, replaced: new Set([...replaced].slice(-MOST_REPLACED)) };
}

const isEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

function isOlder(arrived: Version, known: Version): boolean {
  if (arrived.replaced.has(known.etag)) return false;
  if (arrived.updatedAt !== known.updatedAt) return arrived.updatedAt < known.updatedAt;
  return arrived.askedAt < known.askedAt;
}

/** A change by this person; `isShown` says that its answer already updated every screen. */
export interface Change {
  topic: Topic;
  id: string;
  isShown: boolean;
}

export interface Answer {
  endpoint: Endpoint;
  output: unknown;
  /** From `performance.now()`. */
  askedAt: number;
  /** The body of a write; undefined for a read. */
  written?: object | undefined;
  /** The Etag that a refused write was based on. */
  refused?: string;
}

export type Records = ReturnType<typeof createRecords>;

/**
 * Holds the newest version of every answered record of one business domain. Answers say which records a list has, and
 * their contents come from here, so that a save shows everywhere without another read.
 */
export function createRecords({ mostRecords = 5000 } = {}) {
  const versions = new Map<string, Version>();
  /** Pending edits by record. */
  const edits = new Map<string, readonly object[]>();
  /** Records merged with their pending edits, cached until either changes. */
  const views = new Map<string, object>();
  /** Records that this person added to another one, such as notes, by the id of the latter. */
  const added = new Map<string, Map<string, RecordKind>>();
  /** When this person deleted records: lists that were read before do not show them. */
  const deletedAt = new Map<string, number>();
  /** Screens by the id of each record that they show. */
  const readers = new Map<string, Set<() => void>>();
  const followers = new Set<(changes: Change[]) => void>();
  const joined = new WeakMap<object, object>();
  /** The records of an answer, which stay the same. */
  const sliced = new WeakMap<object, Slice[]>();

  const lists = new WeakMap<readonly object[], readonly object[]>();
  /** Ids of records that changed since the readers were notified. */
  const changedIds = new Set<string>();

  function changed(key: string, id: string): void {
    views.delete(key);
    changedIds.add(id);
  }

  /** Notifies each reader once, however many of its records changed. */
  function notify(): void {
    // What was added to a record is not in the answer that a screen reads: the screen hears of the record instead.
    for (const [owner, ids] of added)
      if ([...ids.keys()].some((id) => changedIds.has(id))) changedIds.add(owner);
    const due = new Set([...changedIds].flatMap((id) => [...(readers.get(id) ?? [])]));
    changedIds.clear();
    for (const reader of due) reader();
  }

  function put(kind: RecordKind, arrived: Version): void {
    const id = idOf(arrived.record);
    const key = keyOf(kind, id);
    const known = versions.get(key);
    const next = newest(known, arrived);
    versions.set(key, next);
    if (next.record === known?.record) return;
    changed(key, id);
    const row = kind === 'referral' ? ReferralRow.safeParse(arrived.record).data : undefined;
    if (row) put('referralRow', { ...arrived, record: row });
  }

  /** A screen on the wall of an office stays open for weeks: forgets the oldest records that no screen shows. */
  function forgetMost(): void {
    if (versions.size <= mostRecords) return;
    for (const [key, { record }] of versions) {
      const id = idOf(record);
      if (readers.has(id) || edits.has(key)) continue;
      versions.delete(key);
      added.delete(id);
      deletedAt.delete(id);
      if (versions.size <= mostRecords / 2) return;
    }
  }

  function view(kind: RecordKind, id: string): object | undefined {
    const key = keyOf(kind, id);
    const version = versions.get(key);
    if (!version) return undefined;
    const pending = edits.get(kind === 'referralRow' ? keyOf('referral', id) : key) ?? [];
    if (pending.length === 0) return version.record;
    const known = views.get(key) ?? Object.assign({}, version.record, ...pending);
    views.set(key, known);
    return known;
  }

  /** Lists the changes that a write announces, by the id of a record and of its owner. */
  function changesIn(slices: readonly Slice[], endpoint: Endpoint): Change[] {
    const changesMore = endpoint.changesMore === true;
    const changes = new Map<string, Change>();
    for (const { kind, items } of slices)
      for (const record of items) {
        const [id, owner] = [idOf(record), textAt(record, 'ReferralId')];
        const isKnown = versions.has(keyOf(kind, id));
        const isAdded = !isKnown && !changesMore && owner !== '';
        if (isAdded) {
          added.set(owner, new Map(added.get(owner)).set(id, kind));
          changedIds.add(owner);
        }
        for (const about of new Set([id, owner].filter((each) => each !== ''))) {
          const isShown = !changesMore && (isKnown || isAdded) && changes.get(about)?.isShown !== false;
          changes.set(about, { topic: recordTopics[kind], id: about, isShown });
        }
      }
    return [...changes.values()];
  }

  /** A later answer with the record says that it was restored. */
  function noteDeletions({ endpoint, output, written, askedAt }: Answer, answered: readonly object[]): void {
    for (const id of answered.map(idOf))
      if (written || (deletedAt.get(id) ?? askedAt) < askedAt) deletedAt.delete(id);
    const deleted = textAt(written, 'Id');
    const isWhole = !(Number(Reflect.get(Object(output), 'Remaining')) > 0);
    if (endpoint.deletes !== true || deleted === '' || !isWhole) return;
    deletedAt.set(deleted, performance.now());
    changedIds.add(deleted);
  }

  /** Stores the records of an answer, of a read or of a write. */
  function take(answer: Answer): void {
    const slices = slicesOf(answer.endpoint, answer.output);
    const changes = answer.written ? changesIn(slices, answer.endpoint) : [];
    const all = slices.flatMap(({ items }) => items);
    const versioned = new Map(all.flatMap((each) => ('Etag' in each ? [[idOf(each), each]] : [])));
    for (const { kind, items } of slices)
      for (const record of items) put(kind, versionOf(record, versioned.get(idOf(record)) ?? record, answer));
    noteDeletions(answer, all);
    notify();
    forgetMost();
    if (changes.length > 0) for (const follower of followers) follower(changes);
  }

  /**
   * Returns the answer with the newest version of each record, as the same object while none of them changes; a list
   * lacks those that were deleted.
   */
  function join<T extends object>(endpoint: Endpoint, output: T, { isList = false } = {}): T {
    const former = joined.get(output) ?? output;
    const held = sliced.get(output) ?? slicesOf(endpoint, output).filter(({ isOne }) => !isOne);
    sliced.set(output, held);
    const since = held.flatMap(({ kind, items }) =>
      kind === 'referral' ? items.flatMap((item) => [...(added.get(idOf(item)) ?? [])]) : [],
    );
    const slices = held.map(({ kind, field, items }) => {
      const known = new Set(items.map(idOf));
      const own = since.filter(([id, of]) => of === kind && !known.has(id));
      const shown = [
        ...items.map((item) => view(kind, idOf(item)) ?? item),
        ...own.flatMap(([id]) => view(kind, id) ?? []),
      ];
      return { field, items: isList ? shown.filter((item) => !deletedAt.has(idOf(item))) : shown };
    });
    const isSame = slices.every(({ field, items }) => isSameList(Reflect.get(former, field), items));
    const next = isSame
      ? former
      : { ...output, ...Object.fromEntries(slices.map(({ field, items }) => [field, items])) };
    joined.set(output, next);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same answer with other versions of its records
    return next as T;
  }

  return {
    /** Calls the reader when a record in one of these answers changes. */
    subscribe(endpoint: Endpoint, outputs: readonly object[], reader: () => void): () => void {
      const ids = outputs
        .flatMap((output) => slicesOf(endpoint, output))
        .flatMap(({ items }) => items.map(idOf));
      for (const id of ids) readers.set(id, (readers.get(id) ?? new Set()).add(reader));
      return () => {
        for (const id of ids) {
          readers.get(id)?.delete(reader);
          if (readers.get(id)?.size === 0) readers.delete(id);
        }
      };
    },

    /** Calls the follower after each write, so that screens that show more than its answer are read again. */
    follow(follower: (changes: Change[]) => void): () => void {
      followers.add(follower);
      return () => void followers.delete(follower);
    },

    take,

    /** Stores the current version that a refusal may answer. */
    takeCurrent({ endpoint, output, askedAt, written }: Answer): void {
      const [field] = Object.values(endpoint.answers ?? {});
      if (output === undefined || field === undefined) return;
      take({ endpoint, output: { [field]: [output] }, askedAt, refused: textAt(written, 'Etag') });
    },

    /** Returns the newest version of a shown record, without pending edits. */
    newestOf(kind: RecordKind, record: object): object {
      const known = versions.get(keyOf(kind, idOf(record)));
      const etag = textAt(record, 'Etag');
      return known && (known.etag === etag || known.replaced.has(etag)) ? known.record : record;
    },

    /** Returns the record without pending edits. */
    current: (kind: RecordKind, id: string): object | undefined => versions.get(keyOf(kind, id))?.record,

    /** Shows part of a record, and of its row in lists, at once; the returned function ends that when the save is answered or has failed. */
    edit(kind: RecordKind, id: string, part: object): () => void {
      const key = keyOf(kind, id);
      const change = (next: (former: readonly object[]) => readonly object[]) => {
        const pending = next(edits.get(key) ?? []);
        if (pending.length > 0) edits.set(key, pending);
        else edits.delete(key);
        changed(key, id);
        if (kind === 'referral') changed(keyOf('referralRow', id), id);
        notify();
      };
      change((former) => [...former, part]);
      return () => change((former) => former.filter((each) => each !== part));
    },

    join,

    /** Does the same for the pages of a list, which lacks records that were deleted. */
    joinPages<T extends object>(endpoint: Endpoint, pages: readonly T[]): readonly T[] {
      const next = pages.map((page) => join(endpoint, page, { isList: true }));
      const former = lists.get(pages);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same pages
      const same = isSameList(former, next) ? (former as readonly T[]) : next;
      lists.set(pages, same);
      return same;
    },
  };
}

/** A verdict of the rules has the version of the record that is answered with it. */
function versionOf(record: object, stamp: object, { askedAt, written, refused = '' }: Answer): Version {
  const etag = textAt(stamp, 'Etag');
  const onto = written ? textAt(written, 'Etag') : refused;
  return {
    record,
    etag,
    updatedAt: textAt(stamp, 'UpdatedAt'),
    askedAt: written ? performance.now() : askedAt,
    replaced: new Set(onto === '' || onto === etag ? [] : [onto]),
  };
}

const keyOf = (kind: RecordKind, id: string) => `${kind} ${id}`;

/** A verdict on a referral is identified by the referral's id. */
const idOf = (record: object) => textAt(record, 'Id') || textAt(record, 'ReferralId');

export function textAt(record: object | undefined, name: string): string {
  const value: unknown = record && Reflect.get(record, name);
  return typeof value === 'string' ? value : '';
}

interface Slice {
  kind: RecordKind;
  field: string;
  items: readonly object[];
  /** True if the field is the record, with its Etag next to it. */
  isOne: boolean;
}

/** Extracts the records of an answer by the contract. */
export function slicesOf({ answers = {} }: Endpoint, output: unknown): Slice[] {
  if (!isObject(output)) return [];
  return Object.entries(answers).flatMap(([kind, field]): Slice[] => {
    const items: unknown = Reflect.get(output, field);
    if (!isKind(kind)) return [];
    if (Array.isArray(items)) return [{ kind, field, items: items.filter(isObject), isOne: false }];
    const one = isObject(items) ? [{ ...items, Etag: textAt(output, 'Etag') }] : [];
    return [{ kind, field, items: one, isOne: true }];
  });
}

const isKind = (name: string): name is RecordKind => name in recordTopics;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const isSameList = (former: unknown, items: readonly object[]) =>
  Array.isArray(former) && former.length === items.length && items.every((item, n) => item === former[n]);
