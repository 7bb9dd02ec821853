import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { Checkbox, MultiSelect, TextInput } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { useState } from 'react';
import { contractedPayersApi } from '@handoff/shared/contract/parties';
import { dayIn, startOfDay } from '@handoff/shared/domain/agency/business-domain';
import { MAX_VALUES } from '@handoff/shared/domain/referral/referral-filters';
import { useTimeZone } from '../../../data/current-person.ts';
import { useWholeList } from '../../../data/records/use-list.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { DayFilter, DayRange } from '../../../ui/inputs/day-range.tsx';
import { FilterChoice } from '../../../ui/inputs/filter-bar.tsx';
import { lastDayBefore, ownersOf, SetFilters } from './set-filters.tsx';
import { useShowWorklist } from './use-worklist.ts';
import { filters, type Selection } from './worklist-selection.ts';
import styles from './filters.module.css';

/** Every filter that a person sets; those set already are chips in the row, or here on a phone. */
export function FilterPanel({ selection }: { selection: Selection }) {
  const show = useShowWorklist(selection);
  const { people, offered, disciplines } = useSettings();
  const { data: payers = [] } = useWholeList(
    contractedPayersApi.list,
    { query: {} },
    ({ ContractedPayersInfo }) => ContractedPayersInfo,
  );
  const { late, status, eligibility, payer, service, owner } = selection;
  return (
    <>
      {/* They would need a second row on a phone. */}
      <div className={styles['setHere']}>
        <SetFilters selection={selection} />
      </div>
      <Checkbox
        label="Late: no answer within the response time"
        checked={late === true}
        onChange={({ currentTarget }) => show({ late: currentTarget.checked || undefined })}
      />
      <Several
        label="Status"
        values={status}
        options={offered.statuses().map(optionOf)}
        onChange={(values) => show({ status: values })}
      />
      <Several
        label="Payer"
        values={payer}
        options={payers.map(({ Name }) => ({ value: Name, label: Name }))}
        onChange={(values) => show({ payer: values })}
      />
      <Several
        label="Service"
        values={service}
        options={disciplines.map(optionOf)}
        onChange={(values) => show({ service: values })}
      />
      <Several
        label="Owner"
        values={owner}
        options={ownersOf(selection, people)}
        onChange={(values) => show({ owner: values })}
      />
      <FilterChoice
        label="Eligibility"
        any="Any status"
        value={eligibility}
        options={offered.eligibilityStatuses(eligibility).map(optionOf)}
        onChange={(value) => show({ eligibility: value || undefined })}
      />
      {filters.map(
        ({ name, label = name, choice }) =>
          choice && (
            <FilterChoice
              key={name}
              {...{ label, ...choice }}
              value={String(selection[name] ?? '')}
              onChange={(value) => show({ [name]: value || undefined })}
            />
          ),
      )}
      <ReceivedFilter selection={selection} />
      <DayFilter
        label="Requested start by"
        day={selection.start ?? ''}
        onDay={(day) => show({ start: day || undefined })}
      />
      <ZipFilter zip={selection.zip} onZip={(zip) => show({ zip })} />
    </>
  );
}

const optionOf = ({ Id, Name }: { Id: string; Name: string }) => ({ value: Id, label: Name });

interface SeveralProps {
  label: string;
  values: string | string[] | undefined;
  options: { value: string; label: string }[];
  onChange: (values: string | string[] | undefined) => void;
}

/** One value is sent as itself, because the index finds it faster than one of several. */
function Several({ label, values = [], options, onChange }: SeveralProps) {
  const chosen = [values].flat();
  const missing = chosen.filter((value) => options.every((option) => option.value !== value));
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? 'Any' : ''}
      searchable
      hidePickedOptions
      maxValues={MAX_VALUES}
      comboboxProps={{ withinPortal: false }}
      value={chosen}
      data={[...new Map([...options, ...missing.map(asOption)].map((each) => [each.value, each])).values()]}
      onChange={(next) => onChange(next.length > 1 ? next : next[0])}
    />
  );
}

const asOption = (value: string) => ({ value, label: value });

/** Whole days of the agency; the address has the moments at which they begin and end. */
function ReceivedFilter({ selection }: { selection: Selection }) {
  const { from, before } = selection;
  const show = useShowWorklist(selection);
  const zone = useTimeZone();
  const start = (day: string) => startOfDay(day, zone).toISOString();
  return (
    <DayRange
      labels={{ from: 'Received from', to: 'Received to' }}
      range={{
        from: from && dayIn(zone, new Date(from)),
        to: before && lastDayBefore(before, zone),
      }}
      onChange={(part) =>
        show({
          ...(part.from !== undefined && { from: part.from === '' ? undefined : start(part.from) }),
          ...(part.to !== undefined && { before: part.to === '' ? undefined : start(addDays(part.to, 1)) }),
        })
      }
    />
  );
}

interface ZipFilterProps {
  zip: string | undefined;
  onZip: (zip: string | undefined) => void;
}

/** Applied when it is complete or empty. */
function ZipFilter({ zip = '', onZip }: ZipFilterProps) {
  const [typed, setTyped] = useState(zip);
  return (
    <TextInput
      label="ZIP code"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="Any"
      value={typed}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, '');
        setTyped(digits);
        if (digits.length === 5) onZip(digits);
        if (digits === '' && zip !== '') onZip(undefined);
      }}
    />
  );
}
