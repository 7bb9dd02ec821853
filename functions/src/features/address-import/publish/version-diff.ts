import {
  MAX_CODES_NAMED,
  MAX_ZIPS_COMPARED,
  type VersionDiff,
} from '@handoff/shared/domain/address/state-file-import';
import { entriesOf, isNationalList, type FileSubject } from '@handoff/shared/domain/address/file-subject';
import type { Manifest, ZipEntry } from '../../../records/kinds/address-versions.ts';
import type { StoredImport } from '../record/import-record.ts';
import type { RowCounts } from '../record/import-run.ts';
import { hasOtherColumns } from './version-source.ts';

/**
 * A file beyond these shares was probably cut off, is the wrong one, or has a part of its addresses in a column that is
 * not read, so an administrator has to confirm it. Published files repeat 0 to 2 % of their addresses.
 */
const guard = { shrinkShare: 0.2, rejectedShare: 0.1, repeatedShare: 0.1 };

/** Compares a new version with the live one; `doubt` says why an administrator has to confirm it first. */
export function compareVersions(
  record: StoredImport,
  { next, live }: { next: Manifest; live: Manifest | undefined },
): { diff: VersionDiff; isSame: boolean; doubt: string | undefined } {
  const diff = versionDiff(next, live);
  const isSame = live !== undefined && diff.zipsAdded + diff.zipsRemoved + diff.zipsChanged === 0;
  return {
    diff,
    isSame,
    doubt: shrinkReason(record.State, diff) ?? reasonToHold(record) ?? reasonToReview(record, live),
  };
}

/** An undefined version has no addresses. */
export function versionDiff(next: Manifest | undefined, live: Manifest | undefined): VersionDiff {
  const zips = next?.zips ?? [];
  const before = new Map(live?.zips.map((entry) => [entry[0], entry[4]]));
  const localities = new Map(live?.zips.map((entry) => [entry[0], localityText(entry)]));
  const after = new Set(zips.map(([code]) => code));
  const added = [...after].filter((code) => !before.has(code));
  const removed = [...before.keys()].filter((code) => !after.has(code));
  const renamed = zips.flatMap((entry) => {
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
    zipsChanged: zips.filter(([code, , , , hash]) => before.has(code) && before.get(code) !== hash).length,
    zipsRenamed: renamed.length,
    placesRenamed: renamed.slice(0, MAX_ZIPS_COMPARED),
    streets: null,
    addressesBefore: live?.addresses ?? 0,
    addressesAfter: next?.addresses ?? 0,
  };
}

const localityText = ([, city, county]: ZipEntry) => [city, county].filter((text) => text !== '').join(', ');

function reasonToReview(record: StoredImport, live: Manifest | undefined): string | undefined {
  if (record.Publish === 'after-review')
    return 'The file is ready. Review what it changes, then publish it or cancel.';
  return hasOtherColumns(record, live)
    ? 'This is the first file with the columns you chose. Review how it was read, then publish it or cancel.'
    : undefined;
}

const guessedColumns = ({ Format }: ReadFile) =>
  Format && Format.guessed.length > 0
    ? 'Some columns were found by their values, because their names are unknown. Check how the file was read, then publish it or correct the columns.'
    : undefined;

function unreadColumns({ Format }: ReadFile): string | undefined {
  const unread = Format?.unread ?? [];
  if (unread.length === 0) return undefined;
  const names = unread.slice(0, MAX_COLUMNS_NAMED).join(', ');
  return (
    `Some columns seem to hold a part of the address beside the one that was read: ${names}. ` +
    'Check how the streets were read, then publish it or correct the columns.'
  );
}

const MAX_COLUMNS_NAMED = 5;

/** Says by how much a version would shrink the state or list; undefined while that is usual. */
export function shrinkDoubt(
  subject: FileSubject,
  { addressesBefore: before, addressesAfter: after }: VersionDiff,
) {
  if (after >= before * (1 - guard.shrinkShare)) return undefined;
  const [one, several] = entriesOf(subject);
  const to = `${after.toLocaleString('en-US')} ${after === 1 ? one : several}`;
  const whole = isNationalList(subject) ? 'list' : 'state';
  return `The ${whole} would shrink from ${before.toLocaleString('en-US')} to ${to}.`;
}

function shrinkReason(state: FileSubject, diff: VersionDiff): string | undefined {
  const doubt = shrinkDoubt(state, diff);
  return doubt && `${doubt} Publish it only if that is right. An incomplete file looks like this.`;
}

/** The reading of a file; `Progress` has the counts of its rows. */
type ReadFile = Pick<StoredImport, 'State' | 'Format'> & { Progress: RowCounts };

/** Why a person has to look at how a file was read before its addresses go live; undefined for most files. */
export function reasonToHold(read: ReadFile): string | undefined {
  return manyRows(read) ?? unreadColumns(read) ?? guessedColumns(read);
}

function manyRows({ State, Progress: counts }: ReadFile): string | undefined {
  const rows = counts.rows - counts.skipped;
  if (counts.rejected > rows * guard.rejectedShare)
    return (
      `${counts.rejected.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows could not be used. ` +
      'Review the rejected rows before you publish it.'
    );
  const taken = counts.accepted + counts.units + counts.duplicates;
  if (!isNationalList(State) && counts.duplicates > taken * guard.repeatedShare)
    return (
      `${counts.duplicates.toLocaleString('en-US')} of ${taken.toLocaleString('en-US')} rows repeat an address. ` +
      'Maybe a part of the address is in a column that was not read. Check how the file was read before you publish it.'
    );
  return undefined;
}
