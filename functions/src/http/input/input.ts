import type { Endpoint, UploadedFile } from '@handoff/shared/contract/endpoint';
import busboy from 'busboy';
import { isPlainObject } from '../../records/field-changes.ts';
import { AppError } from '../../core/app-error.ts';
import { bodyInDeclaredNames, bodyNames, byLowerCase, inDeclaredNames } from './declared-names.ts';
import { parseWith } from './field-errors.ts';
import { checkBounds, checkParameters } from './input-bounds.ts';
import type { ApiRequest, FormPart, RawInput } from '../../core/request.ts';

const MAX_JSON_BYTES = 1024 * 1024;
const MULTIPART_OVERHEAD = 64 * 1024;
const MAX_PARTS = 50;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export async function readInput(endpoint: Endpoint, request: ApiRequest): Promise<RawInput> {
  const contentType = request.header('content-type') ?? '';
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const query = queryOf(endpoint, request);
  const input = { params: request.params, query, mediaType, bytes: new Uint8Array(), parts: [] };
  const hasBody = 'upload' in endpoint || ('body' in endpoint && endpoint.body !== undefined);
  if (!hasBody) return input;

  checkAnnouncedLength(endpoint, request);
  const bytes = hasContent(request) ? await request.body() : input.bytes;
  checkLength(endpoint, bytes.length);
  if (!('upload' in endpoint) || !endpoint.upload) {
    checkMediaType(endpoint, mediaType, bytes);
    return { ...input, bytes: inOneSpelling(endpoint, bytes) };
  }
  if (mediaType !== 'multipart/form-data')
    throw new AppError('invalid_request', 'Send a form with one file.');
  const names = byLowerCase(Object.keys(endpoint.upload.fields.shape));
  return { ...input, bytes, parts: inDeclaredNames(names, await readMultipart(bytes, contentType)) };
}

function checkMediaType(endpoint: Endpoint, mediaType: string, bytes: Uint8Array): void {
  if (bytes.length === 0 || mediaType === 'application/json' || isBareText(endpoint, mediaType, bytes))
    return;
  throw new AppError('invalid_request', 'Send JSON (application/json).');
}

function queryOf({ query, bareAs }: Endpoint, request: ApiRequest): URLSearchParams {
  const sent = [...new URL(request.url, 'http://host').searchParams];
  checkParameters(sent);
  const names = query ? Object.keys(query.shape) : bareAs === 'Id' ? ['id'] : [];
  return new URLSearchParams(inDeclaredNames(byLowerCase(names), sent));
}

/** Gives equal data equal bytes, whatever its white space, the order of its fields and the spelling of their names. */
function inOneSpelling(endpoint: Endpoint, bytes: Uint8Array): Uint8Array {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch {
    return bytes;
  }
  checkBounds(value);
  return Buffer.from(JSON.stringify(bodyInDeclaredNames(endpoint, value), sortedFields));
}

const sortedFields = (_name: string, value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

export async function parseInput(endpoint: Endpoint, raw: RawInput): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  if (endpoint.params) input['params'] = parseWith(endpoint.params, raw.params);
  if (endpoint.query) input['query'] = parseWith(endpoint.query, eachOnce(raw.query));
  if ('upload' in endpoint && endpoint.upload) {
    const texts = raw.parts.filter((part): part is [string, string] => typeof part[1] === 'string');
    input['fields'] = parseWith(endpoint.upload.fields, eachOnce(texts));
    input['file'] = theOneFile(raw, endpoint.upload.maxBytes);
  } else if ('body' in endpoint && endpoint.body) {
    input['body'] = parseWith(
      endpoint.body,
      objectOf(endpoint, wholeBody(endpoint, parseBody(endpoint, raw))),
    );
  }
  return input;
}

/** Refuses repeated parameters, because servers and proxies on the way differ in which one they use. */
function eachOnce(parameters: Iterable<[string, string]>): Record<string, string> {
  const pairs = [...parameters];
  const once = new Map(pairs);
  if (once.size < pairs.length)
    throw new AppError('invalid_request', 'A parameter or field is there twice. Send each once.');
  return Object.fromEntries(once);
}

/** One of the two headers says so (RFC 9112, 6.3): clients send a DELETE without either. */
const hasContent = (request: ApiRequest): boolean =>
  request.header('content-length') !== undefined || request.header('transfer-encoding') !== undefined;

/** Reading the input refuses a length that is missing or too large. */
export const announcedBytes = (request: ApiRequest): number =>
  Number(/^\d{1,9}$/.exec(request.header('content-length') ?? '')?.[0] ?? 0);

/** The Functions host forwards a chunked body as an empty one, so a length is required. */
function checkAnnouncedLength(endpoint: Endpoint, request: ApiRequest): void {
  if (!hasContent(request)) return;
  const text = request.header('content-length') ?? '';
  if (!/^\d+$/.test(text)) throw new AppError('length_required', 'Send a Content-Length header.');
  checkLength(endpoint, Number(text));
}

