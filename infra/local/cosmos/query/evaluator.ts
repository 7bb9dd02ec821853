import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../failure.ts';
import { propertyOf } from '../json-values.ts';
import { functionNamed } from './functions.ts';
import type { Comparison, Expression } from './syntax.ts';

export type Parameters = ReadonlyMap<string, unknown>;
type Evaluate = (item: unknown) => unknown;

/** An item is in the result only when its condition is true, not when it is undefined. */
export function compileCondition(
  condition: Expression | undefined,
  parameters: Parameters = new Map(),
): (item: unknown) => boolean {
  if (condition === undefined) return () => true;
  const evaluate = compile(condition, parameters);
  return (item) => evaluate(item) === true;
}

export function compile(expression: Expression, parameters: Parameters): Evaluate {
  const inner = (part: Expression) => compile(part, parameters);
  switch (expression.kind) {
    case 'literal':
      return () => expression.value;
    case 'parameter':
      return constant(expression.name, parameters);
    case 'path':
      return property(expression.path);
    case 'not':
      return negation(inner(expression.operand));
    case 'and':
      return logical({ left: inner(expression.left), right: inner(expression.right), decisive: false });
    case 'or':
      return logical({ left: inner(expression.left), right: inner(expression.right), decisive: true });
    case 'compare':
      return comparison(expression.operator, {
        left: inner(expression.left),
        right: inner(expression.right),
      });
    case 'in':
      return membership(inner(expression.operand), expression.options.map(inner));
    case 'call':
    default:
      return call(expression.name, expression.args.map(inner));
  }
}

export function parameterValue(name: string, parameters: Parameters): unknown {
  if (!parameters.has(name)) throw badRequest(`The parameter ${name} has no value.`);
  return parameters.get(name);
}

function constant(name: string, parameters: Parameters): Evaluate {
  const value = parameterValue(name, parameters);
  return () => value;
}

function property(path: readonly string[]): Evaluate {
  return (item) => {
    let value: unknown = item;
    for (const name of path) value = propertyOf(value, name);
    return value;
  };
}

function negation(operand: Evaluate): Evaluate {
  return (item) => {
    const value = operand(item);
    return typeof value === 'boolean' ? !value : undefined;
  };
}

/** `decisive` settles the result alone: false for AND, true for OR; otherwise undefined spreads. */
function logical(of: { left: Evaluate; right: Evaluate; decisive: boolean }): Evaluate {
  return (item) => {
    const left = of.left(item);
    if (left === of.decisive) return of.decisive;
    const right = of.right(item);
    if (right === of.decisive) return of.decisive;
    return typeof left === 'boolean' && typeof right === 'boolean' ? !of.decisive : undefined;
  };
}

function comparison(operator: Comparison, sides: { left: Evaluate; right: Evaluate }): Evaluate {
  return (item) => compare(operator, sides.left(item), sides.right(item));
}

/**
 * Across types every comparison is undefined, also `=` and `!=`; objects and arrays know only equality.
 * Source: learn.microsoft.com/azure/cosmos-db/nosql/query/equality-comparison-operators
 */
function compare(operator: Comparison, left: unknown, right: unknown): boolean | undefined {
  const type = typeOf(left);
  if (type === 'undefined' || type !== typeOf(right)) return undefined;
  if (operator === '=') return isEqual(left, right);
  if (type === 'object' || type === 'array') return undefined;
  if (operator === '!=') return left !== right;
  const order = orderOf(left, right);
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[operator];
}

function isEqual(left: unknown, right: unknown): boolean {
  return typeof left === 'object' ? isDeepStrictEqual(left, right) : left === right;
}

function orderOf(left: unknown, right: unknown): number {
  // Compares bytes of UTF-8, as SQLite and the service do; JavaScript's UTF-16 order differs beyond U+FFFF.
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function membership(operand: Evaluate, options: Evaluate[]): Evaluate {
  return (item) => {
    const value = operand(item);
    const results = options.map((option) => compare('=', value, option(item)));
    if (results.includes(true)) return true;
    return results.includes(undefined) ? undefined : false;
  };
}

function call(name: string, args: Evaluate[]): Evaluate {
  const run = functionNamed(name, args.length);
  return (item) => run(args.map((argument) => argument(item)));
}
