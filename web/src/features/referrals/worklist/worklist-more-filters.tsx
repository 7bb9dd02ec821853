import { Button, NativeSelect, Popover, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Decision, sourceKinds } from '@handoff/shared/domain/referral/referral';
import type { Person } from '@handoff/shared/domain/access/user';
import { useSettings } from '../../../lib/use-settings.ts';
import { addressOf, type Selection, WorklistAddress } from './worklist-selection.ts';

interface MoreFiltersProps {
  selection: Selection;
}

const names = ['decision', 'owner', 'source'] as const;
const labels = { decision: 'Decision', owner: 'Owner', source: 'Source', zip: 'ZIP' };
const anyOf = { decision: 'Any decision', owner: 'Anyone', source: 'Any source' };

/** The filters that are asked for less often. */
export function MoreFilters({ selection }: MoreFiltersProps) {
  const show = useShowWorklist(selection);
  const { people } = useSettings();
  const choices = {
    decision: Decision.shape.Kind.options,
    owner: ownersOf(selection, people),
    source: sourceKinds,
  };
  return (
    <Popover position="bottom-start" width={260} trapFocus shadow="md">
      <Popover.Target>
        <Button size="sm" variant="default" leftSection={<IconFilter size={16} aria-hidden="true" />}>
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters" className="more-filters">
        {names.map((name) => (
          <NativeSelect
            key={name}
            label={labels[name]}
            size="sm"
            value={selection[name] ?? ''}
            data={[{ value: '', label: anyOf[name] }, ...choices[name]]}
            onChange={({ currentTarget }) => show({ [name]: currentTarget.value || undefined })}
          />
        ))}
        <ZipFilter zip={selection.zip} onZip={(zip) => show({ zip })} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Those of them that are set, each taken off by a click. */
export function SetFilters({ selection }: MoreFiltersProps) {
  const show = useShowWorklist(selection);
  const { people } = useSettings();
  const { view, sort, status, owner } = selection;
  const ownerName = ownersOf(selection, people).find(({ value }) => value === owner)?.label;
  const set = ([...names, 'zip'] as const).filter((name) => selection[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <div className="set-filters">
      {set.map((name) => {
        const text = (name === 'owner' ? ownerName : selection[name]) ?? '';
        return (
          <button
            key={name}
            type="button"
            className="set-filter"
            aria-label={`Remove the filter ${labels[name]}: ${text}`}
            onClick={() => show({ [name]: undefined })}
          >
            <span className="set-filter-label">{labels[name]}</span> {text}{' '}
            <IconX size={12} aria-hidden="true" />
          </button>
        );
      })}
      {set.length > 1 && (
        <Link to="/referrals" search={addressOf({ view, sort, status })} className="link">
          Clear
        </Link>
      )}
    </div>
  );
}

/** Who is asked for is offered even when they have left. */
function ownersOf({ owner }: Selection, people: readonly Person[]) {
  const owners = people.map(({ Id, FullName }) => ({ value: Id, label: FullName }));
  if (owner === undefined || people.some(({ Id }) => Id === owner)) return owners;
  return [...owners, { value: owner, label: 'Former staff member' }];
}

/** Taken when it is whole, or emptied. */
function ZipFilter({
  zip = '',
  onZip,
}: {
  zip: string | undefined;
  onZip: (zip: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(zip);
  return (
    <TextInput
      label="ZIP code"
      size="sm"
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

/** Goes to the same list but for this; what is not understood is taken for "any". */
export function useShowWorklist(selection: Selection) {
  const navigate = useNavigate();
  return (change: { [Name in keyof WorklistAddress]?: string | undefined }) => {
    const wanted = WorklistAddress.parse({ ...selection, ...change });
    void navigate({ to: '/referrals', search: addressOf(wanted) });
  };
}
