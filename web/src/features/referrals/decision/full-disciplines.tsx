import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { capacitiesApi } from '@handoff/shared/contract/capacities';
import { capacityWeeks, endOfWeeks, limitedPlace, limitsAt } from '@handoff/shared/domain/agency/capacity';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { showError } from '../../../data/toasts.ts';
import { useMay, useToday } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { formatDay, plural } from '../../../text/format.ts';

/** A decline for capacity records these disciplines, by id, as full until a day. */
interface Recorded {
  disciplines: readonly string[];
  until: string;
}

type Asked = Pick<Referral, 'Address' | 'Services'>;

/** The disciplines of the referral that are not full there yet; none while its county is not known. */
export function useOpenDisciplines({ Address, Services }: Asked): readonly string[] {
  const mayEdit = useMay('capacity.edit') && Address.County.trim() !== '';
  const capacities = useRead(capacitiesApi.list, mayEdit ? {} : null).data?.CapacitiesInfo;
  const day = useToday();
  if (!capacities) return [];
  const full = limitsAt({ place: Address, disciplines: Services, day }, capacities).filter(
    ({ Level }) => Level === 'Full',
  );
  return Services.filter((id) => full.every(({ Discipline }) => Discipline !== id));
}

/** The decline is saved before, and stays when this fails. */
export function useRecordFull({ Address: { State, County } }: Asked) {
  const { run } = useAction(capacitiesApi.set, { showsFailure: true });
  return async ({ disciplines, until }: Recorded): Promise<void> => {
    for (const Discipline of disciplines) {
      const body = { Discipline, State, County, Level: 'Full' as const, EndsOn: until };
      // oxlint-disable-next-line no-await-in-loop -- one action sends one request at a time
      const recorded = await run({ body });
      if (!recorded.ok)
        showError(`The referral is declined, but the capacity was not recorded. ${recorded.failure.message}`);
    }
  };
}

interface FullDisciplinesProps {
  referral: Asked;
  /** The disciplines to choose from. */
  offered: readonly string[];
  value: Recorded;
  onChange: (value: Recorded) => void;
}

export function FullDisciplines({ referral: { Address }, offered, value, onChange }: FullDisciplinesProps) {
  const { serviceNames } = useSettings();
  const today = useToday();
  const { disciplines } = value;
  return (
    <Stack component="fieldset" gap="sm">
      <legend>Capacity</legend>
      {offered.map((id) => (
        <Checkbox
          key={id}
          label={`Record ${serviceNames([id]).join()} as full in ${limitedPlace(Address)}`}
          checked={disciplines.includes(id)}
          onChange={({ currentTarget }) =>
            onChange({
              ...value,
              disciplines: currentTarget.checked
                ? [...disciplines, id]
                : disciplines.filter((other) => other !== id),
            })
          }
        />
      ))}
      <NativeSelect
        label="Full until"
        value={value.until}
        disabled={disciplines.length === 0}
        onChange={({ currentTarget }) => onChange({ ...value, until: currentTarget.value })}
        data={capacityWeeks.map((weeks) => {
          const day = endOfWeeks(today, weeks);
          return {
            value: day,
            label: `${formatDay(day)}, ${weeks === 1 ? 'this week' : plural(weeks, 'week')}`,
          };
        })}
      />
    </Stack>
  );
}
