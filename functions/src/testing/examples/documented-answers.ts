import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { openApiDocument } from '@handoff/shared/contract/openapi';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const compiled = new Map<string, ValidateFunction>();
let validator: Ajv2020 | undefined;

/** Throws when a JSON answer is not what the API's own OpenAPI document says of this call. */
export function checkDocumented(endpoint: Endpoint, status: number, text: string): void {
  if (status === 200 && endpoint.output === 'file') return;
  const isDocumented = schemaOf(endpoint, status === 200 ? '200' : 'default');
  if (isDocumented(JSON.parse(text))) return;
  const [first] = isDocumented.errors ?? [];
  throw new Error(
    `${endpoint.path} answers ${status}, not as documented: ${first?.instancePath} ${first?.message}`,
  );
}

function schemaOf(endpoint: Endpoint, answer: '200' | 'default'): ValidateFunction {
  const place = ['paths', endpoint.path, endpoint.method.toLowerCase()].map(escape).join('/');
  const pointer = `${place}/responses/${answer}/content/${escape('application/json')}/schema`;
  const known = compiled.get(pointer);
  if (known) return known;
  const fresh = openValidator().compile({ $ref: `document#/${pointer}` });
  compiled.set(pointer, fresh);
  return fresh;
}

/** Reads the schemas where the document has them: its `$ref`s stay good. */
function openValidator(): Ajv2020 {
  if (validator) return validator;
  validator = new Ajv2020({ strict: false, validateSchema: false });
  addFormats(validator);
  // As a reader of the document gets it: what is `undefined` is not there.
  const document: object = JSON.parse(JSON.stringify(openApiDocument('test')));
  validator.addSchema(document, 'document');
  return validator;
}

const escape = (segment: string) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
