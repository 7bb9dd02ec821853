import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type * as z from 'zod';
import type { auditApi } from '@handoff/shared/contract/audit';
import type {
  contractedPayersApi,
  insurancesApi,
  partnersApi,
  serviceAreasApi,
} from '@handoff/shared/contract/parties';
import type { AtomicEndpoint } from '@handoff/shared/contract/endpoint';
import type { Permission } from '@handoff/shared/domain/access/role';
import { useMay } from '../../data/current-person.ts';
import { formatCount, plural } from '../../text/format.ts';
import type { InputOf } from '../../data/send/request.ts';
import type { List } from '../../data/records/use-list.ts';
import type { Form } from '../form/use-form.ts';
import { PageHeading } from '../page-heading.tsx';
import { EmptyState } from '../feedback/page-states.tsx';
import { ListFooter, Reading } from '../feedback/reading.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { FilterText } from '../inputs/filter-bar.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { EntityEditor } from './entity-editor.tsx';
import { type EntitySearch, NEW } from './entity-search.ts';
import frame from './list-and-editor.module.css';

export interface Entity {
  Id: string;
  Name: string;
  Etag: string;
}

export type EntityKind = InputOf<typeof auditApi.record>['query']['Kind'];

type Party = typeof partnersApi | typeof contractedPayersApi | typeof serviceAreasApi | typeof insurancesApi;

interface EntityCalls extends Pick<Party, 'uses' | 'remove'> {
  create: AtomicEndpoint;
  update: AtomicEndpoint;
}

export interface EntityPageProps<Schema extends z.ZodType<object, object>, Row extends Entity> {
  title: string;
  /** The singular, such as "insurance". */
  noun: string;
  /** Shown on an empty page: the purpose of these records. */
  purpose: string;
  calls: EntityCalls;
  /** The kind under which the activity is recorded. */
  kind: EntityKind;
  list: List<Row>;
  schema: Schema;
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
  /** The text that the search covers in addition to the name. */
  textOf?: (row: Row) => string;
}

/** A list with an editor at `?edit=<id>`: docked on a wide screen, in a drawer on a narrow one. */
export function EntityPage<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityPageProps<Schema, Row>,
) {
  const { noun, list, edit } = props;
  const { edit: open }: z.infer<typeof EntitySearch> = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayEdit = useMay(edit);
  const [created, setCreated] = useState<string | undefined>();
  // Each new record gets its own form, which stays open after the save.
  const [additions, setAdditions] = useState(0);
  const show = (id: string | undefined, how?: { replace: true; ignoreBlocker: true }) =>
    void navigate({ to: '.', search: (former) => ({ ...former, edit: id }), ...how });

  function add() {
    setCreated(undefined);
    setAdditions(additions + 1);
    show(NEW);
  }
  function goOn(id: string) {
    setCreated(id);
    show(id, { replace: true, ignoreBlocker: true });
  }

  return (
    <div className={frame['page']}>
      <EntityList {...props} open={open} onAdd={mayEdit ? add : undefined} />
      <EditorFrame label={`Edit ${noun}`} docked={frame['docked']} onClose={() => show(undefined)}>
        {open !== undefined && list.data && (
          <EntityEditor
            {...props}
            key={open === NEW || open === created ? additions : open}
            id={open}
            rows={list.data}
            mayEdit={mayEdit}
            created={open === created ? created : undefined}
            onShow={show}
            onCreated={goOn}
          />
        )}
      </EditorFrame>
    </div>
  );
}

interface Listed {
  open: string | undefined;
  onAdd: (() => void) | undefined;
}

function EntityList<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityPageProps<Schema, Row> & Listed,
) {
  const { title, noun, list, columns, textOf, open, onAdd } = props;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const matches = (row: Row) => `${row.Name} ${textOf?.(row) ?? ''}`.toLowerCase().includes(wanted);
  // Waits for the rows, because a toolbar that appeared only to disappear would move the list under the pointer.
  const hasRows = list.data !== undefined && list.data.length > 0;
  const add = onAdd && (
    <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
      Add {noun}
    </Button>
  );
  return (
    <section className={frame['list']}>
      <PageHeading title={title}>
        {list.data && <span className="soft number">{formatCount(list.data.length)}</span>}
        <div className="page-head-actions">
          {hasRows && (
            <FilterText
              label={`Search ${title.toLowerCase()}`}
              placeholder="Search"
              value={text}
              onChange={setText}
            />
          )}
          {props.toolbar}
          {hasRows && add}
        </div>
      </PageHeading>
      <Reading
        of={list}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState title={`No ${title.toLowerCase()} yet`} actions={open === undefined && add}>
            {props.purpose} {!onAdd && 'Managers can add them.'}
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label={title}
            rows={rows.filter(matches)}
            columns={columns}
            link={({ Id }) => ({ to: '.', search: (former: object) => ({ ...former, edit: Id }) })}
            current={open}
            empty={
              <EmptyState
                title={`Nothing found for “${wanted}”`}
                actions={
                  <Button variant="default" onClick={() => setText('')}>
                    Clear the search
                  </Button>
                }
              />
            }
          />
        )}
      </Reading>
      {list.hasMore && <ListFooter of={list} text={plural(list.data?.length ?? 0, noun)} />}
    </section>
  );
}
