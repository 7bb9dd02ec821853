import { notModelled } from '../failure.ts';
import { functionNames } from './functions.ts';
import type { Comparison, Expression } from './syntax.ts';
import { syntaxError, type Token, type TokenReader } from './tokens.ts';

/** Recursive descent in order of precedence: OR, AND, NOT, comparison, operand. */
export function parseExpression(tokens: TokenReader, alias: string): Expression {
  let left = parseAnd(tokens, alias);
  while (tokens.take('OR')) left = { kind: 'or', left, right: parseAnd(tokens, alias) };
  return left;
}

export function parsePath(tokens: TokenReader, alias: string): string[] {
  const root = tokens.expectName();
  if (root !== alias) throw notModelled(`the identifier '${root}' (the container is called '${alias}')`);
  const path: string[] = [];
  for (;;) {
    if (tokens.take('.')) path.push(tokens.expectName());
    else if (tokens.take('[')) path.push(bracketed(tokens));
    else return path;
  }
}

function bracketed(tokens: TokenReader): string {
  const token = tokens.next();
  if (token.kind !== 'string') throw notModelled('array indexes in property paths');
  tokens.expect(']');
  return token.value;
}

function parseAnd(tokens: TokenReader, alias: string): Expression {
  let left = parseNot(tokens, alias);
  while (tokens.take('AND')) left = { kind: 'and', left, right: parseNot(tokens, alias) };
  return left;
}

function parseNot(tokens: TokenReader, alias: string): Expression {
  if (tokens.take('NOT')) return { kind: 'not', operand: parseNot(tokens, alias) };
  return parseComparison(tokens, alias);
}

const comparisons = new Map<string, Comparison>([
  ['=', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

function parseComparison(tokens: TokenReader, alias: string): Expression {
  const left = parseOperand(tokens, alias);
  const operator = comparisons.get(tokens.peek()?.text ?? '');
  if (operator !== undefined && tokens.peek()?.kind === 'symbol') {
    tokens.next();
    return { kind: 'compare', operator, left, right: parseOperand(tokens, alias) };
  }
  const negated = tokens.isNext('NOT') && (tokens.isNext('IN', 1) || tokens.isNext('BETWEEN', 1));
  if (negated) tokens.next();
  const membership = parseMembership(tokens, { alias, left });
  if (membership !== undefined) return negated ? { kind: 'not', operand: membership } : membership;
  refuseOperator(tokens);
  return left;
}

function parseMembership(
  tokens: TokenReader,
  of: { alias: string; left: Expression },
): Expression | undefined {
  const { alias, left } = of;
  if (tokens.take('IN')) {
    tokens.expect('(');
    return { kind: 'in', operand: left, options: parseList(tokens, alias) };
  }
  if (!tokens.take('BETWEEN')) return undefined;
  const low = parseOperand(tokens, alias);
  tokens.expect('AND');
  const high = parseOperand(tokens, alias);
  return {
    kind: 'and',
    left: { kind: 'compare', operator: '>=', left, right: low },
    right: { kind: 'compare', operator: '<=', left, right: high },
  };
}

function refuseOperator(tokens: TokenReader): void {
  if (tokens.isNext('LIKE')) throw notModelled('LIKE');
  const token = tokens.peek();
  if (token?.kind === 'symbol' && /^[-+*/%?|&^~!]|\|\||\?\?$/.test(token.text)) {
    throw notModelled(`the operator ${token.text}`);
  }
}

function parseList(tokens: TokenReader, alias: string): Expression[] {
  const list: Expression[] = [];
  if (tokens.take(')')) return list;
  do list.push(parseExpression(tokens, alias));
  while (tokens.take(','));
  tokens.expect(')');
  return list;
}

const constants = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

function parseOperand(tokens: TokenReader, alias: string): Expression {
  const token = tokens.peek();
  if (token === undefined) throw syntaxError('end of query');
  if (token.kind === 'name') return parseNamed(tokens, alias);
  tokens.next();
  if (token.kind === 'string' || token.kind === 'number') return { kind: 'literal', value: token.value };
  if (token.kind === 'parameter') return { kind: 'parameter', name: token.text };
  return parseSymbol(tokens, { alias, token });
}

function parseSymbol(tokens: TokenReader, at: { alias: string; token: Token }): Expression {
  const { alias, token } = at;
  if (token.text === '-') {
    const number = tokens.next();
    if (number.kind !== 'number') throw notModelled('the operator -');
    return { kind: 'literal', value: -number.value };
  }
  if (token.text === '[' || token.text === '{') throw notModelled('array and object literals');
  if (token.text !== '(') throw syntaxError(token.text);
  if (tokens.isNext('SELECT')) throw notModelled('subqueries');
  const inner = parseExpression(tokens, alias);
  tokens.expect(')');
  return inner;
}

function parseNamed(tokens: TokenReader, alias: string): Expression {
  const name = tokens.peek()?.text ?? '';
  if (constants.has(name.toLowerCase()) && name !== alias) {
    tokens.next();
    return { kind: 'literal', value: constants.get(name.toLowerCase()) };
  }
  if (!tokens.isNext('(', 1)) return { kind: 'path', path: parsePath(tokens, alias) };
  tokens.next();
  tokens.next();
  if (!functionNames.has(name.toUpperCase())) throw notModelled(`the function ${name.toUpperCase()}`);
  return { kind: 'call', name: name.toUpperCase(), args: parseList(tokens, alias) };
}
