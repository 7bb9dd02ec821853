import {
  MAX_CODES_NAMED,
  MAX_ZIPS_COMPARED,
  type VersionDiff,
} from '@handoff/shared/domain/address/state-file-import';
import { entriesOf, nounOf, type FileSubject } from '@handoff/shared/domain/address/file-subject';
import type { DocumentEntry } from '../../core/context.ts';
import type { Manifest } from '../../records/kinds/address-versions.ts';
import type { FileKind, ReadFile } from '../read/file-kind.ts';
import type { StoredImport } from '../record/import-record.ts';
import { hasOtherColumns } from './version-source.ts';

/** A file beyond these shares was probably cut off or is the wrong one, so an administrator has to confirm it. */
const guard = { shrinkShare: 0.2, rejectedShare: 0.1 };

/** Compares a new version with the live one; `doubt` says why an administrator has to confirm it first. */
export function compareVersions(
  record: StoredImport,
  { kind, next, live }: { kind: FileKind; next: Manifest; live: Manifest | undefined },
): { diff: VersionDiff; isSame: boolean; doubt: string | undefined } {
  const diff = versionDiff(next, live);
  const isSame = live !== undefined && diff.zipsAdded + diff.zipsRemoved + diff.zipsChanged === 0;
  return {
    diff,
    isSame,
    doubt: shrinkReason(record.State, diff) ?? reasonToHold(record, kind) ?? reasonToReview(record, live),
  };
}

/** An undefined version has no entries. */
export function versionDiff(next: Manifest | undefined, live: Manifest | undefined): VersionDiff {
  const documents = next?.documents ?? [];
  const before = new Map(live?.documents.map((entry) => [entry[0], entry]));
  const after = new Set(documents.map(([code]) => code));
  const added = [...after].filter((code) => !before.has(code));
  const removed = [...before.keys()].filter((code) => !after.has(code));
  const both = documents.flatMap((entry) => {
    const former = before.get(entry[0]);
    return former ? [{ former, entry }] : [];
  });
  const renamed = both
    .map(({ former, entry }) => ({ code: entry[0], from: placeText(former), to: placeText(entry) }))
    .filter(({ from, to }) => from !== to);
  return {
    zipsAdded: added.length,
    zipsRemoved: removed.length,
    codesAdded: added.slice(0, MAX_CODES_NAMED),
    codesRemoved: removed.slice(0, MAX_CODES_NAMED),
    zipsChanged: both.filter(({ former: [, , hash], entry }) => entry[2] !== hash).length,
    zipsRenamed: renamed.length,
    placesRenamed: renamed.slice(0, MAX_ZIPS_COMPARED),
    streets: null,
    addressesBefore: live?.count ?? 0,
    addressesAfter: next?.count ?? 0,
  };
}

const placeText = ([, , , city = '', county = '']: DocumentEntry) =>
  [city, county].filter((text) => text !== '').join(', ');

function reasonToReview(record: StoredImport, live: Manifest | undefined): string | undefined {
  if (record.Publish === 'after-review')
    return 'The file is ready. Review what it changes, then publish it or cancel.';
  return hasOtherColumns(record, live)
    ? 'This is the first file with the columns you chose. Review how it was read, then publish it or cancel.'
    : undefined;
}

/** Says by how much a version would shrink the state or list; undefined while that is usual. */
export function shrinkDoubt(
  subject: FileSubject,
  { addressesBefore: before, addressesAfter: after }: VersionDiff,
) {
  if (after >= before * (1 - guard.shrinkShare)) return undefined;
  const [one, several] = entriesOf(subject);
  const to = `${after.toLocaleString('en-US')} ${after === 1 ? one : several}`;
  return `The ${nounOf(subject)} would shrink from ${before.toLocaleString('en-US')} to ${to}.`;
}

function shrinkReason(state: FileSubject, diff: VersionDiff): string | undefined {
  const doubt = shrinkDoubt(state, diff);
  return doubt && `${doubt} Publish it only if that is right. An incomplete file looks like this.`;
}

/** Why a person has to look at how a file was read before it goes live; undefined for most files. */
export const reasonToHold = (read: ReadFile, kind: FileKind) => manyRejected(read) ?? kind.doubt?.(read);

function manyRejected({ Progress: { rows, skipped, rejected } }: ReadFile): string | undefined {
  const own = rows - skipped;
  if (rejected <= own * guard.rejectedShare) return undefined;
  return (
    `${rejected.toLocaleString('en-US')} of ${own.toLocaleString('en-US')} rows could not be used. ` +
    'Review the rejected rows before you publish it.'
  );
}
