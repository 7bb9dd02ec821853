import { useRef, useState } from 'react';
import { importsApi } from '@handoff/shared/contract/imports';
import { HEAD_BYTES, IN_BLOCKS_ABOVE_BYTES } from '@handoff/shared/domain/address/block-upload';
import type { ImportMode, ImportPublish } from '@handoff/shared/domain/address/state-file-import';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { type CallError, asCallError } from '../../../../data/send/call-error.ts';
import { type Outcome, useAction } from '../../../../data/send/outbox.ts';
import { useApi } from '../../../../data/use-api.ts';

interface StateFile {
  file: File;
  state: FileSubject;
  mode: ImportMode;
  publish: ImportPublish;
}

export interface UploadProgress {
  /** The share that is uploaded, 0 to 1. */
  share: number;
  /** Waits for the connection and then continues by itself. */
  isInterrupted: boolean;
}

/** Uploads a state file in one call, or in blocks straight to the store, where an unfinished upload continues. */
export function useUpload() {
  const { client } = useApi();
  const whole = useAction(importsApi.upload);
  const begin = useAction(importsApi.beginUpload);
  const complete = useAction(importsApi.completeUpload);
  const [blocks, setBlocks] = useState<UploadProgress | undefined>();
  const [failure, setFailure] = useState<CallError | undefined>();
  const stop = useRef<AbortController | undefined>(undefined);

  async function sendInBlocks({ file, state, mode, publish }: StateFile): Promise<string | undefined> {
    const { signal } = (stop.current = new AbortController());
    setBlocks({ share: 0, isInterrupted: false });
    try {
      const head = await crypto.subtle.digest('SHA-256', await file.slice(0, HEAD_BYTES).arrayBuffer());
      const identity = { FileName: file.name.slice(-120), Bytes: file.size, Head: hex(head) };
      const begun = await begin.run({ body: { State: state, Mode: mode, Publish: publish, ...identity } });
      if (!begun.ok) return undefined;
      const { ImportId } = begun.output;
      const { uploadBlocks } = await import('../../../../data/send/upload-blocks.ts');
      const Sha256 = await uploadBlocks({
        file,
        access: () => client.call(importsApi.uploadAccess, { query: { id: ImportId } }),
        onProgress: setBlocks,
        signal,
      });
      return idOf(await complete.run({ body: { ImportId, Sha256 } }));
    } catch (error) {
      if (!signal.aborted) setFailure(asCallError(error));
      return undefined;
    } finally {
      setBlocks(undefined);
    }
  }

  function reset() {
    setFailure(undefined);
    for (const action of [whole, begin, complete]) action.reset();
  }

  return {
    /** The id of the import; undefined after a failure, which is in `error`. */
    async send(stateFile: StateFile): Promise<string | undefined> {
      reset();
      const { file, state, mode, publish } = stateFile;
      if (file.size > IN_BLOCKS_ABOVE_BYTES) return sendInBlocks(stateFile);
      return idOf(await whole.run({ fields: { state, mode, publish }, file }));
    },
    /** Uploaded blocks stay, so the same file continues from there. */
    stop: () => {
      stop.current?.abort();
      whole.cancel();
    },
    reset,
    isPending: blocks !== undefined || whole.isPending || begin.isPending || complete.isPending,
    progress:
      blocks ?? (whole.progress === undefined ? undefined : { share: whole.progress, isInterrupted: false }),
    error: failure ?? whole.error ?? begin.error ?? complete.error,
  };
}

const idOf = (sent: Outcome<{ ImportId: string }>) => (sent.ok ? sent.output.ImportId : undefined);

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
