import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { auditApi } from '@handoff/shared/contract/audit';
import type {
  advantagePlansApi,
  contractedPayersApi,
  insurancesApi,
  partnersApi,
  serviceAreasApi,
} from '@handoff/shared/contract/parties';
import type { AtomicEndpoint } from '@handoff/shared/contract/endpoint';
import type { Permission } from '@handoff/shared/domain/access/role';
import { useMay } from '../../data/current-person.ts';
import { plural } from '../../text/format.ts';
import type { InputOf } from '../../data/send/client.ts';
import type { List } from '../../data/records/use-list.ts';
import type { Form } from '../form/use-form.ts';
import { ListFooter } from '../feedback/reading.tsx';
import type { Column } from '../table/data-table.tsx';
import { EntityEditor } from './entity-editor.tsx';
import { type ListFilter, RecordPage } from './record-page.tsx';

export interface Entity {
  Id: string;
  Name: string;
  Etag: string;
}

export type EntityKind = InputOf<typeof auditApi.record>['query']['Kind'];

type Party =
  | typeof partnersApi
  | typeof contractedPayersApi
  | typeof advantagePlansApi
  | typeof serviceAreasApi
  | typeof insurancesApi;

interface EntityCalls extends Pick<Party, 'uses' | 'remove'> {
  create: AtomicEndpoint;
  update: AtomicEndpoint;
}

export interface EntityPageProps<Schema extends z.ZodType<object, object>, Row extends Entity> {
  title: string;
  /** The singular, such as "insurance". */
  noun: string;
  /** The plural, if it is not the title in lower case. */
  nouns?: string;
  /** Shown on an empty page: the purpose of these records. */
  purpose: string;
  calls: EntityCalls;
  /** The kind under which the activity is recorded. */
  kind: EntityKind;
  list: List<Row>;
  schema: Schema;
  /** The fields that identify a record, if its name does not. */
  identity?: readonly string[];
  /** The values of a new record. */
  initial: z.input<Schema>;
  /** The permission to change them. */
  edit: Permission;
  columns: readonly Column<Row>[];
  /** The fields of the form. */
  children: (form: Form<z.input<Schema>>) => ReactNode;
  /** Shown beside the fields: what follows from the saved record. */
  consequence?: (row: Row) => ReactNode;
  /** Rendered beside the add button, such as import and export. */
  toolbar?: ReactNode;
  /** Says what another record takes over when one is merged into it; without it there is no merge. */
  merge?: string;
  filter?: ListFilter<Row>;
  /** Follows the number of records below the list, such as ", 1 ends soon". */
  summary?: (rows: readonly Row[]) => string;
  /** The text that the search covers in addition to the name. */
  textOf?: (row: Row) => string;
}

/** A page of records that others use: deleting one moves its uses to another. */
export function EntityPage<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityPageProps<Schema, Row>,
) {
  const { title, noun, nouns = title.toLowerCase(), list, columns, toolbar, textOf, filter, summary } = props;
  const rows = list.data ?? [];
  const mayEdit = useMay(props.edit);
  return (
    <RecordPage
      title={title}
      noun={noun}
      nouns={nouns}
      list={list}
      columns={columns}
      toolbar={toolbar}
      filter={filter}
      mayAdd={mayEdit}
      textOf={(row) => `${row.Name} ${textOf?.(row) ?? ''}`}
      empty={{
        text: (
          <>
            {props.purpose} {!mayEdit && 'Managers can add them.'}
          </>
        ),
      }}
      foot={
        rows.length > 0 && (
          <ListFooter of={list} text={plural(rows.length, noun, nouns) + (summary?.(rows) ?? '')} />
        )
      }
    >
      {(opened) => <EntityEditor {...props} {...opened} mayEdit={mayEdit} />}
    </RecordPage>
  );
}
