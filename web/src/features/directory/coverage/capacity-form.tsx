import { Button, Group } from '@mantine/core';
import { capacitiesApi } from '@handoff/shared/contract/capacities';
import {
  type Capacity,
  capacityDefaults,
  capacityWeeks,
  endOfWeeks,
  isSameCapacity,
  limitedPlace,
  limitText,
  NewCapacity,
  weekOf,
} from '@handoff/shared/domain/agency/capacity';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type * as z from 'zod';
import { RemoveButton } from '../../../ui/record-page/remove-button.tsx';
import { FieldRow, Form } from '../../../ui/form/form.tsx';
import { type Form as FormOf, useForm } from '../../../ui/form/use-form.ts';
import { useToday } from '../../../data/current-person.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { formatDay, plural } from '../../../text/format.ts';
import type { Directory } from './use-directory.ts';

interface CapacityFormProps {
  /** The discipline, and the county or the entire state. */
  cell: Pick<Capacity, 'Discipline' | 'State' | 'County'>;
  /** The discipline by its name. */
  name: string;
  directory: Directory;
  onDone: () => void;
}

/** Limits a discipline in a place for some weeks, changes the limit that is there, or takes it away. */
export function CapacityForm({ cell, name, directory, onDone }: CapacityFormProps) {
  const today = useToday();
  const limit = directory.capacities.find((each) => each.EndsOn >= today && isSameCapacity(each, cell));
  return limit ? (
    <ChangedLimit key={limit.Id} {...{ limit, name, onDone }} />
  ) : (
    <NewLimit {...{ cell, onDone }} />
  );
}

function NewLimit({ cell, onDone }: Pick<CapacityFormProps, 'cell' | 'onDone'>) {
  const today = useToday();
  const form = useForm({
    schema: NewCapacity,
    initial: {
      ...capacityDefaults,
      ...cell,
      Level: 'Full' as const,
      StartsOn: weekOf(today),
      EndsOn: endOfWeeks(today, 2),
    },
    save: capacitiesApi.set,
    body: ({ values }) => values,
    onSaved: onDone,
  });
  return (
    <Form of={form} submit="Save capacity" leaves startsFocused>
      <Weeks form={form} />
    </Form>
  );
}

interface ChangedLimitProps extends Pick<CapacityFormProps, 'name' | 'onDone'> {
  limit: Capacity;
}

function ChangedLimit({ limit, name, onDone }: ChangedLimitProps) {
  const { Discipline, State, County, Level, StartsOn, EndsOn, Note } = limit;
  const form = useForm({
    schema: NewCapacity,
    initial: { Discipline, State, County, Level, StartsOn, EndsOn, Note },
    record: limit,
    save: capacitiesApi.set,
    body: ({ values }) => values,
    onSaved: onDone,
  });
  return (
    <Form of={form} startsFocused aside={<OpenAgain {...{ limit, name }} onGone={onDone} />}>
      <Weeks form={form} />
    </Form>
  );
}

const WEEKS_AHEAD = 8;

/** Begins with a week, and ends with a day that most people choose by a number of weeks. */
function Weeks({ form: { Field, values, set } }: { form: FormOf<z.input<typeof NewCapacity>> }) {
  const thisWeek = weekOf(useToday());
  const ahead = Array.from({ length: WEEKS_AHEAD }, (_, index) => addDays(thisWeek, 7 * index));
  const weeks = [...new Set([values.StartsOn, ...ahead])].toSorted();
  return (
    <>
      <FieldRow>
        <Field name="Level" label="Capacity" />
        <Field
          name="StartsOn"
          label="From week"
          options={weeks.map((value) => ({
            value,
            label: value === thisWeek ? 'This week' : formatDay(value),
          }))}
        />
      </FieldRow>
      <Field name="EndsOn" label="Until" hint="The last day. After it, the discipline is open again." />
      <Group component="fieldset" gap="sm" aria-label="Until the end of">
        {capacityWeeks.map((count) => (
          <Button
            key={count}
            size="xs"
            variant={values.EndsOn === endOfWeeks(values.StartsOn, count) ? 'light' : 'default'}
            aria-pressed={values.EndsOn === endOfWeeks(values.StartsOn, count)}
            onClick={() => set('EndsOn', endOfWeeks(values.StartsOn, count))}
          >
            {count === 1 ? 'That week' : plural(count, 'week')}
          </Button>
        ))}
      </Group>
      <Field name="Note" hint="For your colleagues; without names of patients" />
    </>
  );
}

interface OpenAgainProps extends Pick<ChangedLimitProps, 'limit' | 'name'> {
  onGone: () => void;
}

function OpenAgain({ limit, name, onGone }: OpenAgainProps) {
  const { Id, Etag } = limit;
  const remove = useAction(capacitiesApi.remove, { onSuccess: onGone });
  return (
    <RemoveButton
      label="Open again…"
      title={`Open ${name} in ${limitedPlace(limit)} again?`}
      sure="Open again"
      isPending={remove.isPending}
      onRemove={() => void remove.run({ body: { Id, Etag } })}
    >
      <p>Referrals no longer show that it is {limitText(limit)}.</p>
    </RemoveButton>
  );
}
