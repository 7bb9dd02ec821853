import { syntaxError, tokenize, type Token } from './query-tokens.ts';

/** A cursor over the tokens of one query; words are compared without case, as in Cosmos. */
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
