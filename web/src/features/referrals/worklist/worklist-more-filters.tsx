import { Button, Popover, TextInput } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Decision, sourceKinds } from '@handoff/shared/domain/referral/referral';
import type { Person } from '@handoff/shared/domain/access/user';
import { FilterChoice } from '../../../ui/inputs/filter-bar.tsx';
import { formatDateTime } from '../../../text/format.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { useShowWorklist } from './use-worklist.ts';
import { addressOf, type Selection } from './worklist-selection.ts';
import styles from './filters.module.css';

interface MoreFiltersProps {
  selection: Selection;
}

const names = ['decision', 'owner', 'source'] as const;
const labels = {
  decision: 'Decision',
  owner: 'Owner',
  source: 'Source',
  zip: 'ZIP',
  reason: 'Reason',
  organization: 'Referred by',
  payer: 'Payer',
  county: 'County',
  state: 'State',
};
const anyOf = { decision: 'Any decision', owner: 'Anyone', source: 'Any source' };

/** The less common filters. */
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
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden="true" />}>
          Filters
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters" className={styles['moreFilters']}>
        {names.map((name) => (
          <FilterChoice
            key={name}
            label={labels[name]}
            any={anyOf[name]}
            value={selection[name]}
            options={choices[name]}
            onChange={(value) => show({ [name]: value || undefined })}
          />
        ))}
        <ZipFilter zip={selection.zip} onZip={(zip) => show({ zip })} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Active filters; a click removes one. */
export function SetFilters({ selection }: MoreFiltersProps) {
  const show = useShowWorklist(selection);
  const { view, sort, status } = selection;
  const texts = useFilterTexts(selection);
  const received = receivedText(selection);
  if (texts.length === 0 && received === undefined) return null;
  return (
    <div className={styles['setFilters']}>
      {texts.map(({ name, label, text }) => (
        <SetFilter key={name} {...{ label, text }} onRemove={() => show({ [name]: undefined })} />
      ))}
      {received !== undefined && (
        <SetFilter
          label="Received"
          text={received}
          onRemove={() => show({ from: undefined, before: undefined })}
        />
      )}
      {texts.length + (received === undefined ? 0 : 1) > 1 && (
        <Link to="/referrals" search={addressOf({ view, sort, status })} className="link">
          Clear
        </Link>
      )}
    </div>
  );
}

function SetFilter({ label, text, onRemove }: { label: string; text: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      className={styles['setFilter']}
      aria-label={`Remove the filter ${label}: ${text}`}
      onClick={onRemove}
    >
      <span className={styles['setFilterLabel']}>{label}</span> {text} <IconX size={12} aria-hidden="true" />
    </button>
  );
}

/** Includes the filters that only links from the dashboard set. */
const shownNames = [...names, 'zip', 'reason', 'organization', 'payer', 'county', 'state'] as const;

function useFilterTexts(selection: Selection) {
  const { people, reading } = useSettings();
  const named = {
    owner: ownersOf(selection, people).find(({ value }) => value === selection.owner)?.label,
    reason: reading.data?.SettingsDeclineReasonsInfo.find(({ Id }) => Id === selection.reason)?.Name,
  };
  return shownNames
    .filter((name) => selection[name] !== undefined)
    .map((name) => {
      const text = name === 'owner' || name === 'reason' ? named[name] : selection[name];
      return { name, label: labels[name], text: text === '' ? 'not entered' : (text ?? '') };
    });
}

function receivedText({ from, before }: Selection): string | undefined {
  const start = from === undefined ? undefined : `from ${formatDateTime(from)}`;
  const end = before === undefined || isFarAhead(before) ? undefined : `before ${formatDateTime(before)}`;
  const text = [start, end].filter((part) => part !== undefined).join(' ');
  return text === '' ? undefined : text;
}

/** The dashboard's links use the year 9999 for an open end. */
const isFarAhead = (iso: string) => iso.startsWith('9999');

/** A selected owner stays in the list after leaving the agency. */
function ownersOf({ owner }: Selection, people: readonly Person[]) {
  const owners = people.map(({ Id, FullName }) => ({ value: Id, label: FullName }));
  if (owner === undefined || people.some(({ Id }) => Id === owner)) return owners;
  return [...owners, { value: owner, label: 'Former staff member' }];
}

/** Applied when it is complete or empty. */
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
