import { type ReactNode, useRef, useState } from 'react';
import type * as z from 'zod';
import type { RecordKind } from '@handoff/shared/contract/endpoint';
import type { CallError } from '../../data/send/call-error.ts';
import {
  changedFields,
  changedNames,
  choose,
  type Edit,
  isWithin,
  type FieldName,
  pickValues,
  rebase,
  valueAt,
  withValue,
} from '../../data/records/merge.ts';
import { useApi } from '../../data/use-api.ts';
import { Field, type FieldProps } from './field.tsx';
import type { FormState } from './form-state.ts';

interface FormOptions<Schema extends z.ZodType<object>, Saved> {
  schema: Schema;
  /** What a new one starts with; its fields are those of the form. */
  initial: z.input<Schema>;
  /** The record that is edited, as it is now: what others change comes in while the form is open. */
  record?: { Etag: string; Id?: string } | undefined;
  /** Identifies the record: its newest version is looked up among all answers. */
  kind?: RecordKind | undefined;
  /** What of a record the form holds; left out: its fields of the same names. */
  valuesOf?: (record: object) => z.input<Schema>;
  /** What is known to be wrong from the start, by field. */
  errors?: ReadonlyMap<string, string>;
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
  /** What is wrong, by field, that the schema cannot know. */
  refuse: (errors: ReadonlyMap<string, string>) => void;
}

const MAX_TRIES = 3;

interface State<Values> extends Pick<FormState, 'errors' | 'failure' | 'refusals' | 'isSaving'> {
  edit: Edit<Values>;
  /** The id of the record that a new one has become, before the list has it. */
  created: string;
  isInConflict: boolean;
}

/** A form over a schema of the contract: what is typed, what is wrong with it, and how it meets what others saved. */
export function useForm<Schema extends z.ZodType<object, object>, Saved extends object>(
  options: FormOptions<Schema, Saved>,
): Form<z.input<Schema>> {
  const { schema, initial, record, kind, save, onSaved, errors: wrong = new Map() } = options;
  const { records } = useApi();
  const { valuesOf = (known) => pickValues(initial, known) } = options;
  type Values = z.input<Schema>;
  const [state, setState] = useState<State<Values>>(() => {
    const start = record ? valuesOf(record) : initial;
    const edit = { base: start, values: start };
    return {
      edit,
      errors: wrong,
      failure: undefined,
      refusals: 0,
      isSaving: false,
      isInConflict: false,
      created: '',
    };
  });
  // A save goes on over renders: it needs what is typed now, not what was when it began.
  const now = useRef(state);

  function update(part: Partial<State<Values>>) {
    now.current = { ...now.current, ...part };
    setState(now.current);
  }
  /** The saved version: others' saves are known before this is drawn again. */
  const savedBy = (created: string) => {
    if (record) return kind ? records.newestOf(kind, record) : record;
    return kind && created !== '' ? records.current(kind, created) : undefined;
  };
  const refuse = (errors: ReadonlyMap<string, string>, failure?: CallError) =>
    update({ errors, failure, refusals: now.current.refusals + 1 });

  /** The edit, put onto what is saved. */
  function merged({ edit, created }: Pick<State<Values>, 'edit' | 'created'> = now.current) {
    const known = savedBy(created);
    return { saved: known, ...(known ? rebase(edit, valuesOf(known)) : { ...edit, colliding: [] }) };
  }

  function handles(failure: CallError): boolean {
    const errors = new Map(Object.entries(failure.fields));
    const isMet = failure.code === 'conflict' && Boolean(failure.current);
    if (!isMet && errors.size > 0) refuse(errors, failure);
    else if (!isMet) update({ failure });
    return isMet || errors.size > 0;
  }

  async function submit(): Promise<void> {
    if (now.current.isSaving) return;
    update({ failure: undefined, isSaving: true });
    try {
      let isOver = false;
      // What others saved meanwhile goes together with this edit, or is a person's choice.
      // oxlint-disable-next-line no-await-in-loop -- each try is based on the answer to the one before
      for (let tries = 0; tries < MAX_TRIES && !isOver; tries += 1) isOver = await attempt();
    } finally {
      update({ isSaving: false });
    }
  }

  /** Whether there is nothing to try again. */
  async function attempt(): Promise<boolean> {
    const { saved: known, base, values, colliding } = merged();
    const parsed = schema.safeParse(values);
    if (!parsed.success) {
      refuse(new Map(errorsIn(parsed.error)));
      return true;
    }
    update({ errors: new Map(), isInConflict: colliding.length > 0 });
    if (colliding.length > 0) return true;
    // What others saved is part of it from here on: otherwise it would count as typed since.
    update({ edit: { base, values } });
    const Etag = textAt(known, 'Etag');
    const answer = await save({ values: parsed.data, changed: changedFields(values, base), Etag });
    // A refusal that answered what others have saved is tried again on top of it.
    if (answer === undefined) return textAt(savedBy(now.current.created), 'Etag') === Etag;
    update({ created: textAt(answer, 'Id') });
    // What was typed since the save began stays, as a change of what is saved now, however that was tidied up.
    const typed = { base: values, values: now.current.edit.values };
    const { saved: kept, colliding: tidied, ...edit } = merged({ ...now.current, edit: typed });
    const mine = new Map(tidied.map((name) => [name, 'mine' as const]));
    update({ edit: kept ? choose(edit, valuesOf(kept), mine) : edit });
    onSaved?.(answer);
    return true;
  }

  const { saved: shown, base, values, colliding } = merged(state);
  const conflict = shown && {
    names: colliding,
    mine: values,
    theirs: valuesOf(shown),
    by: {
      Id: textAt(shown, 'UpdatedBy.Id'),
      FullName: textAt(shown, 'UpdatedBy.FullName') || 'Someone else',
    },
  };
  return {
    ...state,
    schema,
    values,
    changed: changedIn({ base, values }),
    conflict: state.isInConflict ? conflict : undefined,
    set(name, value) {
      const current = merged();
      const next = withValue(current.values, name, value);
      update({ edit: { base: current.base, values: next }, errors: recheck(name, next) });
    },
    submit,
    async settle(sides) {
      update({ isInConflict: false });
      const { saved: known, ...edit } = merged();
      if (!known || !sides) return;
      update({ edit: choose(edit, valuesOf(known), sides) });
      await submit();
    },
    isUnsaved: () => changedIn(merged()).length > 0,
    reset: () => update({ edit: { base, values: base }, errors: new Map(), failure: undefined }),
    Field,
    handles,
    refuse,
  };

  /** A field that was wrong is looked at again while it is corrected. */
  function recheck(name: string, next: Values): State<Values>['errors'] {
    const { errors } = now.current;
    const others = [...errors].filter(([at]) => !isWithin(at, name));
    if (others.length === errors.size) return errors;
    const still = errorsIn(schema.safeParse(next).error).filter(([at]) => isWithin(at, name));
    return new Map([...others, ...still]);
  }
}

const changedIn = ({ base, values }: Edit<object>) => changedNames(base, values);

/** By field; of several at one field the first. */
const errorsIn = (error: z.ZodError | undefined) =>
  (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message] as const);

function textAt(record: object | undefined, name: string): string {
  const value = valueAt(record, name);
  return typeof value === 'string' ? value : '';
}
