import * as z from 'zod';

/** The browser sends a file to Blob Storage in blocks of this size; only the last one may be shorter. */
export const BLOCK_BYTES = 4 * 1024 * 1024;
/** Smaller files go through the API in one call. */
export const IN_BLOCKS_ABOVE_BYTES = 8 * 1024 * 1024;
export const MAX_UPLOAD_BYTES = 10 * 1024 ** 3;
/** This much of its beginning distinguishes a file from others of the same name and size. */
export const HEAD_BYTES = 1024 * 1024;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const stateFileName = /\.(csv|txt|tsv|geojson|geojsonl|geojsons|ndjson|json|gz|zip)$/i;
export const OTHER_FILE_NAME = 'Upload a .csv, .txt or .geojson file, or one compressed as .gz or .zip.';

const exportIt = (program: string) =>
  `Export it as CSV or GeoJSON: in QGIS with “Export > Save Features As”, or with ogr2ogr -f CSV addresses.csv ${program}`;

/** Map files that hold addresses in a form that is not read. */
export const otherFormats = {
  geodatabase: `This is an Esri geodatabase. ${exportIt('addresses.gdb')}`,
  shapefile: `This is a Shapefile, or its DBF table. ${exportIt('addresses.shp')}`,
  geoPackage: `This is a GeoPackage. ${exportIt('addresses.gpkg')}`,
} as const;

/** Names the format of a file that is not read by the end of its name. */
export function otherFormatOf(name: string): string | undefined {
  if (/\.gdb(?:\.zip)?$/i.test(name)) return otherFormats.geodatabase;
  if (/\.(?:shp|shx|dbf)(?:\.zip)?$/i.test(name)) return otherFormats.shapefile;
  return /\.gpkg(?:\.zip)?$/i.test(name) ? otherFormats.geoPackage : undefined;
}

/** Identifies a file after a reload. */
export const FileIdentity = z.strictObject({
  FileName: z.string().min(1).max(120).regex(stateFileName, OTHER_FILE_NAME),
  Bytes: z.number().int().positive().max(MAX_UPLOAD_BYTES),
  /** SHA-256 of its first megabyte. */
  Head: Sha256,
});
export type FileIdentity = z.infer<typeof FileIdentity>;

export const UploadAccess = z.object({
  /** Can write this one file, and read nothing. */
  Url: z.string(),
  ExpiresAt: z.string(),
  /** Indices of the blocks that are already stored. */
  Blocks: z.array(z.number().int()),
});

export const blockCount = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES);

/** Returns where a block begins in the file, and where the next one does. */
export function blockRange(index: number, bytes: number): { from: number; to: number } {
  const from = index * BLOCK_BYTES;
  return { from, to: Math.min(from + BLOCK_BYTES, bytes) };
}

/** Blob Storage requires base64, and the same length for all block ids of a blob. */
export const blockId = (index: number): string => btoa(`block-${String(index).padStart(6, '0')}`);

/** Returns the indices of the blocks that are stored in full, for a file of this size. */
export function completeBlocks(staged: readonly { id: string; size: number }[], bytes: number): number[] {
  const sizes = new Map(staged.map(({ id, size }) => [id, size]));
  return Array.from({ length: blockCount(bytes) }, (_, index) => index).filter((index) => {
    const { from, to } = blockRange(index, bytes);
    return sizes.get(blockId(index)) === to - from;
  });
}
