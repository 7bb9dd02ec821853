import { isIndexed, type IndexingPolicy } from './indexing-policy.ts';
import { isObject } from '../json-values.ts';

/**
 * Returns the service's index terms of an item: each scalar with its path, and each element of an array once. Every
 * composite index is assumed to add one more, for which there is no source.
 */
export function indexTerms(item: Record<string, unknown>, policy: IndexingPolicy): Set<string> {
  const terms = new Set<string>();
  const { _rid, _self, _etag, _attachments, _ts, ...own } = item;
  if (policy.indexingMode === 'none') return terms;
  collect(own, '', terms);
  const isWanted = known(policy);
  for (const term of terms) if (!isWanted(term.slice(0, term.indexOf('\n')))) terms.delete(term);
  for (const composite of policy.compositeIndexes ?? []) {
    const values = composite.map(({ path }) => path.split('/').slice(1).reduce<unknown>(within, own));
    if (!values.includes(undefined)) terms.add(`${JSON.stringify(composite)}\n${JSON.stringify(values)}`);
  }
  return terms;
}

export function differing(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...some].filter((term) => others.has(term)).length;
  return some.size + others.size - 2 * shared;
}

function collect(value: unknown, path: string, terms: Set<string>): void {
  if (Array.isArray(value)) for (const element of value) collect(element, `${path}/[]`, terms);
  else if (isObject(value))
    for (const [name, field] of Object.entries(value)) collect(field, `${path}/${name}`, terms);
  else terms.add(`${path}\n${String(value)}`);
}

function within(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

const answers = new WeakMap<IndexingPolicy, Map<string, boolean>>();
/** Tests create hundreds of containers with one policy. */
const answersByText = new Map<string, Map<string, boolean>>();

/** Caches the answers, because paths are few and items many. */
function known(policy: IndexingPolicy): (path: string) => boolean {
  const paths = answers.get(policy) ?? answersOf(JSON.stringify(policy));
  answers.set(policy, paths);
  return (path) => {
    const answer = paths.get(path) ?? isIndexed(policy, path.split('/').slice(1));
    // Paths with keys from people could be unlimited.
    if (paths.size < 10_000) paths.set(path, answer);
    return answer;
  };
}

function answersOf(policy: string): Map<string, boolean> {
  const paths = answersByText.get(policy) ?? new Map<string, boolean>();
  answersByText.set(policy, paths);
  return paths;
}
