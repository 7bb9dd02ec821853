import { useRef, useState } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { IN_BLOCKS_ABOVE_BYTES } from '@handoff/shared/domain/address/block-upload';
import { asCallError, type CallError, cancelled } from '../../data/send/call-error.ts';
import { type Action, type ActionOptions, showFailure, useAction } from '../../data/send/outbox.ts';
import { useApi } from '../../data/use-api.ts';

type UploadFile = typeof servicesApi.uploadFile;
export type DocumentUploadAction = Omit<Action<UploadFile>, 'reset' | 'send'>;

/** Uploads a document in one call, or in blocks straight to the store, where a second try continues. */
export function useDocumentUpload(
  options: Pick<ActionOptions<UploadFile>, 'silent' | 'showsFailure' | 'onSuccess'> = {},
): DocumentUploadAction {
  const { client } = useApi();
  const whole = useAction(servicesApi.uploadFile, options);
  const complete = useAction(servicesApi.completeUpload, options);
  const [share, setShare] = useState<number | undefined>();
  const [failure, setFailure] = useState<CallError | undefined>();
  const [ids] = useState(() => new WeakMap<File, string>());
  const stop = useRef<AbortController | undefined>(undefined);

  async function sendInBlocks({
    fields,
    file,
  }: Parameters<typeof whole.run>[0]): ReturnType<typeof whole.run> {
    const { signal } = (stop.current = new AbortController());
    const UploadId = ids.get(file) ?? crypto.randomUUID();
    ids.set(file, UploadId);
    setFailure(undefined);
    setShare(0);
    try {
      const { uploadBlocks } = await import('../../data/send/upload-blocks.ts');
      const query = { UploadId, Bytes: file.size };
      const Sha256 = await uploadBlocks({
        file,
        access: () => client.call(servicesApi.uploadAccess, { query }),
        onProgress: (progress) => setShare(progress.share),
        signal,
      });
      const body = { UploadId, FileName: file.name.slice(-255), Bytes: file.size, Sha256, ...fields };
      return await complete.run({ body });
    } catch (error) {
      const thrown = signal.aborted ? cancelled(error) : asCallError(error);
      if (!signal.aborted) setFailure(thrown);
      if (options.silent !== true) showFailure(thrown);
      return { ok: false, failure: thrown };
    } finally {
      setShare(undefined);
    }
  }

  return {
    run: (input) => (input.file.size > IN_BLOCKS_ABOVE_BYTES ? sendInBlocks(input) : whole.run(input)),
    isPending: share !== undefined || whole.isPending || complete.isPending,
    error: failure ?? whole.error ?? complete.error,
    progress: share ?? whole.progress,
    cancel: () => {
      stop.current?.abort();
      whole.cancel();
      complete.cancel();
    },
  };
}
