import * as z from 'zod';
import type { StoredDocument, Versioned } from '../platform/ports.ts';

/** Returns the position for which the number of a row in a list is sealed. */
export const numberField = (row: number) => `Rows.${row}.Mbi`;

const Part = z.looseObject({
  Rows: z.array(z.looseObject({ ReferralId: z.string().nullable() }).nullable()),
  Sealed: z.record(z.string(), z.string()).default({}),
});

/** Removes a referral's data from a list but keeps the positions of later rows. */
export function withoutReferral({ _etag, ...document }: Versioned, referralId: string): StoredDocument {
  const { Rows, Sealed } = Part.parse(document);
  const isGone = (row: number) => Rows[row]?.ReferralId === referralId;
  const gone = new Set(Rows.flatMap((_, row) => (isGone(row) ? numberField(row) : [])));
  return {
    ...document,
    id: document.id,
    type: document.type,
    Rows: Rows.map((row, index) => (isGone(index) ? null : row)),
    Sealed: Object.fromEntries(Object.entries(Sealed).filter(([field]) => !gone.has(field))),
  };
}
