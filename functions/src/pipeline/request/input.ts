import type { Endpoint, UploadedFile } from '@handoff/shared/contract/endpoint';
import { AppError } from './app-error.ts';
import { parseWith } from './field-errors.ts';
import type { ApiRequest } from './request.ts';

const MAX_JSON_BYTES = 1024 * 1024;
const MULTIPART_OVERHEAD = 64 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A request taken apart, not yet checked against the schemas. */
export interface RawInput {
  params: Record<string, string>;
  query: URLSearchParams;
  mediaType: string;
  /** JSON with its fields in order. */
  bytes: Uint8Array;
  /** The parts of a multipart body, in order. */
  parts: [name: string, value: string | File][];
}

export async function readInput(endpoint: Endpoint, request: ApiRequest): Promise<RawInput> {
  const mediaType = (request.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const query = new URL(request.url, 'http://host').searchParams;
  const hasBody = 'upload' in endpoint || ('body' in endpoint && endpoint.body !== undefined);
  if (!hasBody) return { params: request.params, query, mediaType, bytes: new Uint8Array(), parts: [] };

  checkAnnouncedLength(endpoint, request);
  const bytes = await request.body();
  checkLength(endpoint, bytes.length);
  if (!('upload' in endpoint) || !endpoint.upload) {
    if (mediaType !== 'application/json' && !isBareText(endpoint, mediaType, bytes))
      throw new AppError('invalid_request', 'Send JSON (application/json).');
    return { params: request.params, query, mediaType, bytes: inOneSpelling(bytes), parts: [] };
  }
  if (mediaType !== 'multipart/form-data')
    throw new AppError('invalid_request', 'Send a form with one file.');
  return { params: request.params, query, mediaType, bytes, parts: await readParts(request, bytes) };
}

/** The same data is the same request, whatever its white space and the order of its fields. */
function inOneSpelling(bytes: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(utf8.decode(bytes)), sortedFields));
  } catch {
    return bytes;
  }
}

const sortedFields = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Every part of the input parsed by the endpoint's schemas; throws `invalid_request` naming the fields. */
export async function parseInput(endpoint: Endpoint, raw: RawInput): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  if (endpoint.params) input['params'] = parseWith(endpoint.params, raw.params);
  if (endpoint.query) input['query'] = parseWith(endpoint.query, Object.fromEntries(raw.query));
  if ('upload' in endpoint && endpoint.upload) {
    const texts = raw.parts.filter((part): part is [string, string] => typeof part[1] === 'string');
    input['fields'] = parseWith(endpoint.upload.fields, Object.fromEntries(texts));
    input['file'] = await theOneFile(raw, endpoint.upload.maxBytes);
  } else if ('body' in endpoint && endpoint.body) {
    input['body'] = parseWith(endpoint.body, wholeBody(endpoint, parseBody(endpoint, raw)));
  }
  return input;
}

/** The Functions host forwards a chunked body as an empty one, so a length is required. */
function checkAnnouncedLength(endpoint: Endpoint, request: ApiRequest): void {
  const text = request.header('content-length') ?? '';
  if (!/^\d+$/.test(text)) throw new AppError('length_required', 'Send a Content-Length header.');
  checkLength(endpoint, Number(text));
}

function checkLength(endpoint: Endpoint, length: number): void {
  const upload = 'upload' in endpoint ? endpoint.upload : undefined;
  const most = upload ? upload.maxBytes + MULTIPART_OVERHEAD : MAX_JSON_BYTES;
  if (length > most) throw tooLarge(upload ? upload.maxBytes : MAX_JSON_BYTES);
}

async function readParts(request: ApiRequest, bytes: Uint8Array): Promise<RawInput['parts']> {
  try {
    const body = new Uint8Array(bytes.buffer instanceof ArrayBuffer ? bytes : [...bytes]);
    const form = await new Response(body, {
      headers: { 'content-type': request.header('content-type') ?? '' },
    }).formData();
    return [...form.entries()];
  } catch (cause) {
    throw new AppError('invalid_request', 'The form could not be read.', { cause });
  }
}

async function theOneFile(raw: RawInput, maxBytes: number): Promise<UploadedFile> {
  const files = raw.parts.filter((part) => typeof part[1] !== 'string');
  const file = files[0]?.[1];
  if (files.length !== 1 || file === undefined || typeof file === 'string')
    throw new AppError('invalid_request', 'Send exactly one file, as a part with a file name.');
  if (file.size > maxBytes) throw tooLarge(maxBytes);
  return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
}

const tooLarge = (most: number) =>
  new AppError('too_large', `This is larger than the limit of ${Math.floor(most / 1024 / 1024)} MB.`);

/** What stands for the body's object is put into it. */
function wholeBody({ bareAs }: Endpoint, body: unknown): unknown {
  const isBare = typeof body === 'string' || Array.isArray(body);
  return bareAs !== undefined && isBare ? { [bareAs]: body } : body;
}

function parseBody({ bareAs }: Endpoint, { mediaType, bytes, query }: RawInput): unknown {
  if (bareAs === 'Id' && bytes.length === 0 && query.has('id')) return query.get('id');
  return mediaType === 'application/json' ? parseJson(bytes) : utf8.decode(bytes);
}

/** An id or the name of a state, as it is; or nothing, when the query has it. */
const isBareText = ({ bareAs }: Endpoint, mediaType: string, bytes: Uint8Array) =>
  bareAs !== undefined &&
  (mediaType === 'text/plain' || bytes.length === 0) &&
  /^[\w -]{0,80}$/.test(Buffer.from(bytes).toString('latin1'));

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new AppError('invalid_request', 'The request is not valid JSON.', { cause });
  }
}
