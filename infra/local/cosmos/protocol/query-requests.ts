import * as z from 'zod';
import { jsonAnswer, type Answer, badRequest, notModelled } from '../failure.ts';
import type { Container } from '../storage/catalog.ts';
import { parseJson } from '../json-values.ts';
import { partitionKeyFromJson } from '../storage/partition-key.ts';
import type { Parameters } from '../query/evaluator.ts';
import { runQuery } from '../query/page.ts';
import { headerOf, type Headers } from './routing.ts';

const querySpec = z.object({
  query: z.string(),
  parameters: z.array(z.object({ name: z.string().startsWith('@'), value: z.unknown() })).optional(),
});

export function parametersOf(body: string): { text: string; parameters: Parameters } {
  const parsed = querySpec.safeParse(parseJson(body));
  if (!parsed.success) throw badRequest('The query is invalid: it needs a text and named parameters.');
  const { query, parameters = [] } = parsed.data;
  return { text: query, parameters: new Map(parameters.map(({ name, value }) => [name, value])) };
}

export interface QueryLimits {
  crossPartitionQueries: readonly (string | RegExp)[];
  mostRead: number | undefined;
}

export function queryAnswer(
  container: Container,
  request: QueryLimits & { headers: Headers; body: string; now: number },
): Answer {
  const { text, parameters } = parametersOf(request.body);
  return pageAnswer(container, { ...request, text, parameters });
}

/** `readAll` of one partition: the same as selecting everything. */
export function readFeedAnswer(
  container: Container,
  request: { headers: Headers; now: number; mostRead: number | undefined },
): Answer {
  const text = 'SELECT * FROM c';
  return pageAnswer(container, { ...request, text, parameters: new Map(), crossPartitionQueries: [] });
}

function pageAnswer(
  container: Container,
  request: QueryLimits & { headers: Headers; text: string; parameters: Parameters; now: number },
): Answer {
  const { headers, text, parameters } = request;
  const pk = headerOf(headers, 'x-ms-documentdb-partitionkey');
  const isAllowed = request.crossPartitionQueries.some((allowed) =>
    typeof allowed === 'string' ? allowed === text : allowed.test(text),
  );
  if (pk === undefined && !isAllowed) {
    throw notModelled(`a query without a partition key that is not on the allow-list: ${text.slice(0, 200)}`);
  }
  const page = runQuery(
    container,
    {
      text,
      parameters,
      pk: pk === undefined ? undefined : partitionKeyFromJson(pk),
      pageSize: pageSizeOf(headerOf(headers, 'x-ms-max-item-count')),
      continuation: headerOf(headers, 'x-ms-continuation'),
      mostRead: request.mostRead,
    },
    request.now,
  );
  return {
    status: 200,
    charge: page.charge,
    body: `{"_rid":"${container.rid}","Documents":[${page.documents.join(',')}],"_count":${page.documents.length}}`,
    headers: {
      'x-ms-item-count': `${page.documents.length}`,
      ...(page.continuation !== undefined && { 'x-ms-continuation': page.continuation }),
    },
  };
}

/** Without a size the service sends up to 100; -1 lets it choose, up to 1,000. */
function pageSizeOf(header: string | undefined): number {
  if (header === undefined) return 100;
  const size = Number(header);
  if (size === -1) return 1000;
  if (!Number.isInteger(size) || size < 1) throw badRequest(`Invalid max item count ${header}.`);
  return size;
}

/** The plan of a query that one range can answer alone; the SDK asks for it with every query. */
export function planAnswer(): Answer {
  return jsonAnswer(200, {
    partitionedQueryExecutionInfoVersion: 2,
    queryInfo: {
      distinctType: 'None',
      top: null,
      offset: null,
      limit: null,
      orderBy: [],
      orderByExpressions: [],
      groupByExpressions: [],
      groupByAliases: [],
      aggregates: [],
      groupByAliasToAggregateType: {},
      rewrittenQuery: '',
      hasSelectValue: false,
      hasNonStreamingOrderBy: false,
    },
    queryRanges: [{ min: '', max: 'FF', isMinInclusive: true, isMaxInclusive: false }],
  });
}
