import type { DocumentEntry } from '../../core/context.ts';
import type { Manifest } from '../../records/kinds/address-versions.ts';
import type { FileKind } from '../read/file-kind.ts';
import { refuseTooLarge, writeDocuments, type NamedDocument } from '../read/version-documents.ts';
import { finished, type StoredImport } from '../record/import-record.ts';
import type { ImportRun } from '../record/import-run.ts';
import { flipOperations, manifestDocument, readLive, type LiveVersion } from '../record/live-version.ts';
import { compareVersions } from './version-diff.ts';
import { sourceRead } from './version-source.ts';

/** Compares, writes what is missing, and makes it what readers see, or asks for a confirmation first. */
export async function publishVersion(run: ImportRun, file: FileRead): Promise<void> {
  const { job, partition, signal } = run;
  const { kind } = file;
  for (;;) {
    const live = await readLive(partition);
    const { manifest, toWrite } = await nextVersion(run, { ...file, live });
    const versions = { kind, next: manifest, live: live?.manifest };
    const { diff, isSame, doubt } = compareVersions(run.record, versions);
    const described = (record: StoredImport): StoredImport => ({ ...record, Diff: diff });
    const end = (status: StoredImport['Progress']['status'], message: string | null = null) => {
      const now = job.clock.now();
      return (record: StoredImport) => finished(described(record), { status, message, now });
    };
    if (isSame) {
      await run.save(end('unchanged'));
      return;
    }
    if (doubt !== undefined && live?.manifest && kind.compareStreets)
      diff.streets = await kind.compareStreets(run, { documents: toWrite, live: live.manifest });
    run.writing = { done: 0, total: toWrite.length };
    const compared = (record: StoredImport) => ({
      ...described(record),
      BaseImportId: live?.pointer.importId ?? null,
    });
    // The record changes in the same batch, so that only the holder of the lease writes the manifest.
    await run.save(compared, [{ op: 'upsert', document: manifestDocument(manifest) }]);
    await job.checkpoint('import/manifest-written');
    await writeDocuments(run, { type: kind.recordType, documents: toWrite });
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

interface FileRead {
  kind: FileKind;
  documents: readonly NamedDocument[];
}

interface NextVersion {
  manifest: Manifest;
  toWrite: NamedDocument[];
}

async function nextVersion(
  run: ImportRun,
  { kind, documents, live: version }: FileRead & { live: LiveVersion | undefined },
): Promise<NextVersion> {
  const { record } = run;
  const live = version?.manifest;
  const base = record.Mode === 'add' ? live : undefined;
  const own = (base && (await kind.unite?.(run, { documents, live: base }))) ?? [...documents];
  for (const document of own) refuseTooLarge(document);
  const entries = entriesOf(own, base);
  const there = new Set(live?.documents.map(([code, , hash]) => code + hash));
  return {
    manifest: {
      importId: record.ImportId,
      // The file alone would not make a version that adds to another one.
      source: base ? `${base.source}+${sourceRead(record)}`.slice(-400) : sourceRead(record),
      count: entries.reduce((sum, [, n]) => sum + n, 0),
      documents: entries,
    },
    toWrite: own.filter(({ code, hash }) => !there.has(code + hash)),
  };
}

function entriesOf(own: readonly NamedDocument[], base: Manifest | undefined): DocumentEntry[] {
  const entries = new Map<string, DocumentEntry>(base?.documents.map((entry) => [entry[0], entry]));
  for (const { code, n, hash, place } of own) entries.set(code, [code, n, hash, ...place]);
  return [...entries.values()].toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}
