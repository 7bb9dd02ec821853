import { addDays } from '@handoff/shared/domain/records/calendar-day';
import * as z from 'zod';
import { sha256 } from '../../core/hash.ts';
import { listAll } from '../../records/reader.ts';
import { type Reader, readAs } from '../../core/unit-of-work.ts';
import { auditKind, viewKind } from '../../records/kinds/audit-records.ts';
import { atLeast, below, select } from '../../records/select.ts';

export const VIEWS_SEALED = 'views.sealed';

const TRAIL_PAGE = 500;

/** Read as stored, because someone may have changed it. The line of a view has all of its fields: it is sealed whole. */
const Stored = z.looseObject({ id: z.string(), at: z.string() });
const linkKind = readAs(
  auditKind,
  Stored.transform(({ id, at, entry }) => ({ Id: id, at, line: JSON.stringify({ id, ...parsed(entry) }) })),
);
const viewLineKind = readAs(
  viewKind,
  Stored.transform(({ id, at, oid, name, requestId, traceId, action, subject, shown, reason }) => {
    const entry = { seq: 0, at, oid, name, requestId, traceId, action, subject, shown, reason, changes: [] };
    return { Id: id, at, line: JSON.stringify({ id, ...entry }) };
  }),
);

export interface RootOfViews {
  count: number;
  root: string;
}

/** Hashes all views of a day: changing, removing or adding one changes the result. */
export async function rootOfViews(find: Reader, day: string): Promise<RootOfViews> {
  const views = await linesOf(find, viewLineKind, day);
  const root = sha256(
    views
      .map(({ Id, line }) => `${Id} ${sha256(line)}`)
      .toSorted()
      .join('\n'),
  );
  return { count: views.length, root };
}

/** Returns the changes and views of a day in their order, one line of JSON each. */
export async function exportOfDay(find: Reader, day: string): Promise<string> {
  const lines = [...(await linesOf(find, linkKind, day)), ...(await linesOf(find, viewLineKind, day))];
  return lines
    .toSorted((a, b) => a.at.localeCompare(b.at) || a.Id.localeCompare(b.Id))
    .map(({ line }) => `${line}\n`)
    .join('');
}

/** A day of a trail, as UTC has it. */
const linesOf = (find: Reader, kind: typeof linkKind, day: string) => {
  const where = { at: [atLeast(day), below(addDays(day, 1))] };
  return listAll(find, select(kind, { withDeleted: true, where }), TRAIL_PAGE);
};

/** Exports an entry unchanged if someone made it unreadable. */
function parsed(entry: unknown): object {
  try {
    return z.looseObject({}).parse(JSON.parse(z.string().parse(entry)));
  } catch {
    return { unreadable: entry };
  }
}

/** The end of a trail on a day. The name contains all of it, so that one listing returns every anchor. */
export interface Anchor {
  day: string;
  seq: number;
  hash: string;
}

export const anchorName = (partitionKey: string, { day, seq, hash }: Anchor): string =>
  `${folderOf(partitionKey)}${day}.${seq}.${hash}`;

export const folderOf = (partitionKey: string): string => `${partitionKey.replace(':', '/')}/`;

export function anchorsIn(names: readonly string[]): Anchor[] {
  return names.flatMap((name) => {
    const [, day = '', seq, hash = ''] = /(\d{4}-\d\d-\d\d)\.(\d+)\.(\w*)$/.exec(name) ?? [];
    return seq === undefined ? [] : [{ day, seq: Number(seq), hash }];
  });
}
