import { badRequest } from '../failure.ts';
import { isObject, parseJson, propertyOf, type JsonObject } from '../json-values.ts';

/** The partition key of a document that lacks the property; the SDK sends it for `item(id, undefined)`. */
const none = '[{}]';

/** One stored form for a key from a header or an operation: the JSON text of the one-element array. */
export function partitionKeyFromJson(text: string): string {
  const value = parseJson(text);
  if (!Array.isArray(value)) throw badRequest(`Partition key ${text} is invalid.`);
  if (value.length !== 1) {
    throw badRequest(
      'Partition key provided either does not correspond to definition in the collection.',
      1001,
    );
  }
  return canonical(value[0]);
}

export function partitionKeyOfBody(body: JsonObject, path: string): string {
  let value: unknown = body;
  for (const name of path.split('/').slice(1)) value = propertyOf(value, name);
  return value === undefined ? none : canonical(value);
}

function canonical(value: unknown): string {
  if (isObject(value) && Object.keys(value).length === 0) return none;
  if (typeof value === 'object' && value !== null) throw badRequest('A partition key is a scalar.');
  const text = JSON.stringify([value]);
  if (typeof value === 'string' && Buffer.byteLength(value) > 2048) {
    throw badRequest('The partition key value is longer than 2048 bytes.');
  }
  return text;
}
