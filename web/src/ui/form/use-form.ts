import { type ReactNode, useRef, useState } from 'react';
import type * as z from 'zod';
import type { RecordKind } from '@handoff/shared/contract/endpoint';
import { CallError, isCollision } from '../../data/send/call-error.ts';
import {
  changedNames,
  choose,
  type Edit,
  isWithin,
  type FieldName,
  partOf,
  pickValues,
  rebase,
  valueAt,
  withValue,
} from '../../data/records/merge.ts';
import { slicesOf, textAt } from '../../data/records/store.ts';
import type { InputOf } from '../../data/send/client.ts';
import { showFailure, useAction, type WriteEndpoint } from '../../data/send/outbox.ts';
import { useApi } from '../../data/use-api.ts';
import { Field, type FieldProps } from './field.tsx';
import type { FormState } from './form-state.ts';

interface FieldOptions<Schema extends z.ZodType<object>> {
  schema: Schema;
  /** The values of a new record; their fields are the fields of the form. */
  initial: z.input<Schema>;
  /** The current version of the record. Changes by others appear in the open form. */
  record?: { Etag: string; Id?: string } | undefined;
  /** Selects the form's values from a record; by default the fields with the same names. */
  valuesOf?: (record: object) => z.input<Schema>;
  /** Errors that are known when the form opens, by field. */
  errors?: ReadonlyMap<string, string>;
}

interface OwnSave<Schema extends z.ZodType<object>, Saved> extends FieldOptions<Schema> {
  /** With the record's Id, this finds its newest version among all answers. */
  kind?: RecordKind | undefined;
  /** Returns the saved answer, a failure for the form to show, or undefined when nothing was saved. */
  save: (edit: Saving<Schema>) => Promise<Saved | CallError | undefined>;
  onSaved?: (saved: Saved) => void;
}

interface Saving<Schema extends z.ZodType> {
  values: z.output<Schema>;
  /** The fields that differ from the record, and their names. */
  changed: Partial<z.input<Schema>>;
  names: readonly string[];
  /** The version that `changed` is based on; empty for a new record. */
  Etag: string;
  /** Empty for a new record. */
  Id: string;
}

type BodyOf<E> = InputOf<E> extends { body: infer Body } ? Body : unknown;
/** Refuses a call whose body differs from the form; a call without a declared body takes any. */
type Takes<E, Body> =
  unknown extends BodyOf<E>
    ? unknown
    : Body extends BodyOf<E>
      ? unknown
      : { body: 'has other fields than the form' };

/** A new record is sent with all values, a saved one with those that changed. */
interface RecordCalls<Schema extends z.ZodType<object>, Create, Update> {
  create?: Create & Takes<Create, z.output<Schema>>;
  update: Update & Takes<Update, Partial<z.input<Schema>> & Pick<Saving<Schema>, 'Id' | 'Etag'>>;
}

interface OneCall<Schema extends z.ZodType<object>, Save> {
  save: Save;
  /** Returns undefined when nothing has to be sent. */
  body: (edit: Saving<Schema>) => BodyOf<Save> | undefined;
}

interface Calls<Schema extends z.ZodType<object>> {
  create?: WriteEndpoint | undefined;
  update: WriteEndpoint;
  body?: (edit: Saving<Schema>) => unknown;
}

export interface Form<Values> extends FormState {
  values: Values & object;
  /** Typed by the schema: `name` must be one of its fields. */
  Field: (props: FieldProps<FieldName<Values>>) => ReactNode;
  /** Shows errors, by field, that the schema cannot find. */
  refuse: (errors: ReadonlyMap<string, string>) => void;
}

interface State<Values> extends Pick<FormState, 'errors' | 'failure' | 'refusals' | 'isSaving'> {
  edit: Edit<Values>;
  /** The id of the record created by this form, before the list has it. */
  created: string;
  /** The names of the fields that a save has met changed by someone else. */
  met: readonly string[];
}

/** A form that saves with calls of the contract and shows their refusals at its fields. */
export function useForm<
  Schema extends z.ZodType<object, object>,
  Create extends WriteEndpoint,
  Update extends WriteEndpoint,
>(
  options: FieldOptions<Schema> & { onSaved?: (id: string) => void } & (
      | RecordCalls<Schema, Create, Update>
      | OneCall<Schema, Update>
    ),
): Form<z.input<Schema>> {
  const { onSaved, ...fields } = options;
  const { create, update, body }: Calls<Schema> =
    'save' in options ? { update: options.save, body: options.body } : options;
  const creating = useAction<WriteEndpoint>(create ?? update, { showsFailure: true });
  const updating = useAction<WriteEndpoint>(update, { showsFailure: true });
  return useOwnForm({
    ...fields,
    kind: body && !options.record ? undefined : slicesOf(update, {})[0]?.kind,
    async save(edit) {
      const { values, changed, Id, Etag } = edit;
      const action = Id === '' ? creating : updating;
      const whole = Id === '' ? values : { ...changed, Id, Etag };
      const sent = body ? body(edit) : whole;
      if (sent === undefined) return { Id };
      const saved = await action.run({ body: sent });
      if (!saved.ok) return saved.failure;
      return { Id: textAt(slicesOf(update, saved.output)[0]?.items[0], 'Id') };
    },
    onSaved: ({ Id }) => onSaved?.(Id),
  });
}

