import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../failure.ts';
import { isObject } from '../json-values.ts';

/** Undefined arguments give undefined; only the type tests answer for a missing property. */
interface CosmosFunction {
  arity: [number, number];
  run: (args: unknown[]) => unknown;
}

function ofTexts(minimum: number, run: (texts: string[], args: unknown[]) => unknown): CosmosFunction['run'] {
  return (args) => {
    const texts = args.slice(0, minimum).filter((value) => typeof value === 'string');
    return texts.length === minimum ? run(texts, args) : undefined;
  };
}

function searching(test: (text: string, part: string) => boolean): CosmosFunction {
  const run = ofTexts(2, ([text = '', part = ''], args) =>
    args[2] === true ? test(text.toLowerCase(), part.toLowerCase()) : test(text, part),
  );
  return { arity: [2, 3], run };
}

function mapping(run: (text: string) => unknown): CosmosFunction {
  return { arity: [1, 1], run: ofTexts(1, ([text = '']) => run(text)) };
}

// Sources: learn.microsoft.com/azure/cosmos-db/nosql/query/ contains, startswith, endswith, lower, upper, length,
// array-contains, array-length, is-defined, is-null, is-string, is-number, is-bool, is-array
const functions = new Map<string, CosmosFunction>([
  ['CONTAINS', searching((text, part) => text.includes(part))],
  ['STARTSWITH', searching((text, part) => text.startsWith(part))],
  ['ENDSWITH', searching((text, part) => text.endsWith(part))],
  ['LOWER', mapping((text) => text.toLowerCase())],
  ['UPPER', mapping((text) => text.toUpperCase())],
  ['LENGTH', mapping((text) => text.length)],
  ['ARRAY_CONTAINS', { arity: [2, 3], run: arrayContains }],
  ['ARRAY_LENGTH', { arity: [1, 1], run: ([list]) => (Array.isArray(list) ? list.length : undefined) }],
  ['IS_DEFINED', { arity: [1, 1], run: ([value]) => value !== undefined }],
  ['IS_NULL', { arity: [1, 1], run: ([value]) => value === null }],
  ['IS_STRING', { arity: [1, 1], run: ([value]) => typeof value === 'string' }],
  ['IS_NUMBER', { arity: [1, 1], run: ([value]) => typeof value === 'number' }],
  ['IS_BOOL', { arity: [1, 1], run: ([value]) => typeof value === 'boolean' }],
  ['IS_ARRAY', { arity: [1, 1], run: ([value]) => Array.isArray(value) }],
]);

export const functionNames: ReadonlySet<string> = new Set(functions.keys());

export function functionNamed(name: string, argumentCount: number): (args: unknown[]) => unknown {
  const found = functions.get(name);
  if (found === undefined) throw badRequest(`'${name}' is not a recognized built-in function name.`);
  const [least, most] = found.arity;
  if (argumentCount < least || argumentCount > most) {
    throw badRequest(`The ${name} function requires ${least} to ${most} arguments.`);
  }
  return found.run;
}

function arrayContains([list, wanted, partial]: unknown[]): unknown {
  if (!Array.isArray(list) || wanted === undefined) return undefined;
  return list.some((element: unknown) =>
    partial === true ? includes(element, wanted) : isDeepStrictEqual(element, wanted),
  );
}

function includes(element: unknown, wanted: unknown): boolean {
  if (!isObject(element) || !isObject(wanted)) return isDeepStrictEqual(element, wanted);
  return Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(element[name], value));
}
