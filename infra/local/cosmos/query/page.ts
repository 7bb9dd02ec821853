import type { Container } from '../storage/catalog.ts';
import { readContinuation, writeContinuation, type Position } from './continuation.ts';
import { badRequest, notModelled } from '../failure.ts';
import { isIndexed, servesSort } from '../storage/indexing-policy.ts';
import { parseJson } from '../json-values.ts';
import { compile, compileCondition, type Parameters } from './evaluator.ts';
import { parseQuery } from './parser.ts';
import { sortColumnsOf, varyingOrders } from './pushdown.ts';
import { scan, type Row, type Scan } from './scan.ts';
import type { Expression, Query, Selection } from './syntax.ts';
import { queryCharge } from '../storage/request-units.ts';
import { isIndexable } from '../storage/sort-keys.ts';

export interface QueryRequest {
  text: string;
  parameters: Parameters;
  /** Undefined only for a query on the cross-partition allow-list. */
  pk: string | undefined;
  pageSize: number;
  continuation: string | undefined;
  fewest?: NonNullable<Scan['fewest']>;
  /** The page ends after this many rows were read, found or not. */
  mostRead?: number | undefined;
}
export interface Page {
  documents: string[];
  continuation: string | undefined;
  charge: number;
}

const maxPageBytes = 4 * 1024 * 1024;

export function runQuery(container: Container, request: QueryRequest, now: number): Page {
  const query = parseQuery(request.text);
  checkSort(container, query);
  if (request.pk === undefined) refuseCrossPartition(query);
  const isWanted = compileCondition(query.where, request.parameters);
  const identity = [container.rid, request.text, [...request.parameters], request.pk];
  const start =
    request.continuation === undefined ? undefined : readContinuation(request.continuation, identity);
  const columns = sortColumnsOf(varyingOrders(query, request.parameters));
  const place = { query, policy: container.definition.indexingPolicy, columns, after: start?.after ?? [] };
  const { rows, lookups } = scan(container.table, { ...request, ...place, now });
  if (query.selection.kind === 'count') return count(container, { rows, isWanted, lookups });
  const page = collect(container, {
    rows,
    isWanted,
    project: projection(query.selection, request.parameters),
    offset: countOf(query.offset, request.parameters) ?? 0,
    limit: countOf(query.limit, request.parameters) ?? Infinity,
    pageSize: request.pageSize,
    mostRead: request.mostRead ?? Infinity,
    start: start ?? { after: [], skipped: 0, taken: 0 },
  });
  return {
    documents: page.documents,
    continuation: page.more ? writeContinuation(page.end, identity) : undefined,
    charge: queryCharge({ bytes: page.loadedBytes, documents: page.loaded, lookups }),
  };
}

interface Collection {
  rows: Iterable<Row>;
  isWanted: (item: unknown) => boolean;
  project: (item: unknown, body: string) => string | undefined;
  offset: number;
  limit: number;
  pageSize: number;
  mostRead: number;
  start: Position;
}

/**
 * Reads until the page is full. It does not check whether a later row matches: the last page may be empty, as on the
 * service.
 */
function collect(container: Container, of: Collection) {
  const page = {
    documents: new Array<string>(),
    bytes: 0,
    loaded: 0,
    loadedBytes: 0,
    more: false,
    end: { ...of.start },
  };
  if (page.end.taken >= of.limit) return page;
  for (const row of of.rows) {
    page.more = page.documents.length >= of.pageSize || page.loaded >= of.mostRead;
    if (page.more) break;
    const body = container.table.body(row.seq);
    const { isFound, isSkipped, text } = judge(body, { ...of, skipped: page.end.skipped });
    page.loaded += 1;
    page.loadedBytes += Buffer.byteLength(body);
    const bytes = text === undefined ? 0 : Buffer.byteLength(text);
    page.more = page.documents.length > 0 && page.bytes + bytes > maxPageBytes;
    if (page.more) break;
    page.end.after = row.position;
    page.end.skipped += Number(isSkipped);
    page.end.taken += Number(isFound && !isSkipped);
    page.bytes += bytes;
    if (text !== undefined) page.documents.push(text);
    if (page.end.taken >= of.limit) break;
  }
  return page;
}

function judge(body: string, of: Pick<Collection, 'isWanted' | 'project' | 'offset'> & { skipped: number }) {
  const item = parseJson(body);
  const isFound = of.isWanted(item);
  const isSkipped = isFound && of.skipped < of.offset;
  return { isFound, isSkipped, text: isFound && !isSkipped ? of.project(item, body) : undefined };
}

/** One range would serve these queries and so hide that the SDK has to merge them over several. */
function refuseCrossPartition({ orderBy, selection, limit }: Query): void {
  if (orderBy.length > 0) throw notModelled('ORDER BY across partitions');
  if (selection.kind === 'count') throw notModelled('COUNT across partitions');
  if (limit !== undefined) throw notModelled('TOP and OFFSET LIMIT across partitions');
}

/** Source: learn.microsoft.com/azure/cosmos-db/index-policy, range and composite indexes. */
function checkSort(container: Container, query: Query): void {
  const { orderBy } = query;
  const policy = container.definition.indexingPolicy;
  const unusable = orderBy.find((order) => !isIndexable(order.path));
  if (unusable !== undefined) throw badRequest(`ORDER BY ${unusable.path.join('.')} is not modelled.`);
  if (orderBy.length > 1 && !servesSort(policy, orderBy)) {
    throw badRequest(
      'The order by query does not have a corresponding composite index that it can be served from.',
    );
  }
  if (orderBy.length === 1 && !orderBy.every((order) => isIndexed(policy, order.path))) {
    throw badRequest(
      'The index path corresponding to the specified order-by item is excluded. Order-by item requires a range index.',
    );
  }
}

function count(
  container: Container,
  of: { rows: Iterable<Row>; isWanted: (item: unknown) => boolean; lookups: number },
): Page {
  let counted = 0;
  let loaded = 0;
  for (const row of of.rows) {
    loaded += 1;
    if (of.isWanted(parseJson(container.table.body(row.seq)))) counted += 1;
  }
  return {
    documents: [`${counted}`],
    continuation: undefined,
    charge: queryCharge({ bytes: 0, documents: loaded, lookups: of.lookups }),
  };
}

/** Returns the JSON text of one result; undefined when the selected value is undefined, whose row is left out. */
function projection(
  selection: Selection,
  parameters: Parameters,
): (item: unknown, body: string) => string | undefined {
  if (selection.kind === 'value') {
    const evaluate = compile(selection.value, parameters);
    return (item) => JSON.stringify(evaluate(item));
  }
  if (selection.kind === 'fields') {
    const fields = selection.fields.map(({ name, value }) => ({
      name,
      evaluate: compile(value, parameters),
    }));
    return (item) =>
      JSON.stringify(Object.fromEntries(fields.map(({ name, evaluate }) => [name, evaluate(item)])));
  }
  return (_item, body) => body;
}

function countOf(expression: Expression | undefined, parameters: Parameters): number | undefined {
  if (expression === undefined) return undefined;
  const value = compile(expression, parameters)(undefined);
  if (!Number.isInteger(value) || Number(value) < 0)
    throw badRequest('TOP, OFFSET and LIMIT need a whole number.');
  return Number(value);
}
