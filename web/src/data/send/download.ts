import { useState } from 'react';
import type { FileDownload, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { errorText } from './call-error.ts';
import type { InputOf } from './request.ts';
import { showError, showSuccess } from '../toasts.ts';
import { useApi } from '../use-api.ts';

type FileEndpoint = Omit<ReadEndpoint, 'output'> & { output: 'file' };

/** Fetches a file with the person's token, which a plain link could not carry, and saves it under its name. */
export function useDownload<E extends FileEndpoint>(endpoint: E, name?: string) {
  const { client, domain } = useApi();
  const [isPending, setPending] = useState(false);

  async function run(input: InputOf<E>): Promise<void> {
    if (isPending) return;
    setPending(true);
    try {
      const file: FileDownload = await client.call<FileEndpoint>(endpoint, input, {
        key: crypto.randomUUID(),
        domain,
      });
      saveFile(file, name);
      if (endpoint.success !== undefined) showSuccess(endpoint.success);
    } catch (error) {
      showError(errorText(error));
    } finally {
      setPending(false);
    }
  }

  return { run, isPending };
}

/** Saves downloaded bytes through the browser. */
export function saveFile(file: FileDownload, name = file.name): void {
  const bytes = new Uint8Array(file.bytes);
  const url = URL.createObjectURL(new Blob([bytes], { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name || 'download';
  link.click();
  // The browser has used the address by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
