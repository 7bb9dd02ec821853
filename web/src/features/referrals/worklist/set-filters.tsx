import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dayIn, startOfDay } from '@handoff/shared/domain/agency/business-domain';
import type { Person } from '@handoff/shared/domain/access/user';
import { formatDateTime, formatDay, formatMoment } from '../../../text/format.ts';
import { useTimeZone } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { useShowWorklist } from './use-worklist.ts';
import { addressOf, type FilterName, type Filters, filters, type Selection } from './worklist-selection.ts';
import styles from './filters.module.css';

/** Active filters; a click removes one. */
export function SetFilters({ selection }: { selection: Selection }) {
  const show = useShowWorklist(selection);
  const { view, sort, late } = selection;
  const textOf = useFilterText();
  const received = useReceivedText(selection);
  const set = filters.filter(({ name, label }) => label !== undefined && selection[name] !== undefined);
  return (
    <>
      {late === true && <SetFilter label="Late" onRemove={() => show({ late: undefined })} />}
      {set.map(({ name, label = name }) => (
        <SetFilter
          key={name}
          label={label}
          text={textOf(name, selection[name])}
          onRemove={() => show({ [name]: undefined })}
        />
      ))}
      {received !== '' && (
        <SetFilter
          label="Received"
          text={received}
          onRemove={() => show({ from: undefined, before: undefined })}
        />
      )}
      {set.length + Number(late === true) + Number(received !== '') > 1 && (
        <Link to="/referrals" search={addressOf({ view, sort })} className="link">
          Clear
        </Link>
      )}
    </>
  );
}

interface SetFilterProps {
  label: string;
  text?: string;
  onRemove: () => void;
}

function SetFilter({ label, text, onRemove }: SetFilterProps): ReactNode {
  return (
    <button
      type="button"
      className={styles['setFilter']}
      aria-label={`Remove the filter ${label}${text === undefined ? '' : `: ${text}`}`}
      onClick={onRemove}
    >
      {label} {text !== undefined && <b>{text}</b>} <IconX size={14} aria-hidden="true" />
    </button>
  );
}

function useFilterText() {
  const { people, statuses, eligibilityStatuses, serviceNames, reading } = useSettings();
  const named: Record<string, readonly { Id: string; Name: string }[]> = {
    status: statuses,
    eligibility: eligibilityStatuses,
    owner: people.map(({ Id, FullName }) => ({ Id, Name: FullName })),
    reason: reading.data?.SettingsDeclineReasonsInfo ?? [],
  };
  return (name: FilterName, value: Filters[FilterName]): string => {
    const values = [value ?? []].flat().map(String);
    if (name === 'service') return serviceNames(values).join(', ');
    if (name === 'start') return values.map(formatDay).join();
    if (name === 'changed') return values.map(formatMoment).join();
    const entries = named[name];
    const unknown = name === 'owner' ? 'Former staff member' : undefined;
    return values
      .map((each) => entries?.find(({ Id }) => Id === each)?.Name ?? unknown ?? (each || 'not entered'))
      .join(', ');
  };
}

/** "from 11/01/2026 to 11/07/2026"; a time within a day is shown as such. */
function useReceivedText({ from, before }: Selection): string {
  const zone = useTimeZone();
  const end = before === undefined || isFarAhead(before) ? undefined : before;
  const isMidnight = (iso: string) => startOfDay(dayIn(zone, new Date(iso)), zone).toISOString() === iso;
  const first = from && (isMidnight(from) ? formatDay(dayIn(zone, new Date(from))) : formatDateTime(from));
  const last = end && (isMidnight(end) ? formatDay(lastDayBefore(end, zone)) : formatDateTime(end));
  return [first && `from ${first}`, last && `to ${last}`].filter(Boolean).join(' ');
}

/** The dashboard's links use the year 9999 for an open end. */
const isFarAhead = (iso: string) => iso.startsWith('9999');

/** The last day that a list with this exclusive end shows. */
export const lastDayBefore = (iso: string, timeZone: string): string =>
  dayIn(timeZone, new Date(Date.parse(iso) - 1));

/** A selected owner stays in the list after leaving the agency. */
export function ownersOf({ owner = [] }: Pick<Selection, 'owner'>, people: readonly Person[]) {
  const owners = people.map(({ Id, FullName }) => ({ value: Id, label: FullName }));
  const gone = [owner].flat().filter((id) => people.every(({ Id }) => Id !== id));
  return [...owners, ...gone.map((value) => ({ value, label: 'Former staff member' }))];
}
