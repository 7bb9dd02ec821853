import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useDeferredValue, useRef, useState } from 'react';
import type * as z from 'zod';
import { formatCount } from '../../text/format.ts';
import type { Reading as State } from '../../data/records/use-read.ts';
import { PageHeading } from '../page-heading.tsx';
import { EmptyState } from '../feedback/page-states.tsx';
import { Reading } from '../feedback/reading.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { FilterChoice, FilterText } from '../inputs/filter-bar.tsx';
import { usePageKeys } from '../page-keys.ts';
import { EditorFrame, EditorHead } from './editor-frame.tsx';
import { type EntitySearch, NEW } from './entity-search.ts';
import styles from './record-page.module.css';

/** The record in the editor. */
export interface Opened<Row> {
  /** Undefined for a new record, and until the list has one that was just created. */
  row: Row | undefined;
  rows: readonly Row[];
  /** True for the record that this page just created. */
  isCreated: boolean;
  onShow: (id: string | undefined) => void;
  onCreated: (id: string) => void;
  /** Closes the editor of a record that is gone, without a question about unsaved text. */
  onGone: () => void;
}

export interface ListFilter<Row> {
  label: string;
  /** The label of the choice that filters nothing. */
  any: string;
  options: readonly { value: string; label: string }[];
  of: (row: Row) => string;
}

interface RecordPageProps<Row> {
  title: string;
  /** The singular, such as "insurance". */
  noun: string;
  /** The plural, if it is not the title in lower case. */
  nouns?: string | undefined;
  list: Pick<State<readonly Row[]>, 'data' | 'error' | 'refresh' | 'readAt'> & { hasMore?: boolean };
  columns: readonly Column<Row>[];
  /** Shown on an empty page: its title, by default "No … yet", and the purpose of these records. */
  empty: { title?: string; text: ReactNode };
  /** The label of the add button, by default "Add …". */
  add?: string;
  mayAdd: boolean;
  /** The text that the search covers; without it there is no search. */
  textOf?: (row: Row) => string;
  /** A choice that narrows the list. */
  filter?: ListFilter<Row> | undefined;
  /** Rendered beside the add button, such as import and export. */
  toolbar?: ReactNode;
  /** Rendered below the list. */
  foot?: ReactNode;
  children: (opened: Opened<Row>) => ReactNode;
}

/** A list with an editor at `?edit=<id>`: docked on a wide screen, in a drawer on a narrow one. */
export function RecordPage<Row extends { Id: string }>(props: RecordPageProps<Row>) {
  const { noun, list, children } = props;
  const { edit: open }: z.infer<typeof EntitySearch> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [created, setCreated] = useState<string | undefined>();
  // Each new record gets its own form, which stays open after the save.
  const [additions, setAdditions] = useState(0);
  const show = (id: string | undefined, how?: { replace: true; ignoreBlocker: true }) =>
    void navigate({ to: '.', search: { edit: id }, ...how });
  const rows = list.data;
  const row = rows?.find(({ Id }) => Id === open);
  const isGone = !row && open !== NEW && open !== created;

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
    <Group gap={0} wrap="nowrap" align="stretch" className={`${styles['page']}`}>
      <RecordList
        {...props}
        nouns={props.nouns ?? props.title.toLowerCase()}
        open={open}
        onAdd={props.mayAdd ? add : undefined}
      />
      <EditorFrame label={`Edit ${noun}`} docked={styles['docked']} onClose={() => show(undefined)}>
        {open !== undefined &&
          rows &&
          (isGone ? (
            <>
              <EditorHead title={`This ${noun} is gone`} onClose={() => show(undefined)} />
              <p className="soft">Someone has deleted it, or it belongs to another agency.</p>
            </>
          ) : (
            <Fragment key={open === NEW || open === created ? additions : open}>
              {children({
                row,
                rows,
                isCreated: open === created,
                onShow: show,
                onCreated: goOn,
                onGone: () => show(undefined, { replace: true, ignoreBlocker: true }),
              })}
            </Fragment>
          ))}
      </EditorFrame>
    </Group>
  );
}

interface Listed {
  nouns: string;
  open: string | undefined;
  onAdd: (() => void) | undefined;
}

function RecordList<Row extends { Id: string }>(props: RecordPageProps<Row> & Listed) {
  const { title, noun, nouns, list, columns, empty, textOf, filter, open, onAdd } = props;
  const [text, setText] = useState('');
  const [only, setOnly] = useState('');
  const search = useRef<HTMLInputElement>(null);
  usePageKeys({
    search(event) {
      event.preventDefault();
      search.current?.focus();
    },
  });
  const wanted = useDeferredValue(text.trim().toLowerCase());
  // Waits for the rows, because a toolbar that appeared only to disappear would move the list under the pointer.
  const hasRows = list.data !== undefined && list.data.length > 0;
  function clear() {
    setText('');
    setOnly('');
  }
  const add = onAdd && (
    <Button variant="filled" leftSection={<IconPlus size={16} />} onClick={onAdd}>
      {props.add ?? `Add ${noun}`}
    </Button>
  );
  return (
    <Stack component="section" gap={0} className={`${styles['list']}`}>
      <PageHeading title={title}>
        {list.data && <span className="soft number">{formatCount(list.data.length)}</span>}
        <div className="page-head-actions">
          {hasRows && filter && <FilterChoice isLabelHidden {...filter} value={only} onChange={setOnly} />}
          {hasRows && textOf && (
            <FilterText
              ref={search}
              label={`Search ${nouns}`}
              placeholder="Search (/)"
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
          <EmptyState title={empty.title ?? `No ${nouns} yet`} actions={open === undefined && add}>
            {empty.text}
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label={title}
            rows={rows.filter(
              (row) =>
                (!textOf || textOf(row).toLowerCase().includes(wanted)) &&
                (!filter || only === '' || filter.of(row) === only),
            )}
            columns={columns}
            hasMore={list.hasMore === true}
            link={({ Id }) => ({ to: '.', search: { edit: Id } })}
            current={open}
            empty={
              <EmptyState
                title={wanted === '' ? 'Nothing found' : `Nothing found for “${wanted}”`}
                actions={<Button onClick={clear}>Clear the search</Button>}
              />
            }
          />
        )}
      </Reading>
      {props.foot}
    </Stack>
  );
}
