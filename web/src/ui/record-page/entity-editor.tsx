import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type * as z from 'zod';
import { useAction } from '../../data/send/use-action.ts';
import { useRead } from '../../data/records/use-read.ts';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Activity, UsedBy } from './entity-facts.tsx';
import { EditorHead } from './editor-frame.tsx';
import type { Entity, EntityPageProps } from './entity-page.tsx';
import type { Opened } from './record-page.tsx';
import { RemapDialog } from './remap-dialog.tsx';
import styles from './entity.module.css';

type EntityEditorProps<Schema extends z.ZodType<object, object>, Row extends Entity> = EntityPageProps<
  Schema,
  Row
> &
  Opened<Row> & { mayEdit: boolean };

/** Edits one record, and shows its consequences, its uses and its activity. */
export function EntityEditor<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityEditorProps<Schema, Row>,
) {
  const { row, rows, noun, onShow } = props;
  const at = row ? rows.indexOf(row) : -1;
  const neighbors = [
    { label: `Previous ${noun}`, to: rows[at - 1], Icon: IconChevronUp },
    { label: `Next ${noun}`, to: rows[at + 1], Icon: IconChevronDown },
  ];
  return (
    <div className={styles['editor']}>
      <EditorHead
        title={row?.Name ?? `New ${noun}`}
        onClose={() => onShow(undefined)}
        lead={
          row &&
          neighbors.map(({ label, to, Icon }) => (
            <ActionIcon
              key={label}
              size="lg"
              aria-label={label}
              disabled={!to}
              onClick={() => onShow(to?.Id)}
            >
              <Icon size={16} aria-hidden="true" />
            </ActionIcon>
          ))
        }
      />
      <EntityForm {...props} />
    </div>
  );
}

function EntityForm<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityEditorProps<Schema, Row>,
) {
  const { calls, kind, schema, initial, row, noun, mayEdit, isCreated } = props;
  const isNew = !row && !isCreated;
  const [isDeleting, setDeleting] = useState(false);
  const remove = useAction(calls.remove, { isDone: ({ Remaining }) => Remaining === 0 });
  const uses = useRead(calls.uses, row ? { query: { id: row.Id } } : null);
  const { create, update } = calls;
  const onSaved = isNew ? props.onCreated : () => undefined;
  const form = useForm({ schema, initial, record: row, create, update, onSaved });
  function startDeleting() {
    setDeleting(true);
    void uses.refresh();
  }
  const deleting = row && (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={startDeleting}>
      Delete…
    </Button>
  );
  return (
    <>
      <Form of={form} submit={isNew ? `Add ${noun}` : 'Save'} aside={deleting} isReadOnly={!mayEdit}>
        {props.children(form)}
        {row && (
          <>
            {props.consequence?.(row)}
            <UsedBy uses={uses} />
            <Activity kind={kind} id={row.Id} />
          </>
        )}
      </Form>
      {row && (
        <RemapDialog
          name={row.Name}
          noun={noun}
          usedIn={uses.data?.UsedIn}
          choices={props.rows.filter(({ Id }) => Id !== row.Id)}
          remove={async (to) => {
            const answer = await remove.run({
              body: { Id: row.Id, ...(to !== undefined && { RemapTo: to }) },
            });
            return answer?.Remaining;
          }}
          isOpen={isDeleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => props.onShow(undefined)}
        />
      )}
    </>
  );
}
