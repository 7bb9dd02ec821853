import { isSameCounty } from '@handoff/shared/domain/agency/coverage';
import * as z from 'zod';
import type { LiveCounties, ZipCounties } from '../../core/context.ts';
import type { Partition } from '../../platform/ports.ts';

// Schemas of the versions of imported files, in the partition of a state or a list in container `addresses`.

/** Names the import that readers see: the one small document that a publication changes. */
export const Pointer = z.object({
  /** Null after the live version was removed. */
  importId: z.string().nullable(),
  seq: z.number().int(),
  /** Earlier imports for a rollback, newest first. */
  previous: z.array(z.string()),
});
export type Pointer = z.infer<typeof Pointer>;

/** Lists everything in an import; it never changes after publication. */
export const Manifest = z.object({
  importId: z.string(),
  /** Identifies the source and the rules: importing the same again would change nothing. */
  source: z.string(),
  count: z.number().int(),
  documents: z.array(z.tuple([z.string(), z.number(), z.string()]).rest(z.string())),
});
export type Manifest = z.infer<typeof Manifest>;

type Documents = Pick<Partition, 'read'>;

export async function readPointer(
  partition: Documents,
): Promise<{ pointer: Pointer; etag: string } | undefined> {
  const document = await partition.read('current');
  return document && { pointer: Pointer.parse(document), etag: document._etag };
}

export const manifestId = (importId: string) => `manifest:${importId}`;

export async function readManifest(partition: Documents, importId: string): Promise<Manifest | undefined> {
  const document = await partition.read(manifestId(importId));
  return document && Manifest.parse(document);
}

/** A manifest never changes once published, so the last one of each state and list stays in memory. */
export function manifestReader(
  partitionOf: (subject: string) => Documents,
): (subject: string) => Promise<Manifest | undefined> {
  const lastBySubject = new Map<string, Manifest>();
  return async (subject) => {
    const partition = partitionOf(subject);
    const importId = (await readPointer(partition))?.pointer.importId ?? null;
    if (importId === null) return undefined;
    const last = lastBySubject.get(subject);
    if (last?.importId === importId) return last;
    const manifest = await readManifest(partition, importId);
    if (manifest) lastBySubject.set(subject, manifest);
    return manifest;
  };
}

export function zipCounties(manifest: Manifest | undefined): ZipCounties {
  return new Map(
    manifest?.documents.map(([code, , , , county = '', ...others]) => [
      code,
      county === '' ? [] : [county, ...others],
    ]),
  );
}

/** The recorded county if the version confirms it for the ZIP code or has none; otherwise the version's. */
export function countyIn(
  counties: ZipCounties,
  { ZipCode, County }: { ZipCode: string; County: string },
): string {
  const named = counties.get(ZipCode) ?? [];
  return named.some((county) => isSameCounty(county, County)) ? County : (named[0] ?? County);
}

export function liveCounties(manifestOf: (state: string) => Promise<Manifest | undefined>): LiveCounties {
  const known = new WeakMap<Manifest, ZipCounties>();
  return async (state) => {
    const manifest = await manifestOf(state);
    const counties = (manifest && known.get(manifest)) ?? zipCounties(manifest);
    if (manifest) known.set(manifest, counties);
    return counties;
  };
}
