/** Why a row was rejected. */
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

/** How the ZIP code of a row was completed before its address was taken. */
export const corrections = ['zip-padded', 'zip-from-town', 'zip-from-neighbor'] as const;
export type Correction = (typeof corrections)[number];

/** Everything odd that a row of an address file can be. */
export type RowKind = RejectReason | PassedReason | Correction;

/** Why a row of a national list was rejected. */
export const listRejectReasons = ['columns', 'bad-npi', 'no-name', 'bad-flag', 'bad-code', 'parse'] as const;
export type ListRejectReason = (typeof listRejectReasons)[number];
