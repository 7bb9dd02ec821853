export const rejectReasons = [
  'columns',
  'no-zip',
  'bad-zip',
  'zip-outside-state',
  'several-zips',
  'unknown-town',
  'no-number',
  'unassigned-number',
  'no-street',
  'parse',
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** Why a row that is no error adds no address: it is one of another state, or its address was there already. */
export const passedReasons = ['other-state', 'same-address', 'unit'] as const;
export type PassedReason = (typeof passedReasons)[number];

/** `listed-number` counts the numbers beyond the first of rows that list several. */
export const corrections = ['zip-padded', 'zip-from-town', 'zip-from-neighbor', 'listed-number'] as const;
export type Correction = (typeof corrections)[number];

export type RowKind = RejectReason | PassedReason | Correction;

export const listRejectReasons = ['columns', 'bad-npi', 'no-name', 'bad-flag', 'bad-code', 'parse'] as const;
export type ListRejectReason = (typeof listRejectReasons)[number];
