export interface Route {
  match(path: readonly string[]): Record<string, string> | undefined;
}

interface Parameter {
  name: string;
  isOptional: boolean;
  isCatchAll: boolean;
  accepts: Constraint[];
}
interface Segment {
  pattern: RegExp;
  parameters: Parameter[];
}
type Constraint = (value: string) => boolean;

/** Reads a route such as `referrals/{id:int}/{view?}` or `files/{*rest}`; literals match in any case. */
export function parseRoute(template: string): Route {
  const segments = splitPath(template).map(parseSegment);
  return { match: (path) => matchSegments(segments, path) };
}

/** Splits a path into the segments that routes match. */
export function splitPath(path: string): string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

function matchSegments(segments: Segment[], path: readonly string[]) {
  const found: Record<string, string> = {};
  const last = segments.at(-1)?.parameters[0];
  if (path.length > segments.length && last?.isCatchAll !== true) return undefined;
  const isMatch = segments.every((segment, index) => {
    const [first] = segment.parameters;
    const encoded = first?.isCatchAll ? path.slice(index).join('/') : path[index];
    if (encoded === undefined || encoded === '')
      return first?.isOptional === true || first?.isCatchAll === true;
    return matchSegment(segment, encoded, found);
  });
  return isMatch ? found : undefined;
}

function matchSegment({ pattern, parameters }: Segment, encoded: string, found: Record<string, string>) {
  const values = pattern.exec(decode(encoded))?.slice(1);
  if (!values) return false;
  return parameters.every(({ name, accepts }, index) => {
    const value = values[index] ?? '';
    found[name] = value;
    return accepts.every((accept) => accept(value));
  });
}

/** Decoded after splitting, so an encoded slash stays inside its parameter. */
function decode(segment: string) {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function parseSegment(text: string): Segment {
  const pieces = text.split(/\{([^{}]*)\}/);
  const parameters = pieces.filter((_, index) => index % 2 === 1).map(parseParameter);
  const source = pieces.map((piece, index) => (index % 2 === 1 ? '(.+)' : escapeRegExp(piece))).join('');
  return { pattern: new RegExp(`^${source}$`, 'is'), parameters };
}

function parseParameter(text: string): Parameter {
  const parsed = /^(\*{0,2})([a-z_][\w-]*)((?::[a-z]+(?:\([^()]*\))?)*)(\??)$/i.exec(text);
  const [, stars = '', name = '', constraints = '', question = ''] = parsed ?? [];
  if (!parsed) throw new Error(`The route parameter {${text}} is not supported by the local host.`);
  return {
    name,
    isOptional: question === '?',
    isCatchAll: stars !== '',
    accepts: constraints.split(':').slice(1).map(parseConstraint),
  };
}

function parseConstraint(text: string): Constraint {
  const [, name = '', list] = /^([a-z]+)(?:\(([^()]*)\))?$/i.exec(text) ?? [];
  const [low = Number.NaN, high = low] = (list ?? '').split(',').map(Number);
  const constraint = constraintOf(name.toLowerCase(), low, high);
  if (!constraint) throw new Error(`The route constraint "${text}" is not supported by the local host.`);
  return constraint;
}

const isNumber: Constraint = (value) => /^[+-]?\d+(?:\.\d+)?$/.test(value);
const isInteger: Constraint = (value) => /^[+-]?\d+$/.test(value);

function constraintOf(name: string, low: number, high: number): Constraint | undefined {
  const table: Record<string, Constraint> = {
    int: (value) => isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
    long: isInteger,
    guid: (value) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
    bool: (value) => /^(?:true|false)$/i.test(value),
    alpha: (value) => /^[a-z]*$/i.test(value),
    decimal: isNumber,
    double: isNumber,
    float: isNumber,
    required: (value) => value !== '',
    length: (value) => value.length >= low && value.length <= high,
    minlength: (value) => value.length >= low,
    maxlength: (value) => value.length <= low,
    min: (value) => isInteger(value) && Number(value) >= low,
    max: (value) => isInteger(value) && Number(value) <= low,
    range: (value) => isInteger(value) && Number(value) >= low && Number(value) <= high,
  };
  return table[name];
}

/** `RegExp.escape` is not in the language level of this project's types yet. */
export function escapeRegExp(text: string) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
