/** The folder of files that a library requests by name. */
export function folderOf(...urls: string[]): string {
  const folders = new Set(urls.map((url) => new URL('.', new URL(url, location.href)).href));
  const [folder = '', ...others] = folders;
  if (others.length > 0) throw new Error(`Files of one library are in ${folders.size} folders`);
  return folder;
}
