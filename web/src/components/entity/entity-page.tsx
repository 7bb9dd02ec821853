import { Button, Drawer, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type * as z from 'zod';
import type { api } from '@handoff/shared/contract/api';
import type { AtomicEndpoint, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import type { Permission } from '@handoff/shared/domain/access/role';
import { useMay } from '../../lib/current-person.ts';
import { formatCount } from '../../lib/format/format.ts';
import type { InputOf } from '../../lib/api/prepared-request.ts';
import type { Pages } from '../../lib/api/use-pages.ts';
import type { Form } from '../form/use-form.ts';
import { PageHeading } from '../page-heading.tsx';
import { EmptyState } from '../page-states.tsx';
import { Reading } from '../reading.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { EntityEditor } from './entity-editor.tsx';
import { type EntitySearch, NEW } from './entity-search.ts';
import styles from './entity.module.css';

export interface Entity {
  Id: string;
  Name: string;
  Etag: string;
}

export type EntityKind = InputOf<typeof api.audit.record>['query']['Kind'];

interface EntityCalls {
  create: AtomicEndpoint;
  update: AtomicEndpoint;
  remove: AtomicEndpoint;
  uses: ReadEndpoint;
}

export interface EntityPageProps<Schema extends z.ZodType<object, object>, Row extends Entity> {
  title: string;
  /** One of them, as in "insurance". */
  noun: string;
  calls: EntityCalls;
  /** Under which its history is kept. */
  kind: EntityKind;
  list: Pages<Row>;
  schema: Schema;
  /** What a new one starts with. */
  initial: z.input<Schema>;
  /** What it takes to change them. */
  edit: Permission;
  columns: readonly Column<Row>[];
  /** The fields of the form. */
  children: (form: Form<z.input<Schema>>) => ReactNode;
  /** What follows from the record as it is, said beside its fields. */
  consequence?: (row: Row) => ReactNode;
  /** Beside the button that adds one, such as import and export. */
  toolbar?: ReactNode;
  /** What the search looks through, besides the name. */
  textOf?: (row: Row) => string;
}

/** A list with its editor at `?edit=<id>`: docked beside it where there is room, over it where there is not. */
export function EntityPage<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityPageProps<Schema, Row>,
) {
  const { noun, list, edit } = props;
  const { edit: open }: z.infer<typeof EntitySearch> = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayEdit = useMay(edit);
  const [created, setCreated] = useState<string | undefined>();
  // Each new one is a form of its own, which goes on when the new one is saved.
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
    <div className={styles['page']}>
      <EntityList {...props} open={open} onAdd={mayEdit ? add : undefined} />
      <EditorFrame label={`Edit ${noun}`} onClose={() => show(undefined)}>
        {open !== undefined && list.data && (
          <EntityEditor
            {...props}
            key={open === NEW || open === created ? additions : open}
            id={open}
            rows={list.data}
            mayEdit={mayEdit}
            created={open === created ? created : undefined}
            onShow={(id) => show(id)}
            onCreated={goOn}
          />
        )}
      </EditorFrame>
    </div>
  );
}

interface EntityListProps<
  Schema extends z.ZodType<object, object>,
  Row extends Entity,
> extends EntityPageProps<Schema, Row> {
  open: string | undefined;
  onAdd: (() => void) | undefined;
}

function EntityList<Schema extends z.ZodType<object, object>, Row extends Entity>({
  title,
  noun,
  list,
  columns,
  toolbar,
  textOf,
  open,
  onAdd,
}: EntityListProps<Schema, Row>) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const matches = (row: Row) => `${row.Name} ${textOf?.(row) ?? ''}`.toLowerCase().includes(wanted);
  const shown = open === undefined ? columns : columns.filter(({ isWide }) => isWide !== true);
  const isEmpty = list.data?.length === 0;
  const add = onAdd && (
    <Button leftSection={<IconPlus size={16} />} onClick={onAdd}>
      Add {noun}
    </Button>
  );
  return (
    <section className={styles['list']}>
      <PageHeading title={title}>
        {list.data && <span className="soft number">{formatCount(list.data.length)}</span>}
        <div className="page-head-actions">
          {!isEmpty && (
            <TextInput
              aria-label={`Search ${title.toLowerCase()}`}
              placeholder="Search"
              leftSection={<IconSearch size={16} />}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {toolbar}
          {!isEmpty && add}
        </div>
      </PageHeading>
      <Reading
        of={list}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState title={`No ${title.toLowerCase()} yet`} actions={add}>
            {onAdd ? `Add the first ${noun}.` : 'Managers can add them.'}
          </EmptyState>
        }
      >
        {(rows) => {
          const found = rows.filter(matches);
          if (found.length === 0) return <NothingFound text={wanted} onClear={() => setText('')} />;
          return (
            <DataTable
              label={title}
              rows={found}
              columns={shown}
              link={linkTo}
              nameOf={nameOf}
              current={open}
            />
          );
        }}
      </Reading>
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={() => void list.loadMore()}>
          Load more
        </Button>
      )}
    </section>
  );
}

interface EditorFrameProps {
  label: string;
  onClose: () => void;
  /** Nothing: closed. */
  children: ReactNode;
}

function EditorFrame({ label, onClose, children }: EditorFrameProps) {
  const isWide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false });
  const isOpen = children !== false && children !== undefined;
  if (isWide)
    return (
      isOpen && (
        <aside className={styles['docked']} aria-label={label}>
          {children}
        </aside>
      )
    );
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={480}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const nameOf = ({ Name }: Entity) => Name;
const linkTo = ({ Id }: Entity) =>
  ({ to: '.', search: (former: object) => ({ ...former, edit: Id }) }) as const;

function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`Nothing found for “${text}”`}
      actions={
        <Button variant="default" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  );
}
