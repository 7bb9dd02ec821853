import { escapeRegExp } from '../http/route-template.ts';

export interface BlobPath {
  container: string;
  /** The prefix of every matching name. */
  prefix: string;
  match(blobName: string): Record<string, string> | undefined;
}

/**
 * Reads a trigger path such as `state-files/{importId}/{fileName}`. As in the real host a parameter may hold slashes
 * and takes as much as it can (BindingTemplateSource.cs), and a bare container name means all of its blobs.
 */
export function parseBlobPath(path: string): BlobPath {
  const [, container = '', template] = /^\/?([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (container === '' || /[{}]/.test(container)) {
    throw new Error(`The blob path "${path}" needs a fixed container name.`);
  }
  if (template === undefined) return { container, prefix: '', match: () => ({}) };
  const pieces = template.split(/\{(\w+)\}/);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  const names = pieces.filter((_, index) => index % 2 === 1);
  if (literals.some((literal) => /[{}]/.test(literal))) {
    throw new Error(`The blob path "${path}" is not supported by the local host.`);
  }
  const pattern = new RegExp(`^${literals.map(escapeRegExp).join('(.*)')}$`, 's');
  return {
    container,
    prefix: literals[0] ?? '',
    match(blobName) {
      const values = pattern.exec(blobName)?.slice(1);
      return values && Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    },
  };
}
