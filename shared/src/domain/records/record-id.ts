import * as z from 'zod';

/** The id of a record, as requests name it. */
export const Id = z.string().min(1).max(80);

/** Names one record. */
export const OneRecord = z.strictObject({ Id });

/** The version of a record that an edit is based on. */
export const Etag = z.string().max(80);

/** With an `Etag`, an edit of an older version is refused. */
export const edited = { Id, Etag: Etag.optional() };

/** Where a list goes on: sealed by the page before. */
export const Continuation = z.string().max(4000).optional();
