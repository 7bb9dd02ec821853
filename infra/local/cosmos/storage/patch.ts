import * as z from 'zod';
import { badRequest, notModelled, preconditionFailed } from '../failure.ts';
import { isObject, type JsonObject } from '../json-values.ts';
import { parseCondition } from '../query/parser.ts';
import { compileCondition } from '../query/evaluator.ts';

const pointer = z.string().regex(/^\/[^/]/);
const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.enum(['add', 'set', 'replace']), path: pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('incr'), path: pointer, value: z.number() }),
  z.strictObject({ op: z.literal('remove'), path: pointer, value: z.unknown().optional() }),
  z.strictObject({ op: z.literal('move'), path: pointer, from: pointer }),
]);
type Operation = z.infer<typeof operation>;
const known = new Set(['add', 'set', 'replace', 'incr', 'remove', 'move']);

const patchRequest = z.strictObject({
  condition: z.string().optional(),
  operations: z.array(z.unknown()).min(1).max(10),
});

/**
 * Returns a changed copy of the document. Source of each rule:
 * learn.microsoft.com/azure/cosmos-db/partial-document-update (and its FAQ for the limit of 10).
 */
export function patchDocument(document: JsonObject, request: unknown, partitionPath: string): JsonObject {
  const parsed = patchRequest.safeParse(Array.isArray(request) ? { operations: request } : request);
  if (!parsed.success) throw badRequest(`The patch request is invalid: ${z.prettifyError(parsed.error)}`);
  const { condition, operations } = parsed.data;
  if (condition !== undefined && !compileCondition(parseCondition(condition))(document))
    throw preconditionFailed();
  const copy = structuredClone(document);
  for (const entry of operations.map(parseOperation)) {
    refuseProtected(entry.path, partitionPath);
    if (entry.op === 'move') refuseProtected(entry.from, partitionPath);
    apply(copy, entry);
  }
  return copy;
}

function parseOperation(value: unknown): Operation {
  if (isObject(value) && typeof value['op'] === 'string' && !known.has(value['op'])) {
    throw notModelled(`the patch operation ${value['op']}`);
  }
  const parsed = operation.safeParse(value);
  if (!parsed.success) throw badRequest(`The patch operation is invalid: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function refuseProtected(path: string, partitionPath: string): void {
  const isSystem = /^\/(_rid|_self|_etag|_attachments|_ts)(\/|$)/.test(path);
  if (path === '/id' || isSystem) throw badRequest(`A patch cannot change ${path}.`);
  if (path === partitionPath || partitionPath.startsWith(`${path}/`)) {
    throw badRequest('A patch cannot change the partition key.');
  }
}

function apply(document: JsonObject, entry: Operation): void {
  switch (entry.op) {
    case 'add':
    case 'set':
    case 'replace':
      return put(document, entry.path, { op: entry.op, value: entry.value });
    case 'remove':
      return remove(document, entry.path);
    case 'incr':
      return increment(document, entry.path, entry.value);
    case 'move':
      return move(document, entry);
  }
}

interface Place {
  parent: JsonObject | unknown[];
  name: string;
}

function place(document: JsonObject, path: string): Place {
  const names = path
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  let parent: unknown = document;
  for (const name of names.slice(0, -1)) parent = child(parent, name);
  if (!isObject(parent) && !Array.isArray(parent)) throw badRequest(`The parent of ${path} does not exist.`);
  return { parent, name: names.at(-1) ?? '' };
}

function child(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return /^\d+$/.test(name) ? parent[Number(name)] : undefined;
  return isObject(parent) && Object.hasOwn(parent, name) ? parent[name] : undefined;
}

function put(
  document: JsonObject,
  path: string,
  change: { op: 'add' | 'set' | 'replace'; value: unknown },
): void {
  const { parent, name } = place(document, path);
  if (change.value === undefined) throw badRequest(`The value for ${path} is missing.`);
  if (change.op === 'replace' && child(parent, name) === undefined)
    throw badRequest(`${path} does not exist.`);
  if (!Array.isArray(parent)) {
    parent[name] = change.value;
    return;
  }
  const index = name === '-' ? parent.length : Number(name);
  const last = change.op === 'add' ? parent.length : parent.length - 1;
  if (!/^(\d+|-)$/.test(name) || index > last) throw badRequest(`The index of ${path} is out of bounds.`);
  parent.splice(index, change.op === 'add' ? 0 : 1, change.value);
}

function remove(document: JsonObject, path: string): void {
  const { parent, name } = place(document, path);
  if (child(parent, name) === undefined) throw badRequest(`${path} does not exist.`);
  if (Array.isArray(parent)) parent.splice(Number(name), 1);
  else delete parent[name];
}

function increment(document: JsonObject, path: string, by: number): void {
  const { parent, name } = place(document, path);
  const value = child(parent, name) ?? 0;
  if (typeof value !== 'number') throw badRequest(`${path} is not a number.`);
  if (Array.isArray(parent)) parent[Number(name)] = value + by;
  else parent[name] = value + by;
}

function move(document: JsonObject, entry: { from: string; path: string }): void {
  if (entry.path.startsWith(`${entry.from}/`)) throw badRequest('A value cannot be moved into itself.');
  const { parent, name } = place(document, entry.from);
  const value = child(parent, name);
  remove(document, entry.from);
  put(document, entry.path, { op: 'add', value });
}
