import { ActionIcon, Button, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type * as z from 'zod';
import { byName, identityOf } from '@handoff/shared/domain/agency/directory';
import { useAction } from '../../data/send/outbox.ts';
import { useRead } from '../../data/records/use-read.ts';
import { ExistsAlready } from '../form/exists-already.tsx';
import { Form } from '../form/form.tsx';
import { useForm } from '../form/use-form.ts';
import { Activity, UsedBy } from './entity-facts.tsx';
import { EditorHead } from './editor-frame.tsx';
import type { Entity, EntityPageProps } from './entity-page.tsx';
import type { Opened } from './record-page.tsx';
import { RemapDialog } from './remap-dialog.tsx';
import styles from './record-page.module.css';

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
    <Stack gap={0} className={styles['editor'] ?? ''}>
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
    </Stack>
  );
}

function EntityForm<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityEditorProps<Schema, Row>,
) {
  const { calls, kind, schema, initial, row, noun, mayEdit, isCreated } = props;
  const isNew = !row && !isCreated;
  const [asked, setAsked] = useState<'delete' | 'merge' | undefined>();
  const remove = useAction(calls.remove, { isDone: ({ Remaining }) => Remaining === 0 });
  const uses = useRead(calls.uses, row ? { query: { id: row.Id } } : null);
  const { create, update } = calls;
  const onSaved = isNew ? props.onCreated : () => undefined;
  const form = useForm({ schema, initial, record: row, create, update, onSaved });
  const others = props.rows.filter(({ Id }) => Id !== row?.Id);
  const twin = twinOf(form.values, others, props.identity);
  const merge = asked === 'merge' ? props.merge : undefined;
  function ask(what: 'delete' | 'merge') {
    setAsked(what);
    void uses.refresh();
  }
  const deleting = row && (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => ask('delete')}>
      Delete…
    </Button>
  );
  return (
    <>
      <Form
        of={form}
        submit={isNew ? `Add ${noun}` : 'Save'}
        aside={deleting}
        isReadOnly={!mayEdit}
        startsFocused={isNew}
      >
        <ExistsAlready name={twin?.Name} onOpen={() => props.onShow(twin?.Id)} />
        {props.children(form)}
        {row && (
          <>
            {props.consequence?.(row)}
            <UsedBy uses={uses} />
            <MergeButton {...props} others={others} onMerge={() => ask('merge')} />
            <Activity kind={kind} id={row.Id} />
          </>
        )}
      </Form>
      {row && (
        <RemapDialog
          name={row.Name}
          noun={noun}
          usedIn={uses.data?.UsedIn}
          choices={others}
          merge={merge}
          remove={async (to) => {
            const target = to !== undefined && { RemapTo: to, Merge: merge !== undefined };
            const removed = await remove.run({ body: { Id: row.Id, ...target } });
            return removed.ok ? removed.output.Remaining : undefined;
          }}
          isOpen={asked !== undefined}
          onClose={() => setAsked(undefined)}
          onDeleted={() => props.onShow(undefined)}
        />
      )}
    </>
  );
}

function twinOf(
  values: object,
  others: readonly Entity[],
  fields: readonly string[] = byName,
): Entity | undefined {
  const typed = identityOf(values, fields);
  return typed === '' ? undefined : others.find((other) => identityOf(other, fields) === typed);
}

interface MergeButtonProps {
  merge?: string;
  mayEdit: boolean;
  noun: string;
  others: readonly Entity[];
  onMerge: () => void;
}

function MergeButton({ merge, mayEdit, noun, others, onMerge }: MergeButtonProps) {
  if (merge === undefined || !mayEdit || others.length === 0) return null;
  return (
    <div>
      <Button size="xs" onClick={onMerge}>
        Merge into another {noun}…
      </Button>
    </div>
  );
}
