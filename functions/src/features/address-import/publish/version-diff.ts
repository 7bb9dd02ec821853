import {
  MAX_CODES_NAMED,
  MAX_ZIPS_COMPARED,
  type StateFileImport,
} from '@handoff/shared/domain/address/state-file-import';
import type { Manifest, ZipEntry } from '../../../records/kinds/address-versions.ts';
import type { StoredImport } from '../record/import-record.ts';

/** A file beyond these shares was probably cut off or is the wrong one, so an administrator has to confirm it. */
const guard = { shrinkShare: 0.2, rejectedShare: 0.1 };

type Diff = NonNullable<StateFileImport['Diff']>;

/** Compares a new version with the live one; `doubt` says why an administrator has to confirm it first. */
export function compareVersions(
  record: StoredImport,
  { next, live }: { next: Manifest; live: Manifest | undefined },
): { diff: Diff; isSame: boolean; doubt: string | undefined } {
  const diff = difference(next, live);
  const isSame = live !== undefined && diff.zipsAdded + diff.zipsRemoved + diff.zipsChanged === 0;
  return { diff, isSame, doubt: reasonToAsk(record.Progress, diff) ?? wantedReview(record) };
}

function difference(next: Manifest, live: Manifest | undefined): Diff {
  const before = new Map(live?.zips.map((entry) => [entry[0], entry[4]]));
  const localities = new Map(live?.zips.map((entry) => [entry[0], localityText(entry)]));
  const after = new Set(next.zips.map(([code]) => code));
  const added = [...after].filter((code) => !before.has(code));
  const removed = [...before.keys()].filter((code) => !after.has(code));
  const renamed = next.zips.flatMap((entry) => {
    const [code] = entry;
    const from = localities.get(code);
    const to = localityText(entry);
    return from === undefined || from === to ? [] : [{ code, from, to }];
  });
  return {
    zipsAdded: added.length,
    zipsRemoved: removed.length,
    codesAdded: added.slice(0, MAX_CODES_NAMED),
    codesRemoved: removed.slice(0, MAX_CODES_NAMED),
    zipsChanged: next.zips.filter(([code, , , , hash]) => before.has(code) && before.get(code) !== hash)
      .length,
    zipsRenamed: renamed.length,
    placesRenamed: renamed.slice(0, MAX_ZIPS_COMPARED),
    streets: null,
    addressesBefore: live?.addresses ?? 0,
    addressesAfter: next.addresses,
  };
}

const localityText = ([, city, county]: ZipEntry) => [city, county].filter((text) => text !== '').join(', ');

const wantedReview = ({ Publish }: StoredImport) =>
  Publish === 'after-review'
    ? 'The file is ready. Review what it changes, then publish it or cancel.'
    : undefined;

function reasonToAsk(counts: StoredImport['Progress'], diff: Diff): string | undefined {
  const { addressesBefore: before, addressesAfter: after } = diff;
  if (after < before * (1 - guard.shrinkShare))
    return (
      `The state would shrink from ${before.toLocaleString('en-US')} to ${after.toLocaleString('en-US')} ${after === 1 ? 'address' : 'addresses'}. ` +
      'Publish it only if that is right. An incomplete file looks like this.'
    );
  const rows = counts.rows - counts.skipped;
  if (counts.rejected > rows * guard.rejectedShare)
    return (
      `${counts.rejected.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows could not be used. ` +
      'Review the rejected rows before you publish it.'
    );
  return undefined;
}
