import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconTrash, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import { useAction } from '../../lib/api/use-action.ts';
import { Form } from '../form/form.tsx';
import { type Form as FormOf, useForm } from '../form/use-form.ts';
import { EmptyState } from '../page-states.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Activity, UsedBy } from './entity-facts.tsx';
import type { Entity, EntityPageProps } from './entity-page.tsx';
import { NEW } from './entity-search.ts';
import styles from './entity.module.css';

interface EntityEditorProps<
  Schema extends z.ZodType<object, object>,
  Row extends Entity,
> extends EntityPageProps<Schema, Row> {
  /** Of the record, or NEW. */
  id: string;
  rows: readonly Row[];
  mayEdit: boolean;
  onShow: (id: string | undefined) => void;
  /** What was new has been saved: the same form goes on with it. */
  created: string | undefined;
  onCreated: (id: string) => void;
}

/** One record: its fields, what follows from them, who uses it and what happened to it. */
export function EntityEditor<Schema extends z.ZodType<object, object>, Row extends Entity>(
  props: EntityEditorProps<Schema, Row>,
) {
  const { id, rows, noun, created, onShow } = props;
  const at = rows.findIndex(({ Id }) => Id === id);
  const row = rows[at];
  if (!row && id !== NEW && id !== created)
    return (
      <EmptyState
        title={`This ${noun} is gone`}
        actions={
          <Button variant="default" onClick={() => onShow(undefined)}>
            Close
          </Button>
        }
      >
        Somebody has deleted it, or it belongs to another agency.
      </EmptyState>
    );
  return (
    <div className={styles['editor']}>
      <header className={styles['head']}>
        {row && (
          <>
            <Step
              label={`Previous ${noun}`}
              to={rows[at - 1]?.Id}
              onShow={onShow}
              icon={<IconChevronUp size={16} />}
            />
            <Step
              label={`Next ${noun}`}
              to={rows[at + 1]?.Id}
              onShow={onShow}
              icon={<IconChevronDown size={16} />}
            />
          </>
        )}
        <h2>{row?.Name ?? `New ${noun}`}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Close"
          onClick={() => onShow(undefined)}
        >
          <IconX size={16} />
        </ActionIcon>
      </header>
      <EntityForm {...props} row={row} />
    </div>
  );
}

interface StepProps {
  label: string;
  to: string | undefined;
  onShow: (id: string) => void;
  icon: ReactNode;
}

const Step = ({ label, to, onShow, icon }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={label}
    disabled={to === undefined}
    onClick={() => to !== undefined && onShow(to)}
  >
    {icon}
  </ActionIcon>
);

/** What every create and update answers: the record, in the one list of its area. */
const Answered = z.record(z.string(), z.unknown()).transform((answer) => {
  const slice = Object.values(answer).find((part) => Array.isArray(part));
  return z
    .array(z.looseObject({ Id: z.string(), Etag: z.string() }))
    .min(1)
    .parse(slice)[0];
});

function EntityForm<Schema extends z.ZodType<object, object>, Row extends Entity>({
  calls,
  kind,
  schema,
  initial,
  row,
  rows,
  noun,
  mayEdit,
  children,
  consequence,
  list,
  created,
  onShow,
  onCreated,
}: EntityEditorProps<Schema, Row> & { row: Row | undefined }) {
  const id = row?.Id ?? created;
  const [isDeleting, setDeleting] = useState(false);
  const create = useAction(calls.create, { handles: (failure): boolean => form.handles(failure) });
  const update = useAction(calls.update, { handles: (failure): boolean => form.handles(failure) });
  const form: FormOf<z.input<Schema>> = useForm({
    schema,
    initial,
    record: row,
    async save({ values, changed, Etag }) {
      const answer = id
        ? await update.run({ body: { ...changed, Id: id, Etag } })
        : await create.run({ body: values });
      return answer === undefined ? undefined : Answered.parse(answer);
    },
    onSaved(saved) {
      void list.refresh();
      if (saved && !id) onCreated(saved.Id);
    },
  });
  return (
    <>
      <Form
        of={form}
        submit={id ? 'Save' : `Add ${noun}`}
        aside={
          row &&
          mayEdit && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => setDeleting(true)}
            >
              Delete…
            </Button>
          )
        }
      >
        <fieldset className={styles['fields']} disabled={!mayEdit}>
          {children(form)}
        </fieldset>
        {row && consequence?.(row)}
        {row && <UsedBy call={calls.uses} id={row.Id} />}
        {row && <Activity kind={kind} id={row.Id} />}
      </Form>
      {row && (
        <DeleteDialog
          {...{ row, rows, noun, calls }}
          isOpen={isDeleting}
          onClose={() => setDeleting(false)}
          onDeleted={() => onShow(undefined)}
        />
      )}
    </>
  );
}
