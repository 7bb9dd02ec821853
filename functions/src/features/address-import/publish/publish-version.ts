import { isNationalList } from '@handoff/shared/domain/address/file-subject';
import type { Manifest, ZipEntry } from '../../../records/kinds/address-versions.ts';
import { refuseTooLarge } from '../build/scan.ts';
import type { NamedZip } from '../build/zip-document.ts';
import { finished, type StoredImport } from '../record/import-record.ts';
import type { ImportRun } from '../record/import-run.ts';
import { flipOperations, manifestDocument, readLive, type LiveVersion } from '../record/live-version.ts';
import { uniteWithLive, writeZips } from '../build/stored-zips.ts';
import { compareStreets } from './street-changes.ts';
import { compareVersions } from './version-diff.ts';
import { sourceRead } from './version-source.ts';

/** Compares, writes what is missing, and makes it what readers see, or asks for a confirmation first. */
export async function publishVersion(run: ImportRun, zips: readonly NamedZip[]): Promise<void> {
  const { job, partition, signal } = run;
  for (;;) {
    const live = await readLive(partition);
    const { manifest, toWrite } = await nextVersion(run, { zips, live });
    const { diff, isSame, doubt } = compareVersions(run.record, { next: manifest, live: live?.manifest });
    const described = (record: StoredImport): StoredImport => ({
      ...record,
      Diff: diff,
      ZipCount: manifest.zips.length,
      AddressCount: manifest.addresses,
    });
    const end = (status: StoredImport['Progress']['status'], message: string | null = null) => {
      const now = job.clock.now();
      return (record: StoredImport) => finished(described(record), { status, message, now });
    };
    if (isSame) {
      await run.save(end('unchanged'));
      return;
    }
    if (doubt !== undefined && live?.manifest && !isNationalList(run.record.State))
      diff.streets = await compareStreets(run, { next: toWrite, live: live.manifest });
    run.writing = { done: 0, total: toWrite.length };
    const compared = (record: StoredImport) => ({
      ...described(record),
      BaseImportId: live?.pointer.importId ?? null,
    });
    // The record changes in the same batch, so that only the holder of the lease writes the manifest.
    await run.save(compared, [{ op: 'upsert', document: manifestDocument(manifest) }]);
    await job.checkpoint('import/manifest-written');
    await writeZips(run, toWrite);
    signal.throwIfAborted();
    if (doubt !== undefined) {
      await run.save(end('needsConfirmation', doubt));
      return;
    }
    await job.checkpoint('import/before-flip');
    const { ImportId: importId } = run.record;
    const flip = await flipOperations(partition, { importId, from: live, now: job.clock.now() });
    if ((await run.save(end('live'), flip)) === 'saved') return;
  }
}

interface NextVersion {
  manifest: Manifest;
  toWrite: NamedZip[];
}

async function nextVersion(
  { job, record }: ImportRun,
  { zips, live: version }: { zips: readonly NamedZip[]; live: LiveVersion | undefined },
): Promise<NextVersion> {
  const live = version?.manifest;
  const added = record.Mode === 'add' && live !== undefined;
  const own = added ? await uniteWithLive(job, { state: record.State, zips, live }) : [...zips];
  for (const zip of own) refuseTooLarge(zip);
  const entries = new Map<string, ZipEntry>(
    own.map(({ code, city, county, n, hash, counties = [] }) => [
      code,
      [code, city, county, n, hash, ...counties],
    ]),
  );
  if (added) for (const entry of live.zips) if (!entries.has(entry[0])) entries.set(entry[0], entry);
  const list = [...entries.values()].toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
  const there = new Set(live?.zips.map(([code, , , , hash]) => code + hash));
  return {
    manifest: {
      importId: record.ImportId,
      // The file alone would not make a version that adds to another one.
      source: added ? `${live.source}+${sourceRead(record)}`.slice(-400) : sourceRead(record),
      addresses: list.reduce((sum, [, , , n]) => sum + n, 0),
      zips: list,
    },
    toWrite: own.filter(({ code, hash }) => !there.has(code + hash)),
  };
}
