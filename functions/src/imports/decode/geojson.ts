import { InvalidFileError } from './invalid-file.ts';

/** An address has some hundred bytes; the outline of a building has some thousand. */
const MAX_FEATURE_BYTES = 1024 * 1024;
/** The properties of the features in this many bytes are the columns. */
const HEAD_BYTES = 64 * 1024;
const RECORD_SEPARATOR = '\u{1E}';

/** Whether the text is JSON. A header of Access may begin with a bracket, too. */
export const isJson = (start: string): boolean =>
  /^\s*(?:\{|\[\s*\{)/.test(start.replace(RECORD_SEPARATOR, ''));

/** The properties of the features as CSV, one line for each feature. Takes a collection, a list, or one feature a line. */
export async function* geoJsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const cutter = featureCutter();
  let header: readonly string[] | undefined;
  let head: Properties[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    const features = cutter.cut(chunk);
    if (header) {
      yield csvOf(features, header);
      continue;
    }
    head = head.concat(features);
    if (bytes < HEAD_BYTES || head.length === 0) continue;
    header = headerOf(head);
    yield csvOf(head, header, { isFirst: true });
    head = [];
  }
  cutter.end();
  if (!header) yield csvOf(head, headerOf(head), { isFirst: true });
}

type Properties = Record<string, unknown>;

function headerOf(features: readonly Properties[]): readonly string[] {
  const names = [...new Set(features.flatMap((properties) => Object.keys(properties)))];
  if (names.length > 0) return names;
  throw new InvalidFileError(
    'This is JSON without GeoJSON features. Upload GeoJSON or CSV with house number, street and ZIP code.',
  );
}

function csvOf(features: readonly Properties[], header: readonly string[], { isFirst = false } = {}): Buffer {
  const lines = features.map((properties) => header.map((name) => cell(properties[name])).join());
  if (isFirst) lines.unshift(header.map(cell).join());
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

function cell(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (!/[",\r\n]/.test(text)) return text;
  return `"${text.replaceAll(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = new Set([0x7b, 0x5b]);
const CLOSE = new Set([0x7d, 0x5d]);
const LIST = 0x5b;
const ENDED = -1;

/**
 * Cuts features out of JSON by its brackets alone, so that memory holds one of them, and depth costs a number. A library
 * that streams JSON would make an object of each coordinate.
 */
function featureCutter() {
  /** Bytes of the feature that has begun, and where the next chunk goes on. */
  let pending: Buffer = Buffer.alloc(0);
  let depth = 0;
  /** Features are at this depth: 0 one by one, 1 in a list, 2 in a collection. */
  let featureDepth = 0;
  let isInText = false;
  let isEscaped = false;
  let textAt = 0;
  /** The last name of a collection was `features`. */
  let isList = false;
  let count = 0;

  /** The offset of the feature that has begun; -1 between features. */
  let from = -1;

  function cut(chunk: Buffer): Properties[] {
    const bytes = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    const found: Properties[] = [];
    for (let at = pending.length; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (isInText) readText(bytes, at);
      else if (byte === QUOTE) {
        isInText = true;
        textAt = at + 1;
      } else if (OPEN.has(byte)) open(byte, at);
      else if (CLOSE.has(byte) && close()) {
        found.push(propertiesOf(bytes.subarray(from, at + 1)));
        from = -1;
      }
    }
    keep(bytes);
    return found;
  }

  function readText(bytes: Buffer, at: number): void {
    const byte = bytes[at];
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) {
      isInText = false;
      if (depth === 1) isList = at - textAt === 8 && bytes.toString('latin1', textAt, at) === 'features';
    }
  }

  function open(byte: number, at: number): void {
    if (depth === 0 && byte === LIST) featureDepth = 1;
    else if (depth === 1 && byte === LIST && isList) {
      featureDepth = 2;
      from = -1;
    } else if (depth === featureDepth) from = at;
    depth++;
  }

  /** Whether a feature ends here. */
  function close(): boolean {
    depth--;
    const isEnd = from >= 0 && depth === featureDepth;
    if (depth === 1 && featureDepth === 2) featureDepth = ENDED;
    return isEnd;
  }

  function keep(bytes: Buffer): void {
    pending = from < 0 ? Buffer.alloc(0) : bytes.subarray(from);
    if (from > 0) {
      textAt -= from;
      from = 0;
    }
    if (pending.length > MAX_FEATURE_BYTES)
      throw new InvalidFileError(
        `Feature ${count + 1} of the GeoJSON has more than 1 MB. This does not look like addresses.`,
      );
  }

  function propertiesOf(bytes: Buffer): Properties {
    count++;
    const feature = parsed(bytes, count);
    if (!isObject(feature)) return {};
    // Esri's own JSON calls them attributes.
    const properties = feature['properties'] ?? feature['attributes'];
    return isObject(properties) ? properties : {};
  }

  function end(): void {
    if (depth !== 0 || isInText)
      throw new InvalidFileError('The GeoJSON ends within a feature. It is incomplete: download it again.');
  }

  return { cut, end };
}

function parsed(bytes: Buffer, number: number): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new InvalidFileError(`Feature ${number} of the GeoJSON is not readable. Download the file again.`);
  }
}

function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
