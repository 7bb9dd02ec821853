import { createHash } from 'node:crypto';
import type { SystemHealth } from '@handoff/shared/contract/system-health';
import { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { notFound, existing } from '../core/app-error.ts';
import {
  readImport,
  subjectOfImport,
  newestImports,
  waitingImports,
  withQueuePositions,
} from './record/import-record.ts';
import { kindOf, type FileKind } from './read/file-kind.ts';
import { readManifest } from '../records/kinds/address-versions.ts';
import { readLive } from './record/live-version.ts';
import { recognizeStart, subjectOfFile } from './upload/recognize-start.ts';
import { blockUploadHandlers } from './upload/block-upload-handlers.ts';
import { createImport, refuseOtherNames, uploaded } from './upload/new-import.ts';
import { rejectReportName } from './read/reject-report.ts';
import { shrinkDoubt, versionDiff } from './publish/version-diff.ts';
import type { AddressReads, FileRuleHandlers, ImportHandlers } from './import-ports.ts';

const NEWEST = 20;
const MAX_CHANGES_NAMED = 200;

export const importHandlers = (kinds: readonly FileKind[]): Omit<ImportHandlers, keyof FileRuleHandlers> => ({
  ...blockUploadHandlers(kinds),
  recognize: recognizeStart(kinds),

  async upload({ fields, file }, context) {
    const { caller, now } = context;
    refuseOtherNames(file.name);
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const State = fields.state ?? (await subjectOfFile(kinds, file));
    const upload = {
      // The name contains the hash, so that a reused key never finds another file under it.
      ImportId: `${State.toLowerCase()}-${context.derive(`import/${sha256}`)}`,
      State,
      Mode: fields.mode,
      Publish: fields.publish,
      FileName: file.name,
      Bytes: file.bytes.byteLength,
      SourceSha256: sha256,
      Head: null,
      By: caller.person,
    };
    const { ImportId, BlobName } = await createImport(context, { kind: kindOf(kinds, State), now, upload });
    // The same try again finds the blob: no second version of it, so no second trigger.
    await context.stateFiles.putIfAbsent(BlobName, { bytes: file.bytes, type: 'text/csv' });
    return uploaded(context, ImportId);
  },

  async list(_input, context) {
    const states = await Promise.all(FileSubject.options.map((subject) => importsOf(context, subject)));
    const imports = states.flatMap((state) => state.imports);
    return {
      StateFileImports: imports.toSorted((a, b) => (a.At < b.At ? 1 : -1)),
      Live: states.flatMap((state) => state.live),
    };
  },

  async byId({ query }, { addresses }) {
    const found = existing(await readImport(addresses(subjectOfImport(query.id)), query.id), 'The import');
    const { record } = found;
    if (record.Progress.status !== 'waiting') return { StateFileImports: [record] };
    const waiting = withQueuePositions(await waitingImports(addresses(record.State)));
    return { StateFileImports: [waiting.find(({ ImportId }) => ImportId === record.ImportId) ?? record] };
  },

  async impact({ query: { id, Action } }, { addresses, areaChanges }) {
    const state = subjectOfImport(id);
    const partition = addresses(state);
    const [version, live] = await Promise.all([readManifest(partition, id), readLive(partition)]);
    if (!version) throw notFound('The version');
    const next = Action === 'remove' ? undefined : version;
    const Diff = versionDiff(next, live?.manifest);
    const subject = FileSubject.parse(state);
    const Doubt = shrinkDoubt(subject, Diff) ?? null;
    const { counties } = kindOf(kinds, subject);
    const { areas, referrals } = counties
      ? await areaChanges({ state, before: counties(live?.manifest), after: counties(next) })
      : { areas: [], referrals: [] };
    return {
      Diff,
      Doubt,
      ServiceAreas: areas,
      AreaChanges: referrals.slice(0, MAX_CHANGES_NAMED),
      Total: referrals.length,
    };
  },

  async rejects({ params: { importId } }, { importReports, now }) {
    const report = rejectReportName(importId);
    if (!(await importReports.exists(report))) throw notFound('A report of rejected rows');
    const until = new Date(now.getTime() + DOWNLOAD_MS);
    return {
      Url: await importReports.downloadUrl(report, { fileName: `rejected-rows-${importId}.csv`, until }),
    };
  },
});

/** A browser uses the address at once. */
const DOWNLOAD_MS = 5 * 60_000;

/** Returns the newest import of every state and list that has one or has a live version. */
export async function lastImports(context: AddressReads): Promise<SystemHealth['Imports']> {
  const states = await Promise.all(
    FileSubject.options.map(async (State) => {
      const { imports, live } = await importsOf(context, State);
      const last = imports.find(({ Progress }) => Progress.status !== 'cancelled');
      return {
        State,
        Addresses: live[0]?.Addresses ?? 0,
        Last: last
          ? { ImportId: last.ImportId, FileName: last.FileName, At: last.At, Status: last.Progress.status }
          : null,
      };
    }),
  );
  return states.filter(({ Last, Addresses }) => Last !== null || Addresses > 0);
}

async function importsOf(ports: AddressReads, state: FileSubject) {
  const partition = ports.addresses(state);
  const [newest, live] = await Promise.all([newestImports(partition, NEWEST), readLive(partition)]);
  return {
    imports: withQueuePositions(newest.map(({ record }) => record)),
    live: live
      ? [
          {
            State: state,
            ImportId: live.pointer.importId,
            Previous: live.pointer.previous,
            Addresses: live.manifest?.count ?? 0,
            ZipCodes: live.manifest?.documents.length ?? 0,
          },
        ]
      : [],
  };
}
