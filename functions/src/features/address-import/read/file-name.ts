export function isAcceptedName(name: string): boolean {
  return /\.(csv|txt|tsv|gz|zip)$/i.test(name);
}

/** A name of our own for the blob; the uploaded one is text to show and stands in the import. */
export function storedFileName(name: string): string {
  const packed = /\.(gz|zip)$/i.exec(name)?.[0].toLowerCase() ?? '';
  const stem = name
    .replace(/\.(gz|zip)$/i, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem || 'addresses'}.csv${packed}`;
}
