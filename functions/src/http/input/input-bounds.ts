import { AppError } from '../../core/app-error.ts';

/** The largest edit of the contract, a list whose statuses all name each other, has fewer. */
const MAX_VALUES = 50_000;
const MAX_FIELDS = 500;
const MAX_DEPTH = 20;
const MAX_PARAMETERS = 50;
/** JSON alone can spell half a character; UTF-8, and so the database, cannot hold it. */
const HALF_CHARACTER = 'The request holds half a character (a lone surrogate). Type the text again.';

/** Refuses input that would be costly to check against a schema, or to answer. */
export function checkBounds(value: unknown): void {
  let left = MAX_VALUES;
  visit(value, 0);

  function visit(within: unknown, depth: number): void {
    left -= 1;
    if (left < 0) throw tooMuch(`more than ${MAX_VALUES.toLocaleString('en-US')} values`);
    if (typeof within === 'string') checkText(within);
    if (typeof within !== 'object' || within === null) return;
    if (depth === MAX_DEPTH) throw tooMuch(`more than ${MAX_DEPTH} levels`);
    const fields = Object.entries(within);
    const isList = Array.isArray(within);
    if (!isList && fields.length > MAX_FIELDS) throw tooMuch(`an object of more than ${MAX_FIELDS} fields`);
    for (const [name, inner] of fields) {
      if (!isList) checkText(name);
      visit(inner, depth + 1);
    }
  }
}

/** Refuses more parameters, or fields of a form, than any call has. */
export function checkParameters(parameters: readonly unknown[]): void {
  if (parameters.length > MAX_PARAMETERS) throw tooMuch(`more than ${MAX_PARAMETERS} parameters`);
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new AppError('invalid_request', HALF_CHARACTER);
}

const tooMuch = (what: string) => new AppError('invalid_request', `The request has ${what}. Send less.`);
