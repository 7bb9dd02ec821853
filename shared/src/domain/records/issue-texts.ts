import type * as z from 'zod';

/** Long enough for the list of all states. */
const MAX_TEXT = 400;

/** For a schema without a text of its own. It never repeats the input, which may be a patient's. */
export function textOfIssue(issue: z.core.$ZodRawIssue): string {
  const text = demandOf(issue);
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

function demandOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'This is missing' : kindOf(issue);
  if (issue.code === 'invalid_value') return oneOf(issue.values);
  if (issue.code === 'too_big') return largest(issue);
  if (issue.code === 'too_small') return smallest(issue);
  if (issue.code === 'invalid_union') return lastForm(issue.errors);
  return formOf(issue);
}

function formOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_format') return formats[issue.format] ?? documentedForm;
  if (issue.code === 'not_multiple_of') return `Enter a multiple of ${issue.divisor}`;
  return issue.code === 'unrecognized_keys' ? 'This has fields that are not known' : documentedForm;
}

const documentedForm = 'Use one of the documented forms';

function kindOf({ expected, inst }: z.core.$ZodRawIssue & { code: 'invalid_type' }): string {
  const names = expected === 'object' ? keysOf(inst) : [];
  return names.length === 0 ? (kinds[expected] ?? documentedForm) : `Send an object with ${names.join(', ')}`;
}

const kinds: Partial<Record<string, string>> = {
  string: 'Enter a text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose true or false',
  array: 'Send a list',
  object: 'Send an object',
  record: 'Send an object',
};

const formats: Partial<Record<string, string>> = {
  date: 'Enter a date, as 2026-01-31',
  datetime: 'Enter a time in UTC, as 2026-01-31T15:00:00Z',
  uuid: 'Enter a UUID',
  guid: 'Enter a UUID',
  email: 'Enter an e-mail address',
};

export const keysOf = (inst: unknown): string[] =>
  typeof inst === 'object' && inst !== null && 'shape' in inst ? Object.keys(Object(inst.shape)) : [];

const oneOf = (values: readonly z.core.util.Primitive[]) =>
  values.length === 1 ? `Enter ${String(values[0])}` : `Choose one of ${values.map(String).join(', ')}`;

function largest({ origin, maximum, inclusive, input }: z.core.$ZodRawIssue & { code: 'too_big' }): string {
  const most = maximum.toLocaleString('en-US');
  if (origin === 'string') return `Use ${counted(most, 'character')} or fewer (this has ${lengthOf(input)})`;
  if (origin === 'array') return `Use ${counted(most, 'entry')} or fewer (this has ${lengthOf(input)})`;
  return inclusive === false ? `Enter less than ${most}` : `Enter ${most} or less`;
}

function smallest({ origin, minimum, inclusive, input }: z.core.$ZodRawIssue & { code: 'too_small' }) {
  const least = minimum.toLocaleString('en-US');
  if (lengthOf(input) === '0') return 'This is empty';
  if (origin === 'string') return `Use ${counted(least, 'character')} or more (this has ${lengthOf(input)})`;
  if (origin === 'array') return `Use ${counted(least, 'entry')} or more (this has ${lengthOf(input)})`;
  return inclusive === false ? `Enter more than ${least}` : `Enter ${least} or more`;
}

const counted = (count: string, what: 'character' | 'entry') =>
  `${count} ${count === '1' ? what : plurals[what]}`;
const plurals = { character: 'characters', entry: 'entries' };

const lengthOf = (input: unknown) =>
  typeof input === 'string' || Array.isArray(input) ? input.length.toLocaleString('en-US') : '';

/** In our unions, the last alternative is the one that people type, after the empty and the masked one. */
const lastForm = (errors: readonly (readonly z.core.$ZodIssue[])[]) =>
  errors.at(-1)?.[0]?.message ?? documentedForm;
