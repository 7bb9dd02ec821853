import { createHash } from 'node:crypto';
import {
  type ColumnChoice,
  type FileRules,
  MAX_CODES_NAMED,
  MAX_ZIPS_COMPARED,
  type StateFileImport,
} from '@handoff/shared/domain/address/state-file-import';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { finished, stateOfImport, type StoredImport } from '../runs/import-record.ts';
import type { HeldImport } from '../turns/import-lease.ts';
import { flipOperations, manifestDocument, readLive, type LiveVersion } from './live-version.ts';
import type { Manifest, ZipEntry } from '../../../records/kinds/address-versions.ts';
import { refuseTooLarge, type ScanCounts } from '../rows/scan.ts';
import type { NamedZip } from './zip-document.ts';
import { compareStreets } from './street-changes.ts';
import { uniteWithLive, writeZips } from './zip-writes.ts';

/** Raised when other rules would make other documents of the same file: then it is not `unchanged`. */
const RULES = 3;

/** More than this is rather a file cut off or the wrong one; an administrator has to have seen the numbers. */
const guard = { shrinkShare: 0.2, rejectedShare: 0.1 };

/** What a version is made from: a file and, where somebody chose them, its columns and names of counties. */
export function sourceOf(
  { SourceSha256 }: Pick<StoredImport, 'SourceSha256'>,
  { columns = {}, rules }: { columns?: ColumnChoice | undefined; rules: FileRules | null },
): string {
  const chosen = Object.entries(columns).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const counties = rules?.CountyNames.map(({ From, To }) => `${From}=${To}`).toSorted() ?? [];
  const named = counties.length === 0 ? [] : [`counties=${shortHash(counties.join('\n'))}`];
  return [RULES, SourceSha256, ...chosen.map((choice) => choice.join('=')), ...named].join(':');
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const sourceRead = (record: StoredImport) =>
  sourceOf(record, {
    columns: record.Format?.choice?.isApplied === true ? record.Format.choice.columns : {},
    rules: record.Rules,
  });

interface GoingLive {
  ports: ImportPorts;
  held: HeldImport;
  zips: readonly NamedZip[];
  counts: ScanCounts;
  progress: {
    writing(total: number): void;
    zipsWritten(count: number): void;
    last(): StoredImport['Progress'];
  };
  between: () => Promise<void> | undefined;
}

/** Compares, writes what is missing, and makes it what readers see, or asks for a confirmation first. */
export async function goLive(work: GoingLive): Promise<void> {
  const { ports, held, counts, progress } = work;
  const partition = ports.store.addresses(stateOfImport(held.record().ImportId));
  for (;;) {
    const live = await readLive(partition);
    const version = await nextVersion(work, live);
    const diff = difference(version.manifest, live?.manifest);
    const ending = (status: StoredImport['Progress']['status'], message: string | null = null) => ({
      status,
      message,
      now: ports.clock.now(),
    });
    if (live && diff.zipsAdded + diff.zipsRemoved + diff.zipsChanged === 0) {
      await held.save((record) => ({
        ...finished({ ...record, Progress: progress.last(), Diff: diff }, ending('unchanged')),
        ...sizeOf(version.manifest),
      }));
      return;
    }
    const doubt = reasonToAsk(counts, diff) ?? wantedReview(held.record());
    const reviewed = doubt !== undefined && live ? await withStreets(work, { diff, version, live }) : diff;
    progress.writing(version.toWrite.length);
    const described = (record: StoredImport): StoredImport => ({
      ...record,
      Progress: progress.last(),
      Diff: reviewed,
      BaseImportId: live?.pointer.importId ?? null,
      ...sizeOf(version.manifest),
    });
    // With the record's own change, so that only the holder of the lease writes it; it also says what to clean up.
    await held.save(described, [{ op: 'upsert', document: manifestDocument(version.manifest) }]);
    await ports.checkpoint('import/manifest-written');
    await writeZips(ports, {
      state: held.record().State,
      zips: version.toWrite,
      written: (count) => progress.zipsWritten(count),
      between: work.between,
    });
    await work.between();
    if (doubt !== undefined) {
      await held.save((record) => finished(described(record), ending('needsConfirmation', doubt)));
      return;
    }
    await ports.checkpoint('import/before-flip');
    const now = ports.clock.now();
    const flip = await flipOperations(partition, { importId: held.record().ImportId, from: live, now });
    if ((await held.save((record) => finished(described(record), ending('live')), flip)) === 'saved') return;
  }
}

type Diff = NonNullable<StateFileImport['Diff']>;

async function withStreets(
  { ports, held, between }: GoingLive,
  { diff, version, live }: { diff: Diff; version: NextVersion; live: LiveVersion },
): Promise<Diff> {
  const versions = { state: held.record().State, next: version.toWrite, live: live.manifest, between };
  return { ...diff, streets: await compareStreets(ports, versions) };
}

interface NextVersion {
  manifest: Manifest;
  toWrite: NamedZip[];
}

async function nextVersion(
  { ports, held, zips }: GoingLive,
  live: LiveVersion | undefined,
): Promise<NextVersion> {
  const record = held.record();
  const added = record.Mode === 'add' && live !== undefined;
  const own = added
    ? await uniteWithLive(ports, { state: record.State, zips, live: live.manifest })
    : [...zips];
  for (const zip of own) refuseTooLarge(zip);
  const entries = new Map<string, ZipEntry>(
    own.map(({ code, city, county, n, hash, counties = [] }) => [
      code,
      [code, city, county, n, hash, ...counties],
    ]),
  );
  if (added) for (const entry of live.manifest.zips) if (!entries.has(entry[0])) entries.set(entry[0], entry);
  const list = [...entries.values()].toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
  const there = new Set(live?.manifest.zips.map(([code, , , , hash]) => code + hash));
  return {
    manifest: {
      importId: record.ImportId,
      // An addition is not what its file alone would make.
      source: added ? `${live.manifest.source}+${sourceRead(record)}`.slice(-400) : sourceRead(record),
      addresses: list.reduce((sum, [, , , n]) => sum + n, 0),
      zips: list,
    },
    toWrite: own.filter(({ code, hash }) => !there.has(code + hash)),
  };
}

const sizeOf = (manifest: Manifest) => ({ ZipCount: manifest.zips.length, AddressCount: manifest.addresses });

function difference(next: Manifest, live: Manifest | undefined): Diff {
  const before = new Map(live?.zips.map((entry) => [entry[0], entry[4]]));
  const places = new Map(live?.zips.map((entry) => [entry[0], placeIn(entry)]));
  const after = new Set(next.zips.map(([code]) => code));
  const added = [...after].filter((code) => !before.has(code));
  const removed = [...before.keys()].filter((code) => !after.has(code));
  const renamed = next.zips.flatMap((entry) => {
    const [code] = entry;
    const from = places.get(code);
    const to = placeIn(entry);
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

const placeIn = ([, city, county]: ZipEntry) => [city, county].filter((text) => text !== '').join(', ');

const wantedReview = ({ Publish }: StoredImport) =>
  Publish === 'after-review'
    ? 'The file is ready. Review what it changes, then publish it or cancel.'
    : undefined;

function reasonToAsk(counts: ScanCounts, diff: Diff): string | undefined {
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
