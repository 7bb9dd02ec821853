import type { PropertyPath } from '../storage/sort-keys.ts';

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression =
  | { kind: 'literal'; value: unknown }
  | { kind: 'parameter'; name: string }
  /** From the container's alias; an empty path is the whole item. */
  | { kind: 'path'; path: PropertyPath }
  | { kind: 'not'; operand: Expression }
  | { kind: 'and' | 'or'; left: Expression; right: Expression }
  | { kind: 'compare'; operator: Comparison; left: Expression; right: Expression }
  | { kind: 'in'; operand: Expression; options: Expression[] }
  | { kind: 'call'; name: string; args: Expression[] };

export type Selection =
  | { kind: 'all' }
  | { kind: 'count' }
  | { kind: 'value'; value: Expression }
  | { kind: 'fields'; fields: { name: string; value: Expression }[] };

export interface Query {
  selection: Selection;
  where: Expression | undefined;
  orderBy: { path: PropertyPath; descending: boolean }[];
  offset: Expression | undefined;
  limit: Expression | undefined;
}