/**
 * A form over a schema of the contract with its own way to save. It validates what is typed and merges it with changes
 * that others save.
 */
export function useOwnForm<Schema extends z.ZodType<object, object>, Saved extends object>(
  options: OwnSave<Schema, Saved>,
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
      met: [],
      created: '',
    };
  });
  // A save outlives renders, so it reads the newest values from a ref.
  const now = useRef(state);

  function update(part: Partial<State<Values>>) {
    now.current = { ...now.current, ...part };
    setState(now.current);
  }
  /** Changes that others save arrive here before the next render. */
  const savedBy = (created: string) => {
    if (record) return kind ? records.newestOf(kind, record) : record;
    return kind && created !== '' ? records.current(kind, created) : undefined;
  };
  const refuse = (errors: ReadonlyMap<string, string>, failure?: CallError) =>
    update({ errors, failure, refusals: now.current.refusals + 1 });

  /** The edit rebased on the saved version. */
  function merged({ edit, created }: Pick<State<Values>, 'edit' | 'created'> = now.current) {
    const known = savedBy(created);
    return { saved: known, ...(known ? rebase(edit, valuesOf(known)) : { ...edit, colliding: [] }) };
  }

  function fail(failure: CallError): void {
    const errors = new Map(Object.entries(failure.fields));
    // The store has the record that came with the conflict by now.
    if (isCollision(failure)) update({ met: [...errors.keys()] });
    else if (errors.size > 0) refuse(errors, failure);
    else {
      update({ failure });
      showFailure(failure);
    }
  }

  async function submit(): Promise<void> {
    if (now.current.isSaving) return;
    update({ failure: undefined });
    const { saved: known, base, values, colliding } = merged();
    const parsed = schema.safeParse(values);
    if (!parsed.success) return refuse(new Map(errorsIn(parsed.error)));
    update({ errors: new Map(), met: colliding });
    if (colliding.length > 0) return;
    // The merged values become the base; otherwise they would count as typed during the save.
    update({ edit: { base, values }, isSaving: true });
    const names = changedNames(base, values);
    const Etag = textAt(known, 'Etag');
    const Id = textAt(known, 'Id') || now.current.created;
    const edited = { values: parsed.data, changed: partOf(values, names), names, Etag, Id };
    const answer = await save(edited).finally(() => update({ isSaving: false }));
    if (answer instanceof CallError) return fail(answer);
    if (answer === undefined) return;
    update({ created: textAt(answer, 'Id') });
    // Text typed during the save stays as a change to the saved version, whatever the server normalized.
    const typed = { base: values, values: now.current.edit.values };
    const { saved: kept, colliding: tidied, ...edit } = merged({ ...now.current, edit: typed });
    const mine = new Map(tidied.map((name) => [name, 'mine' as const]));
    update({ edit: kept ? choose(edit, valuesOf(kept), mine) : edit });
    onSaved?.(answer);
  }

  const { saved: shown, base, values } = merged(state);
  const conflict = shown && {
    names: state.met,
    mine: values,
    theirs: valuesOf(shown),
    by: {
      Id: textIn(shown, 'UpdatedBy.Id'),
      FullName: textIn(shown, 'UpdatedBy.FullName') || 'Someone else',
    },
  };
  return {
    ...state,
    schema,
    values,
    changed: changedIn({ base, values }),
    conflict: state.met.length > 0 ? conflict : undefined,
    set(name, value) {
      const current = merged();
      const next = withValue(current.values, name, value);
      // An invalid field is judged again while it is corrected.
      const errors = hasError(name) ? judged(name, next) : now.current.errors;
      update({ edit: { base: current.base, values: next }, errors });
    },
    judge(name) {
      const { base: from, values: typed } = merged();
      // Fields that a person only passes are left to the save, and an error of the server stays until the text changes.
      const isChanged = valueAt(from, name) !== valueAt(typed, name);
      if (isChanged && !hasError(name)) update({ errors: judged(name, typed) });
    },
    submit,
    async settle(sides) {
      update({ met: [] });
      const { saved: known, ...edit } = merged();
      if (!known || !sides) return;
      update({ edit: choose(edit, valuesOf(known), sides) });
      await submit();
    },
    isUnsaved: () => changedIn(merged()).length > 0,
    reset: () => update({ edit: { base, values: base }, errors: new Map(), failure: undefined }),
    Field,
    refuse,
  };

  function hasError(name: string): boolean {
    return [...now.current.errors.keys()].some((at) => isWithin(at, name));
  }

  /** The errors after one field was validated again. */
  function judged(name: string, next: Values): State<Values>['errors'] {
    const others = [...now.current.errors].filter(([at]) => !isWithin(at, name));
    const still = errorsIn(schema.safeParse(next).error).filter(([at]) => isWithin(at, name));
    return new Map([...others, ...still]);
  }
}

const changedIn = ({ base, values }: Edit<object>) => changedNames(base, values);

/** Keeps the first error of each field. */
const errorsIn = (error: z.ZodError | undefined) =>
  (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message] as const);

function textIn(record: object, path: string): string {
  const value = valueAt(record, path);
  return typeof value === 'string' ? value : '';
}
