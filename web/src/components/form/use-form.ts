import { type ReactNode, useRef, useState } from 'react';
import type * as z from 'zod';
import type { CallError } from '../../lib/api/call-error.ts';
import {
  changedFields,
  changedNames,
  type FieldName,
  pickValues,
  rebase,
  valueAt,
  withValue,
} from './form-values.ts';
import { Field, type FieldProps } from './field.tsx';
import type { FormState } from './form-state.ts';

interface FormOptions<Schema extends z.ZodType<object>, Saved> {
  schema: Schema;
  /** What a new one starts with; its fields are those of the form. */
  initial: z.input<Schema>;
  /** The record that is edited, as it is now: what others change comes in while the form is open. */
  record?: { Etag: string } | undefined;
  /** Answers what was saved, or nothing when it was refused. `changed` are the fields that differ from the record. */
  save: (edit: Saving<Schema>) => Promise<Saved | undefined>;
  onSaved?: (saved: Saved) => void;
}

interface Saving<Schema extends z.ZodType> {
  values: z.output<Schema>;
  changed: Partial<z.input<Schema>>;
  /** Of the version that `changed` is based on; an empty text for a new one. */
  Etag: string;
}

export interface Form<Values> extends FormState {
  values: Values & object;
  /** Bound to the schema: its `name` is one of its fields. */
  Field: (props: FieldProps<FieldName<Values>>) => ReactNode;
  /** For `useAction`: what the form shows itself needs no toast. */
  handles: (failure: CallError) => boolean;
}

const MOST_TRIES = 3;

/** A form over a schema of the contract: what is typed, what is wrong with it, and how it meets what others saved. */
export function useForm<Schema extends z.ZodType<object, object>, Saved extends object>({
  schema,
  initial,
  record,
  save,
  onSaved,
}: FormOptions<Schema, Saved>): Form<z.input<Schema>> {
  type Values = z.input<Schema>;
  const start = record ? pickValues(initial, record) : initial;
  const [edit, setEditState] = useState({ base: start, values: start });
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<CallError | undefined>();
  const [refusals, setRefusals] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [isInConflict, setInConflict] = useState(false);
  const [answered, setAnsweredState] = useState<Answered | undefined>();
  // A save goes on over renders: it needs what is typed now, not what was when it began.
  const now = useRef({ edit, answered, isSaving: false, wasConflict: false });

  function setEdit(next: typeof edit) {
    now.current.edit = next;
    setEditState(next);
  }
  /** What the server answered counts until the reading has caught up with it. */
  function setAnswered(next: object) {
    now.current.answered = { over: record?.Etag ?? '', record: next };
    setAnsweredState(now.current.answered);
  }
  const latest = () => newest(record, now.current.answered);
  function merged(from = now.current.edit) {
    const saved = latest();
    return saved ? rebase(from, pickValues(initial, saved)) : { ...from, colliding: [] };
  }

  const shown = newest(record, answered);
  const { base, values, colliding } = shown
    ? rebase(edit, pickValues(initial, shown))
    : { ...edit, colliding: [] };

  function refuse(wrong: ReadonlyMap<string, string>) {
    setErrors(wrong);
    setRefusals((count) => count + 1);
  }

  function handles(refused: CallError): boolean {
    if (refused.code === 'conflict' && refused.current) {
      now.current.wasConflict = true;
      setAnswered(Object(refused.current));
      return true;
    }
    setFailure(refused);
    const wrong = new Map(Object.entries(refused.fields));
    if (wrong.size > 0) refuse(wrong);
    return wrong.size > 0;
  }

  async function submit(): Promise<void> {
    if (now.current.isSaving) return;
    setFailure(undefined);
    now.current.isSaving = true;
    setSaving(true);
    try {
      let isOver = false;
      // What others saved meanwhile goes together with this edit, or is a person's choice.
      // oxlint-disable-next-line no-await-in-loop -- each try is based on the answer to the one before
      for (let tries = 0; tries < MOST_TRIES && !isOver; tries += 1) isOver = await attempt();
    } finally {
      now.current.isSaving = false;
      setSaving(false);
    }
  }

  /** Whether there is nothing to try again. */
  async function attempt(): Promise<boolean> {
    const current = merged();
    const parsed = schema.safeParse(current.values);
    if (!parsed.success) {
      refuse(new Map(parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message])));
      return true;
    }
    setErrors(new Map());
    setInConflict(current.colliding.length > 0);
    if (current.colliding.length > 0) return true;
    const known = latest();
    const Etag: unknown = known && valueAt(known, 'Etag');
    now.current.wasConflict = false;
    const saved = await save({
      values: parsed.data,
      changed: changedFields(current.values, current.base),
      Etag: typeof Etag === 'string' ? Etag : '',
    });
    if (saved === undefined) return !now.current.wasConflict;
    // What was typed since the save began stays, as a change of what is saved now.
    if ('Etag' in saved) setAnswered(saved);
    setEdit({
      base: current.values,
      values: merged({ base: current.values, values: now.current.edit.values }).values,
    });
    onSaved?.(saved);
    return true;
  }

  return {
    schema,
    values,
    errors,
    failure,
    refusals,
    isSaving,
    changed: changedNames(base, values),
    conflict:
      isInConflict && shown
        ? { names: colliding, theirs: pickValues(initial, shown), by: editorOf(shown) }
        : undefined,
    set(name, value) {
      const current = merged();
      setEdit({ base: current.base, values: withValue(current.values, name, value) });
      if (errors.has(name)) recheck(name, withValue(current.values, name, value));
    },
    submit,
    async settle(sides) {
      const current = merged();
      const theirs = pickValues(initial, latest() ?? {});
      let next = { base: current.base, values: current.values };
      for (const [name, side] of sides) {
        const value = valueAt(theirs, name);
        next.base = withValue(next.base, name, value);
        if (side === 'theirs') next.values = withValue(next.values, name, value);
      }
      setEdit(next);
      setInConflict(false);
      await submit();
    },
    leaveConflict: () => setInConflict(false),
    isUnsaved() {
      const current = merged();
      return changedNames(current.base, current.values).length > 0;
    },
    reset() {
      setEdit({ base, values: base });
      setErrors(new Map());
      setFailure(undefined);
    },
    Field,
    handles,
  };

  /** A field that was wrong is looked at again while it is mended. */
  function recheck(name: string, next: Values) {
    const issues = schema.safeParse(next).error?.issues ?? [];
    const still = issues.find(({ path }) => path.join('.') === name);
    setErrors((former) => {
      const rest = [...former].filter(([each]) => each !== name);
      return new Map(still ? [...rest, [name, still.message] as const] : rest);
    });
  }
}

function editorOf(record: object): string {
  const name = valueAt(record, 'UpdatedBy.FullName');
  return typeof name === 'string' ? name : 'Someone else';
}

interface Answered {
  /** The version of the record that it answered. */
  over: string;
  record: object;
}

function newest(record: { Etag: string } | undefined, answered: Answered | undefined): object | undefined {
  return answered && answered.over === (record?.Etag ?? '') ? answered.record : record;
}