function checkLength(endpoint: Endpoint, length: number): void {
  const upload = 'upload' in endpoint ? endpoint.upload : undefined;
  const most = upload ? upload.maxBytes + MULTIPART_OVERHEAD : MAX_JSON_BYTES;
  if (length > most) throw tooLarge(upload ? upload.maxBytes : MAX_JSON_BYTES);
}

/** The parts in order. A file's bytes are a view of the body: a file of 100 MB must not be copied. */
export function readMultipart(body: Uint8Array, contentType: string): Promise<FormPart[]> {
  return new Promise((done, failed) => {
    const refuse = (cause: unknown) =>
      failed(new AppError('invalid_request', 'The form could not be read.', { cause }));
    try {
      const parts: FormPart[] = [];
      const form = busboy({
        headers: { 'content-type': contentType },
        defParamCharset: 'utf8',
        preservePath: true,
        limits: { parts: MAX_PARTS },
      });
      form.on('partsLimit', () => refuse(new Error('There are too many parts')));
      form.on('field', (name, value, { valueTruncated, nameTruncated }) => {
        if (valueTruncated || nameTruncated) refuse(new Error(`The field ${name} is too long`));
        else parts.push([name, value]);
      });
      form.on('file', (name, content, { filename, mimeType }) => {
        const file: UploadedFile = { name: asNamed(filename), type: mimeType, bytes: new Uint8Array() };
        const chunks: Buffer[] = [];
        parts.push([name, file]);
        content.on('data', (chunk: Buffer) => void chunks.push(chunk));
        content.on('end', () => void (file.bytes = joined(chunks, body)));
        content.on('error', refuse);
      });
      form.on('error', refuse);
      form.on('close', () => done(parts));
      form.end(body);
    } catch (cause) {
      refuse(cause);
    }
  });
}

/** Browsers escape quotes and line breaks in a file's name (HTML, multipart/form-data encoding algorithm). */
const asNamed = (filename: string) =>
  filename.replaceAll(/%(22|0d|0a)/gi, (code) => decodeURIComponent(code));

/** Returns the piece of the body that the chunks form; copies only chunks that are not adjacent. */
function joined(chunks: readonly Buffer[], body: Uint8Array): Uint8Array {
  const [first] = chunks;
  let end = first?.byteOffset ?? 0;
  const isPiece = chunks.every((chunk) => {
    const follows = chunk.buffer === body.buffer && chunk.byteOffset === end;
    end += chunk.length;
    return follows;
  });
  if (!first || !isPiece) return Buffer.concat(chunks);
  return Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset);
}

function theOneFile(raw: RawInput, maxBytes: number): UploadedFile {
  const [file, ...others] = raw.parts.map(([, value]) => value).filter((value) => typeof value !== 'string');
  if (file === undefined || others.length > 0)
    throw new AppError('invalid_request', 'Send exactly one file, as a part with a file name.');
  if (file.bytes.length > maxBytes) throw tooLarge(maxBytes);
  return file;
}

const tooLarge = (most: number) =>
  new AppError('too_large', `This is larger than the limit of ${Math.floor(most / 1024 / 1024)} MB.`);

function objectOf(endpoint: Endpoint, body: unknown): object {
  if (isPlainObject(body)) return body;
  if (body === undefined && 'body' in endpoint && endpoint.body) {
    // Reports the missing fields, so that a call that needs none is not made by mistake.
    parseWith(endpoint.body, {});
    throw new AppError('invalid_request', 'The body is missing. Send {} as JSON (application/json).');
  }
  const fields = bodyNames(endpoint).settable.join(', ');
  const demand = `Send an object with ${fields}`;
  throw new AppError('invalid_request', endpoint.hint ? `${demand}. ${endpoint.hint}.` : demand);
}

/** Wraps a bare text or list in the object that the endpoint expects. */
function wholeBody({ bareAs }: Endpoint, body: unknown): unknown {
  const isBare = typeof body === 'string' || Array.isArray(body);
  return bareAs !== undefined && isBare ? { [bareAs]: body } : body;
}

function parseBody({ bareAs }: Endpoint, { mediaType, bytes, query }: RawInput): unknown {
  if (bareAs === 'Id' && bytes.length === 0 && query.has('id')) return query.get('id');
  if (bytes.length === 0) return undefined;
  return mediaType === 'application/json' ? parseJson(bytes) : utf8.decode(bytes);
}

/** Accepts an id or the name of a state as bare text. */
const isBareText = ({ bareAs }: Endpoint, mediaType: string, bytes: Uint8Array) =>
  bareAs !== undefined &&
  mediaType === 'text/plain' &&
  /^[\w -]{1,80}$/.test(Buffer.from(bytes).toString('latin1'));

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError('invalid_request', 'The request is not valid JSON.', { cause });
  }
}
