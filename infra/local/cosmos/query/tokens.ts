import { badRequest } from '../failure.ts';

/** A cursor over the tokens of one query; words are case-insensitive, as in Cosmos. */
export function readTokens(sql: string) {
  const tokens = tokenize(sql);
  let at = 0;

  function peek(ahead = 0): Token | undefined {
    return tokens[at + ahead];
  }

  function isNext(text: string, ahead = 0): boolean {
    const token = peek(ahead);
    if (token === undefined || token.kind === 'string') return false;
    return token.text.toUpperCase() === text;
  }

  function take(text: string): boolean {
    if (!isNext(text)) return false;
    at += 1;
    return true;
  }

  function next(): Token {
    const token = tokens[at];
    if (token === undefined) throw syntaxError('end of query');
    at += 1;
    return token;
  }

  function expect(text: string): void {
    if (!take(text)) throw syntaxError(peek()?.text ?? 'end of query');
  }

  function expectName(): string {
    const token = next();
    if (token.kind !== 'name') throw syntaxError(token.text);
    return token.text;
  }

  return { peek, isNext, take, next, expect, expectName, isDone: () => at >= tokens.length };
}

export type TokenReader = ReturnType<typeof readTokens>;

export type Token =
  | { kind: 'name' | 'parameter' | 'symbol'; text: string }
  | { kind: 'string'; text: string; value: string }
  | { kind: 'number'; text: string; value: number };

const pattern =
  /\s+|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<parameter>@[A-Za-z_][A-Za-z0-9_]*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<symbol><=|>=|!=|<>|\|\||\?\?|[-+*/%=<>(),.[\]{}:?!~&|^])/y;

/** @throws 400 for an invalid token, including comments and stray quotes. */
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
