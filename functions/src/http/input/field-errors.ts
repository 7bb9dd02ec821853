import * as z from 'zod';
import { AppError } from '../../core/app-error.ts';

const MAX_IN_MESSAGE = 5;

/** The value parsed by its schema; throws `invalid_request` that says which field it is and what to do. */
export function parseWith(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: textOf });
  if (result.success) return result.data;
  const { issues } = result.error;
  const fields: Record<string, string> = {};
  for (const issue of issues) for (const field of fieldsOf(issue)) fields[field] ??= issue.message;
  const sentences = [...new Set(issues.map(sentenceOf))];
  throw new AppError('invalid_request', sentences.slice(0, MAX_IN_MESSAGE).join('; '), { fields });
}

/** A field that should not be there is an issue of the object it is in. */
function fieldsOf(issue: z.core.$ZodIssue): string[] {
  const paths =
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map((path) => path.map(String).join('.'));
}

/** The texts of the schemas are those of forms, where they stand under their field. */
function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const name = path.map(String).join('.');
  return name === '' || message.includes(name) ? message : `${name}: ${message}`;
}

/** Where a schema has no text of its own. Never with what was sent: it may be a patient's. */
function textOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(key, issue)).join('; ');
  const name = (issue.path ?? []).map(String).join('.') || 'The body';
  const isMissing = issue.input === undefined && !issue.code.startsWith('too_');
  return isMissing ? `${name} is missing` : `${name} must ${demandOf(issue)}`;
}

function demandOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return `be ${kindOf(issue.expected)}${fieldNames(issue.inst)}`;
  if (issue.code === 'invalid_value') return `be ${oneOf(issue.values)}`;
  if (issue.code === 'too_big') return `be at most ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_small') return `be at least ${issue.minimum}${unitOf(issue.origin)}`;
  return `be ${issue.code === 'invalid_format' ? formOf(issue.format) : documentedForm}`;
}

const documentedForm = 'of one of the documented forms';

const kindOf = (kind: string) => kinds[kind] ?? kind;
const unitOf = (origin: string) => units[origin] ?? '';
const formOf = (format: string) => formats[format] ?? documentedForm;

const kinds: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const units: Partial<Record<string, string>> = {
  string: ' characters long',
  array: ' entries long',
};
const formats: Partial<Record<string, string>> = {
  date: 'a date, as 2026-01-31',
  datetime: 'a time in UTC, as 2026-01-31T15:00:00Z',
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
};

const oneOf = (values: readonly z.core.util.Primitive[]) =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;

function unknownField(key: string, { inst, path = [] }: z.core.$ZodRawIssue): string {
  const name = [...path, key].map(String).join('.');
  const meant = keysOf(inst).find((known) => known.toLowerCase() === key.toLowerCase());
  return `${name} is not a field of this call${meant ? `, did you mean ${meant}?` : ''}`;
}

const fieldNames = (inst: unknown) => {
  const keys = keysOf(inst);
  return keys.length === 0 ? '' : ` with ${keys.join(', ')}`;
};

const keysOf = (inst: unknown): string[] => (inst instanceof z.ZodObject ? Object.keys(inst.shape) : []);
