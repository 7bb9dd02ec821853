import type { GrayPicture } from './gray-picture.ts';
import type { ReadPicture } from './read-picture.ts';

export interface PictureReader {
  read: (picture: GrayPicture) => Promise<ReadPicture>;
  /** Frees the memory, also while a picture is read. */
  close: () => void;
}

type Answer = { page: ReadPicture } | { error: string };

/** Its worker may load only files served with the application: its headers are in infra/local/web/headers.ts. */
export function openPictureReader(): PictureReader {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' });
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        const over = new AbortController();
        const once = { once: true, signal: over.signal };
        function take({ data }: MessageEvent<Answer>): void {
          over.abort();
          if ('error' in data) reject(new Error(data.error));
          else resolve(data.page);
        }
        function fail(): void {
          over.abort();
          reject(new Error('The reader of scans could not be loaded'));
        }
        worker.addEventListener('message', take, once);
        worker.addEventListener('error', fail, once);
        worker.postMessage(picture, [picture.values.buffer]);
      }),
    close: () => worker.terminate(),
  };
}
