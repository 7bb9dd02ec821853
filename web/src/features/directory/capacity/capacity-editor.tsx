import { Button, Group, Stack } from '@mantine/core';
import { capacitiesApi } from '@handoff/shared/contract/capacities';
import { serviceAreasApi } from '@handoff/shared/contract/parties';
import { settingsApi } from '@handoff/shared/contract/settings';
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
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { stateOptions, placeName } from '@handoff/shared/domain/address/us-state';
import type * as z from 'zod';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { Activity } from '../../../ui/record-page/entity-facts.tsx';
import type { Opened } from '../../../ui/record-page/record-page.tsx';
import { RemoveButton } from '../../../ui/record-page/remove-button.tsx';
import { FieldRow, Form } from '../../../ui/form/form.tsx';
import { type Form as FormOf, useForm } from '../../../ui/form/use-form.ts';
import { SuggestInput } from '../../../ui/inputs/suggest-input.tsx';
import { useCurrentPerson, useToday } from '../../../data/current-person.ts';
import { useWholeList } from '../../../data/records/use-list.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { formatDay, plural } from '../../../text/format.ts';

type Typed = z.input<typeof NewCapacity>;
type Opener = Pick<Opened<Capacity>, 'onShow' | 'onCreated' | 'onGone'>;

export function NewCapacityEntry({ listed, onShow, onCreated }: Opener & { listed: readonly Capacity[] }) {
  const { areas, states } = useServedStates();
  const today = useToday();
  const { disciplines } = useSettings();
  const form = useForm({
    schema: NewCapacity,
    initial: {
      ...capacityDefaults,
      Discipline: '',
      State: states[0] ?? '',
      Level: 'Full' as const,
      StartsOn: weekOf(today),
      EndsOn: endOfWeeks(today, 2),
    },
    save: capacitiesApi.set,
    body: ({ values }) => values,
    onSaved: onCreated,
  });
  const { Field, values } = form;
  const counties = useCounties(values.State, areas);
  const former = listed.find((each) => isSameCapacity(each, values));
  return (
    <Stack>
      <EditorHead title="Limit a discipline" onClose={() => onShow(undefined)} />
      <Form of={form} submit="Save capacity" leaves startsFocused>
        <Field
          name="Discipline"
          options={disciplines.filter(isOffered).map(({ Id, Name }) => ({ value: Id, label: Name }))}
        />
        <FieldRow>
          <Field name="State" options={stateOptions.filter(({ value }) => states.includes(value))} />
          <Field name="County" hint="Leave blank for the entire state">
            {({ value, ...control }) => (
              <SuggestInput
                {...control}
                isOpenedByFocus
                value={String(value)}
                suggestions={counties.filter((county) =>
                  county.toLowerCase().startsWith(String(value).trim().toLowerCase()),
                )}
              />
            )}
          </Field>
        </FieldRow>
        <output>
          {former && (
            <span className="notice">
              This replaces: {limitText(former)}, said by {former.UpdatedBy.FullName}.
            </span>
          )}
        </output>
        <Weeks form={form} />
      </Form>
    </Stack>
  );
}

interface ChangedProps extends Opener {
  capacity: Capacity;
  /** The discipline by its name. */
  name: string;
  mayEdit: boolean;
}

/** Discipline and county stay: for others there is another entry. */
export function ChangedCapacity({ capacity, name, mayEdit, onShow, onGone }: ChangedProps) {
  const { Discipline, State, County, Level, StartsOn, EndsOn, Note } = capacity;
  const form = useForm({
    schema: NewCapacity,
    initial: { Discipline, State, County, Level, StartsOn, EndsOn, Note },
    record: capacity,
    save: capacitiesApi.set,
    body: ({ values }) => values,
  });
  return (
    <Stack>
      <EditorHead title={`${name} in ${limitedPlace(capacity)}`} onClose={() => onShow(undefined)} />
      <Form of={form} isReadOnly={!mayEdit} aside={<OpenAgain {...{ capacity, name, onGone }} />}>
        <Weeks form={form} />
        <Activity kind="capacity" id={capacity.Id} />
      </Form>
    </Stack>
  );
}

const WEEKS_AHEAD = 8;

/** Begins with a week, and ends with a day that most people choose by a number of weeks. */
function Weeks({ form: { Field, values, set } }: { form: FormOf<Typed> }) {
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

function OpenAgain({ capacity, name, onGone }: Pick<ChangedProps, 'capacity' | 'name' | 'onGone'>) {
  const { Id, Etag } = capacity;
  const remove = useAction(capacitiesApi.remove, { onSuccess: onGone });
  return (
    <RemoveButton
      label="Open again…"
      title={`Open ${name} in ${limitedPlace(capacity)} again?`}
      sure="Open again"
      isPending={remove.isPending}
      onRemove={() => void remove.run({ body: { Id, Etag } })}
    >
      <p>Referrals no longer show that it is {limitText(capacity)}.</p>
    </RemoveButton>
  );
}

function useServedStates() {
  const own = useCurrentPerson().domain?.States ?? [];
  const areas = useWholeList(serviceAreasApi.list, { query: {} }, (answer) => answer.ServiceAreasInfo).data;
  const states = [...new Set([...own, ...(areas ?? []).flatMap(({ States }) => States)])];
  return { areas: areas ?? [], states: states.toSorted() };
}

type Areas = ReturnType<typeof useServedStates>['areas'];

/** The counties that service areas name, and those of the imported addresses. */
function useCounties(state: string, areas: Areas): string[] {
  const zips = useRead(settingsApi.zipCodesByState, state === '' ? null : { body: { state } });
  const named = areas.flatMap(({ Counties }) => Counties.filter(({ State }) => State === state));
  const imported = zips.data?.SettingsZipCodesCountiesInfo.map(({ county }) => county) ?? [];
  const all = [...named.map(({ County }) => County), ...imported].map(placeName);
  return [...new Set(all)].filter((county) => county !== '').toSorted();
}
