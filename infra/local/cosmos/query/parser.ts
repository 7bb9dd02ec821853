import { badRequest, notModelled } from '../failure.ts';
import { parseExpression, parsePath } from './expressions.ts';
import type { Expression, Query, Selection } from './syntax.ts';
import { syntaxError, readTokens, type TokenReader } from './tokens.ts';

export function parseQuery(sql: string): Query {
  if (Buffer.byteLength(sql) > 512 * 1024) throw badRequest('The SQL query text exceeds 512 KB.');
  const alias = aliasOf(sql);
  const tokens = readTokens(sql);
  const query = parseClauses(tokens, alias);
  if (!tokens.isDone()) throw syntaxError(tokens.peek()?.text ?? '');
  const isPlain = query.orderBy.length === 0 && query.limit === undefined;
  if (query.selection.kind === 'count' && !isPlain)
    throw notModelled('COUNT with ORDER BY, TOP or OFFSET LIMIT');
  return query;
}

function parseClauses(tokens: TokenReader, alias: string): Query {
  tokens.expect('SELECT');
  if (tokens.isNext('DISTINCT')) throw notModelled('DISTINCT');
  const top = tokens.take('TOP') ? parseCount(tokens) : undefined;
  const selection = parseSelection(tokens, alias);
  skipFrom(tokens);
  const where = tokens.take('WHERE') ? parseExpression(tokens, alias) : undefined;
  if (tokens.isNext('GROUP')) throw notModelled('GROUP BY');
  const orderBy = parseOrderBy(tokens, alias);
  const range = parseRange(tokens);
  return { selection, where, orderBy, offset: range.offset, limit: top ?? range.limit };
}

/** The condition of a patch: `from c where …`. */
export function parseCondition(text: string): Expression {
  const query = parseQuery(`SELECT * ${text}`);
  if (query.where === undefined) throw badRequest('The condition of a patch needs a WHERE.');
  return query.where;
}

/** The container's alias is only known after the list that uses it, so it is read first. */
function aliasOf(sql: string): string {
  const tokens = readTokens(sql);
  while (!tokens.isDone() && !tokens.isNext('FROM')) tokens.next();
  if (tokens.isDone()) throw notModelled('a query without FROM');
  tokens.next();
  const name = tokens.expectName();
  if (tokens.isNext('IN') || tokens.isNext('.')) throw notModelled('FROM over anything but the container');
  tokens.take('AS');
  const token = tokens.peek();
  const isAlias = token?.kind === 'name' && !/^(WHERE|ORDER|OFFSET|GROUP|JOIN)$/i.test(token.text);
  return isAlias ? token.text : name;
}

function skipFrom(tokens: TokenReader): void {
  tokens.expect('FROM');
  tokens.expectName();
  tokens.take('AS');
  const token = tokens.peek();
  if (token?.kind === 'name' && !/^(WHERE|ORDER|OFFSET|GROUP|JOIN)$/i.test(token.text)) tokens.next();
  if (tokens.isNext('JOIN')) throw notModelled('JOIN');
}

function parseSelection(tokens: TokenReader, alias: string): Selection {
  if (tokens.take('*')) return { kind: 'all' };
  if (tokens.take('VALUE')) return parseValue(tokens, alias);
  const fields: { name: string; value: Expression }[] = [];
  do {
    const value = parseExpression(tokens, alias);
    const name = tokens.take('AS') ? tokens.expectName() : nameOf(value);
    fields.push({ name, value });
  } while (tokens.take(','));
  return { kind: 'fields', fields };
}

function parseValue(tokens: TokenReader, alias: string): Selection {
  if (tokens.isNext('COUNT') && tokens.isNext('(', 1)) {
    if (!tokens.isNext('1', 2) || !tokens.isNext(')', 3)) throw notModelled('COUNT of anything but 1');
    for (let skipped = 0; skipped < 4; skipped += 1) tokens.next();
    return { kind: 'count' };
  }
  return { kind: 'value', value: parseExpression(tokens, alias) };
}

function nameOf(value: Expression): string {
  const name = value.kind === 'path' ? value.path.at(-1) : undefined;
  if (name === undefined) throw notModelled('a selected expression without a name: use AS');
  return name;
}

function parseOrderBy(tokens: TokenReader, alias: string): Query['orderBy'] {
  if (!tokens.take('ORDER')) return [];
  tokens.expect('BY');
  const orders: Query['orderBy'] = [];
  do {
    if (tokens.isNext('(', 1) || tokens.peek()?.kind !== 'name') throw notModelled('ORDER BY an expression');
    const path = parsePath(tokens, alias);
    if (path.length === 0) throw notModelled('ORDER BY the whole item');
    const descending = tokens.take('DESC');
    if (!descending) tokens.take('ASC');
    orders.push({ path, descending });
  } while (tokens.take(','));
  return orders;
}

function parseRange(tokens: TokenReader): { offset?: Expression; limit?: Expression } {
  if (!tokens.take('OFFSET')) return {};
  const offset = parseCount(tokens);
  tokens.expect('LIMIT');
  return { offset, limit: parseCount(tokens) };
}

function parseCount(tokens: TokenReader): Expression {
  const token = tokens.peek();
  if (token?.kind !== 'number' && token?.kind !== 'parameter')
    throw syntaxError(token?.text ?? 'end of query');
  tokens.next();
  return token.kind === 'number'
    ? { kind: 'literal', value: token.value }
    : { kind: 'parameter', name: token.text };
}
