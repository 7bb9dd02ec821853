import { buffer } from 'node:stream/consumers';
import { api } from '@handoff/shared/contract/api';
import type { StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { FileSubject } from '@handoff/shared/domain/address/file-subject';
import type { Platform } from '../../platform/ports.ts';
import { subjectOfImport } from '../../imports/record/import-record.ts';
import { TICK_MS } from '../../imports/record/import-run.ts';
import { freshApi } from '../api.ts';

interface StateFileUpload {
  state?: FileSubject;
  mode?: 'replace' | 'add';
  publish?: 'automatically' | 'after-review';
  name?: string;
  content: string | Uint8Array<ArrayBuffer> | AsyncIterable<Buffer>;
  key?: string;
}

type Action = 'publish' | 'cancel' | 'rollback' | 'retry' | 'remove';

/** Ada, an administrator, imports state files, and Ana, at intake, picks addresses from them. */
export async function freshImportStory(overrides: Partial<Platform> = {}) {
  const story = await freshApi(overrides);
  const call: typeof story.call = async (...request) => story.call(...request);
  const ada = { as: 'ada' as const };
  const requested = noteRequests(story.platform);

  async function upload(file: StateFileUpload) {
    const { state = 'CT', mode = 'replace', publish = 'automatically' } = file;
    const { name = 'addresses.csv', content, key } = file;
    const parts = [isStream(content) ? await buffer(content) : content];
    const input = { fields: { state, mode, publish }, file: new File(parts, name, { type: 'text/csv' }) };
    const answer = await call(api.imports.upload, input, { ...ada, ...(key === undefined ? {} : { key }) });
    return answer.ok().ImportId;
  }
  async function read(importId: string): Promise<StateFileImport> {
    const answer = await call(api.imports.byId, { query: { id: importId } }, ada);
    const [record] = answer.ok().StateFileImports;
    if (!record) throw new Error('No such import');
    return record;
  }
  async function addresses(code: string, state: string) {
    const input = { body: { state, code } };
    return (await call(api.settings.streetAddressesByStateAndCode, input, { as: 'ana' })).ok();
  }
  const act = async (importId: string, Action: Action, key?: string) =>
    call(
      api.addressStateUpdates[FileSubject.parse(subjectOfImport(importId))],
      { body: { ImportId: importId, Action } },
      { ...ada, ...(key !== undefined && { key }) },
    );
  const run = (importId: string) => story.app.importStateFile({ importId, fileName: 'as-uploaded.csv' });
  /** Does what the host does for blobs that request a start. */
  async function startRequested(): Promise<void> {
    for (const file of requested.splice(0)) await story.app.importStateFile(file);
  }
  return {
    ...story,
    upload,
    run,
    read,
    startRequested,
    /** The timer, and what the host starts because of it. */
    async sweep(): Promise<void> {
      await story.app.jobs.imports.run();
      await startRequested();
    },
    async import(file: StateFileUpload): Promise<StateFileImport> {
      const importId = await upload(file);
      await run(importId);
      return read(importId);
    },
    /**
     * Cancels an import under way; answers with how often its heartbeat, every half second, waited before it ended. A
     * busy machine does not change that.
     */
    async beatsToCancel(importId: string, running: Promise<unknown>): Promise<number> {
      const { clock } = story.platform;
      const sleep = clock.sleep.bind(clock);
      let beats = 0;
      clock.sleep = (ms) => {
        beats += Number(ms === TICK_MS);
        return sleep(ms);
      };
      await act(importId, 'cancel');
      await running;
      clock.sleep = sleep;
      return beats;
    },
    act,
    /** Rolls back although the state shrinks. */
    rollBackAndShrink: async (importId: string) =>
      call(
        api.addressStateUpdates[FileSubject.parse(subjectOfImport(importId))],
        { body: { ImportId: importId, Action: 'rollback', MayShrink: true } },
        ada,
      ),
    impact: async (id: string, Action: 'publish' | 'remove' = 'publish') =>
      (await call(api.imports.impact, { query: { id, Action } }, ada)).ok(),
    async audited(importId: string): Promise<string[]> {
      const answer = await call(api.audit.systemList, { query: { Subject: importId } }, ada);
      return answer
        .ok()
        .AuditInfo.map(({ action, name }) => `${name} ${action}`)
        .toReversed();
    },
    list: async () => (await call(api.imports.list, {}, ada)).ok(),
    async rejects(importId: string): Promise<string> {
      const answer = await call(api.imports.rejects, { params: { importId } }, ada);
      const downloaded = await fetch(answer.ok().Url);
      return Buffer.from(await downloaded.arrayBuffer()).toString();
    },
    zipCodes: async (state = 'CT') =>
      (await call(api.settings.zipCodesByState, { body: { state } }, { as: 'ana' })).ok(),
    addresses,
    async streets(code: string, state = 'CT'): Promise<string[]> {
      const found = await addresses(code, state);
      return found.StreetAddresses.map((address) => address.StreetAddress);
    },
  };
}

/** A checkpoint at which workers stop until they may go on. */
export function gate(name: string) {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  let arrived = 0;
  return {
    open,
    arrived: () => arrived,
    checkpoint: async (at: string) => {
      if (at !== name) return;
      arrived += 1;
      await promise;
    },
  };
}

/** The blobs with which the timer requests the start of an import. */
function noteRequests({ blobs }: Platform) {
  const requested: { importId: string; fileName: string }[] = [];
  const putIfAbsent = blobs.putIfAbsent.bind(blobs);
  blobs.putIfAbsent = async (container, name, content) => {
    const outcome = await putIfAbsent(container, name, content);
    const [, importId, fileName] = /^([^/]+)\/(again-[^/]+)$/.exec(name) ?? [];
    if (outcome === 'created' && importId !== undefined && fileName !== undefined)
      requested.push({ importId, fileName });
    return outcome;
  };
  return requested;
}

function isStream(content: StateFileUpload['content']): content is AsyncIterable<Buffer> {
  return typeof content === 'object' && Symbol.asyncIterator in content;
}
