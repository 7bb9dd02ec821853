import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { ErrorBody, errorStatus } from '@handoff/shared/contract/errors';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const compiled = new Map<string, ValidateFunction>();
let opened: { validator: Ajv2020; document: object } | undefined;

interface Answered {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Throws when an answer differs from the API's own OpenAPI document for this call, its status and its error code. */
export function checkDocumented(endpoint: Endpoint, { status, headers, text }: Answered): void {
  const mediaType = headers['Content-Type']?.split(';')[0] ?? '';
  const isDocumented = validatorAt(['responses', String(status), 'content', mediaType], endpoint);
  if (status === 200 && endpoint.output === 'file') return;
  // A range such as 4XX names codes of several statuses.
  if (status !== 200) expectOwnStatus(endpoint, status, ErrorBody.parse(JSON.parse(text)));
  if (isDocumented(JSON.parse(text))) return;
  const [first] = isDocumented.errors ?? [];
  throw new Error(
    `${endpoint.path} answers ${status}, not as documented: ${first?.instancePath} ${first?.message} in ${text}`,
  );
}

const statuses = new Map<string, number>(Object.entries(errorStatus));

function expectOwnStatus({ path }: Endpoint, status: number, { code }: ErrorBody): void {
  if (statuses.get(code) !== status) throw new Error(`${path} answers ${code} with ${status}`);
}

/** Returns a validator for the schema at this position in the document; throws when it has none. */
export function validatorAt(place: readonly string[], endpoint: Endpoint): ValidateFunction {
  const { validator, document } = (opened ??= openValidator());
  const pointer = pointerTo(document, [
    'paths',
    endpoint.path,
    endpoint.method.toLowerCase(),
    ...place,
    'schema',
  ]);
  const known = compiled.get(pointer) ?? validator.compile({ $ref: `document#/${pointer}` });
  compiled.set(pointer, known);
  return known;
}

/** Follows references on the way; a status that is not documented by itself is one of its range, such as `4XX`. */
function pointerTo(document: object, place: readonly string[]): string {
  let inside: unknown = document;
  let pointer: string[] = [];
  for (const name of place) {
    const step = name in Object(inside) ? name : name.replace(/^([45])\d\d$/, '$1XX');
    inside = Object(inside)[step];
    pointer.push(step);
    const { $ref } = Object(inside);
    if (typeof $ref !== 'string' || step === 'schema') continue;
    pointer = $ref.slice(2).split('/');
    inside = pointer.reduce<unknown>((within, part) => Object(within)[part], document);
  }
  return pointer.map(escape).join('/');
}

/** Reads the schemas inside the document, so that its `$ref`s stay valid. */
function openValidator() {
  const validator = new Ajv2020({ strict: false, validateSchema: false });
  addFormats(validator);
  // JSON drops `undefined` values, so this is the document that its readers get.
  const document: object = JSON.parse(JSON.stringify(openApiDocument('test')));
  validator.addSchema(document, 'document');
  return { validator, document };
}

const escape = (segment: string) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
