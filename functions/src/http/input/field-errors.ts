import { keysOf, textOfIssue } from '@handoff/shared/domain/records/issue-texts';
import * as z from 'zod';
import { AppError } from '../../core/app-error.ts';

const MAX_IN_MESSAGE = 5;
const MAX_FIELDS = 50;
const MAX_NAME = 120;

/** Parses the value by its schema; throws `invalid_request` with the field and what to do. */
export function parseWith(schema: z.core.$ZodType, value: unknown): unknown {
  const knownBeside = new Map<readonly string[], string[]>();
  const result = z.safeParse(schema, value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') knownBeside.set(issue.keys, keysOf(issue.inst));
      return textOf(issue);
    },
  });
  if (result.success) return result.data;
  // The answer must not grow with the request, and the first problems say enough.
  const problems = result.error.issues
    .slice(0, MAX_FIELDS)
    .flatMap((issue) => problemsOf(issue, knownBeside))
    .slice(0, MAX_FIELDS);
  const fields: Record<string, string> = {};
  for (const { name, text } of problems) fields[name] ??= text;
  const sentences = [...new Set(problems.map(sentenceOf))];
  throw new AppError('invalid_request', sentences.slice(0, MAX_IN_MESSAGE).join('; '), { fields });
}

interface Problem {
  name: string;
  text: string;
}

/** An unknown field is an issue of the object that holds it. */
function problemsOf(issue: z.core.$ZodIssue, knownBeside: Map<readonly string[], string[]>): Problem[] {
  if (issue.code !== 'unrecognized_keys') return [{ name: nameOf(issue.path), text: issue.message }];
  return issue.keys.slice(0, MAX_IN_MESSAGE).map((key) => {
    const name = nameOf([...issue.path, key]);
    const meant = knownBeside.get(issue.keys)?.find((known) => known.toLowerCase() === key.toLowerCase());
    return { name, text: `${name} is not a field of this call${meant ? `, did you mean ${meant}?` : ''}` };
  });
}

/** Schema messages are written for forms, which show them under their field. */
const sentenceOf = ({ name, text }: Problem): string =>
  name === '' || text.includes(name) ? text : `${name}: ${text}`;

/** Names missing fields in the message, because an API client does not see them under a field. */
function textOf(issue: z.core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined && !issue.code.startsWith('too_');
  return isMissing ? `${nameOf(issue.path ?? []) || 'The body'} is missing` : textOfIssue(issue);
}

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map(String).join('.');
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME).toWellFormed()}…`;
}
