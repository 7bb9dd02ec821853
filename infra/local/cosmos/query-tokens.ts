import { badRequest } from './failure.ts';

export type Token =
  | { kind: 'name' | 'parameter' | 'symbol'; text: string }
  | { kind: 'string'; text: string; value: string }
  | { kind: 'number'; text: string; value: number };

const pattern =
  /\s+|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<parameter>@[A-Za-z_][A-Za-z0-9_]*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<symbol><=|>=|!=|<>|\|\||\?\?|[-+*/%=<>(),.[\]{}:?!~&|^])/y;

/** @throws 400 for a text that is no token: comments and stray quotes too. */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < sql.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(sql);
    if (match === null) throw syntaxError(sql.slice(at, at + 20));
    const token = tokenOf(match.groups ?? {});
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}

export function syntaxError(near: string): Error {
  return badRequest(`Syntax error, incorrect syntax near '${near}'.`);
}

function tokenOf(groups: Record<string, string | undefined>): Token | undefined {
  const { name, parameter, number, string, symbol } = groups;
  if (name !== undefined) return { kind: 'name', text: name };
  if (parameter !== undefined) return { kind: 'parameter', text: parameter };
  if (number !== undefined) return { kind: 'number', text: number, value: Number(number) };
  if (string !== undefined) return { kind: 'string', text: string, value: unquote(string) };
  return symbol === undefined ? undefined : { kind: 'symbol', text: symbol };
}

function unquote(text: string): string {
  return text.slice(1, -1).replace(/\\(u[0-9a-fA-F]{4}|.)/g, (_, escape: string) => {
    if (escape.length === 5) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[escape] ?? escape;
  });
}
