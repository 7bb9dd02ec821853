import type { FileDownload } from '@handoff/shared/contract/endpoint';

/** Hands downloaded bytes to the browser's own "save as". */
export function saveFile(file: FileDownload, name = file.name): void {
  const bytes = new Uint8Array(file.bytes);
  const url = URL.createObjectURL(new Blob([bytes], { type: file.type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name || 'download';
  link.click();
  // The browser has taken the address by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
