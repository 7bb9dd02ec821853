import { useState } from 'react';
import type * as z from 'zod';
import type { FileDownload, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { errorText } from './call-error.ts';
import type { InputOf } from './client.ts';
import { showError, showSuccess } from '../toasts.ts';
import { useApi } from '../use-api.ts';

type FileEndpoint = Omit<ReadEndpoint, 'output'> & { output: 'file' };
/** Answers with an address of storage, for a file that may be large. */
type AddressEndpoint = ReadEndpoint & { output: z.ZodType<{ Url: string }> };

/** Fetches a file with the person's token, which a plain link could not carry, and saves it under its name. */
export function useDownload<E extends FileEndpoint>(endpoint: E, name?: string) {
  const { client } = useApi();
  return useSaving(endpoint, async (input: InputOf<E>) => {
    const file: FileDownload = await client.call<FileEndpoint>(endpoint, input);
    saveFile(file, name);
  });
}

/** Lets the browser download a file from the address that the server gives. */
export function useStoredDownload<E extends AddressEndpoint>(endpoint: E) {
  const { client } = useApi();
  return useSaving(endpoint, async (input: InputOf<E>) => {
    const { Url } = await client.call<AddressEndpoint>(endpoint, input);
    // oxlint-disable-next-line no-restricted-properties -- a file of our storage, which the browser saves
    location.assign(Url);
  });
}

function useSaving<Input>(endpoint: { success?: string }, save: (input: Input) => Promise<void>) {
  const [isPending, setPending] = useState(false);

  async function run(input: Input): Promise<void> {
    if (isPending) return;
    setPending(true);
    try {
      await save(input);
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
