import * as z from 'zod';
import type { Selection, RecordKind } from '../core/unit-of-work.ts';
import type { QueryParameter } from '../platform/ports.ts';

/** Conditions that all hold, by field; a record of a field has conditions of its own. */
export type Where<T> = { [Name in keyof T]?: Condition<T[Name]> } & {
  AND?: readonly Where<T>[];
  OR?: readonly Where<T>[];
};

type Scalar = string | number | boolean | null;

/** A value to be equal to, or tests that all hold. */
type Condition<V> =
  | Extract<V, Scalar>
  | Test<V>
  | readonly Test<V>[]
  | (NonNullable<V> extends readonly unknown[]
      ? never
      : NonNullable<V> extends object
        ? Where<NonNullable<V>>
        : never);

/** Writes a condition on a field; values are parameters, and never in the text. */
export interface Test<V> {
  (field: string, parameter: (value: QueryParameter) => string): string;
  of?: V;
}

/** Fields that are stored for queries beside those of a record. */
interface IndexFields {
  id: string;
  PurgeAt: string;
  MergedInto: { Id: string };
  SortName: string;
  AdvantagePlans: string[];
  SearchTexts: Record<string, string>;
  SearchGrams: Record<string, readonly string[]>;
  DuplicateKeys: Record<string, string>;
}

export type Queried<T> = T & Omit<IndexFields, keyof T>;

type Field<T> = (keyof T & string) | 'type' | 'Decision.Kind' | 'SortName' | 'Name' | 'id';

interface Wanted<T> {
  where?: Where<Queried<T>>;
  /**
   * A composite index of containers.ts serves the first page without sorting: the fields of the order are its own, those
   * with one value first.
   */
  order?: readonly `${Field<T>} ${'ASC' | 'DESC'}`[];
  /** Deleted records, too, and those that no one can delete, which say nothing of it. */
  withDeleted?: true;
  /** Other types that are stored in the same form. */
  types?: readonly string[];
}

/** Records of a kind that are not deleted; with a schema as the last argument only its fields are read. */
export function select<T extends { Id: string }>(kind: RecordKind<T>, wanted?: Wanted<T>): Selection<T>;
export function select<T extends { Id: string }, R extends { Id: string }>(
  kind: RecordKind<T>,
  wanted: Wanted<T>,
  schema: z.ZodType<R> & z.ZodObject,
): Selection<R>;
export function select<T extends { Id: string }>(
  kind: RecordKind<T>,
  { where = {}, order = [], withDeleted, types = [kind.type] }: Wanted<T> = {},
  schema?: z.ZodType<{ Id: string }> & z.ZodObject,
): Selection<{ Id: string }> {
  const parameters: Selection<T>['parameters'] = {};
  const parameter = (value: QueryParameter) => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `@${name}`;
  };
  const [type, ...others] = types.map((each) => `'${each}'`);
  const conditions = [
    others.length === 0 ? `c.type = ${type}` : `c.type IN (${[type, ...others].join(', ')})`,
    ...(withDeleted ? [] : ['c.DeletedAt = null']),
    ...conditionsOf(where, { path: 'c', parameter }),
  ];
  return {
    schema: schema ?? kind.schema,
    fields: schema ? fieldsOf(schema) : '*',
    where: conditions.join(' AND '),
    order: order.map((each) => `c.${each}`).join(', '),
    parameters,
  };
}

export const selectByName = <T extends { Id: string; Name: string }>(kind: RecordKind<T>): Selection<T> =>
  select<T>(kind, { order: ['type ASC', 'Name ASC'] });

interface Place {
  path: string;
  parameter: Parameters<Test<never>>[1];
}

function conditionsOf(where: object, place: Place): string[] {
  return Object.entries(where).flatMap(([field, condition]: [string, unknown]) => {
    const at = `${place.path}.${field}`;
    if (!/^\w+$/.test(field) || condition === undefined) throw new Error(`${at} is not a condition`);
    const each = Array.isArray(condition) ? condition : [condition];
    if (field === 'AND') return each.flatMap((one: object) => conditionsOf(one, place));
    if (field === 'OR') return [anyOf(each.map((one: object) => conditionsOf(one, place).join(' AND ')))];
    return each.flatMap((one: unknown) => {
      if (isTest(one)) return [one(at, place.parameter)];
      if (typeof one === 'object' && one !== null) return conditionsOf(one, { ...place, path: at });
      return [`${at} = ${one === null ? 'null' : place.parameter(Scalar.parse(one))}`];
    });
  });
}

function anyOf(conditions: string[]): string {
  if (conditions.length === 0)
    throw new Error('An OR without alternatives is not a condition: left out, it would find all');
  return `(${conditions.map((each) => `(${each})`).join(' OR ')})`;
}

const Scalar = z.union([z.string(), z.number(), z.boolean()]);

const isTest = (condition: unknown): condition is Test<unknown> => typeof condition === 'function';

const fieldsOf = ({ shape }: z.ZodObject) =>
  ['id', 'type', '_etag', ...Object.keys(shape)].map((field) => `c.${field}`).join(', ');

/** For lists whose records only need to be known. */
export const OnlyId = z.object({ Id: z.string() });

export const queryOf = ({ fields, where, order, parameters }: Selection<unknown>) => ({
  sql: `SELECT ${fields} FROM c WHERE ${where}${order === '' ? '' : ` ORDER BY ${order}`}`,
  parameters,
});

export const countOf = ({ where, parameters }: Selection<unknown>) => ({
  sql: `SELECT VALUE COUNT(1) FROM c WHERE ${where}`,
  parameters,
});

const comparison =
  (operator: '!=' | '<' | '<=' | '>' | '>=') =>
  <V extends string | number>(value: V): Test<V> =>
  (field, parameter) =>
    `${field} ${operator} ${parameter(value)}`;

export const not = comparison('!=');
export const below = comparison('<');
export const atMost = comparison('<=');
/** No value of another type is, so that `above('')` are the texts with a letter. */
export const above = comparison('>');
export const atLeast = comparison('>=');

export const oneOf =
  <V extends string>(values: readonly V[]): Test<V> =>
  (field, parameter) =>
    `ARRAY_CONTAINS(${parameter(values)}, ${field})`;

export const noneOf =
  <V extends string>(values: readonly V[]): Test<V> =>
  (field, parameter) =>
    `NOT ${oneOf(values)(field, parameter)}`;

/** The field is a list with this element. */
export const including =
  <V extends string>(element: V): Test<V[]> =>
  (field, parameter) =>
    `ARRAY_CONTAINS(${field}, ${parameter(element)})`;

/** The field is a list with an element that has these fields. */
export const includingPart =
  (part: Readonly<Record<string, string>>): Test<never> =>
  (field, parameter) =>
    `ARRAY_CONTAINS(${field}, ${parameter(part)}, true)`;

/** No element has these fields. */
export const excludingPart =
  (part: Readonly<Record<string, string>>): Test<never> =>
  (field, parameter) =>
    `NOT ${includingPart(part)(field, parameter)}`;

export const isThere: Test<never> = (field) => `IS_DEFINED(${field})`;
export const isMissing: Test<never> = (field) => `NOT IS_DEFINED(${field})`;

/** The field is a text with this in it. */
export const containing =
  (text: string): Test<string> =>
  (field, parameter) =>
    `CONTAINS(${field}, ${parameter(text)})`;

/** Lower and upper case are the same; the value is in lower case. */
export const inAnyCase =
  (text: string): Test<string> =>
  (field, parameter) =>
    `LOWER(${field}) = ${parameter(text)}`;
