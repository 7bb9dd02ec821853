import { ActionIcon, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { IconChevronDown, IconChevronRight, IconSearch, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { settingsApi } from '@handoff/shared/contract/settings';
import { countiesOf, type CountyOfState, findPlaces } from './county-tree.ts';
import { stateOptions, placeName } from '@handoff/shared/domain/address/us-state';
import { formatCount } from '../../../text/format.ts';
import { useRead } from '../../../data/records/use-read.ts';
import {
  coverageOf,
  hasCounty,
  type Places,
  placesText,
  withCounty,
  withoutCounty,
  withoutState,
  withoutZip,
  withState,
  withZip,
} from './covered-places.ts';
import { PasteZipList } from './paste-zip-list.tsx';
import styles from '../directory.module.css';

interface PlacePickerProps {
  value: Places;
  error?: string | undefined;
  onChange: (places: Places) => void;
}

/** Chooses states, their imported counties and ZIP codes, or a pasted list. */
export function PlacePicker({ value, error, onChange }: PlacePickerProps) {
  const [search, setSearch] = useState('');
  const imported = useRead(settingsApi.addressStates, {});
  const withAddresses = imported.data?.AddressStates.map(({ State }): string => State) ?? [];
  const states = [...new Set([...withAddresses, ...value.States])].toSorted();
  const titleId = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <h3 id={titleId} className="label small">
        Where
      </h3>
      <p className="soft small">
        {value.States.length === 0 ? 'Choose a state, or paste ZIP codes.' : `Covers ${placesText(value)}.`}
      </p>
      {error !== undefined && (
        <p role="alert" className="wrong small">
          {error}
        </p>
      )}
      <TextInput
        aria-label="Find a ZIP code, city or county"
        placeholder="ZIP code, city or county"
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul className={styles['tree']}>
        {states.map((state) => (
          <StateBranch key={state} {...{ state, search, value, onChange }} />
        ))}
      </ul>
      {imported.data && withAddresses.length === 0 && (
        <p className="soft small">
          No state addresses are imported yet, so counties cannot be listed. You can paste ZIP codes.
        </p>
      )}
      <ZipLine value={value} onChange={onChange} />
      <PasteZipList value={value} onChange={onChange} />
    </Stack>
  );
}

interface BranchProps extends PlacePickerProps {
  state: string;
  search: string;
}

function StateBranch({ state, search, value, onChange }: BranchProps) {
  const [isOpened, setOpened] = useState(false);
  const isSearched = search.trim().length > 1;
  const isOpen = isOpened || isSearched;
  const zips = useRead(settingsApi.zipCodesByState, isOpen ? { body: { state } } : null);
  const counties = countiesOf(zips.data?.SettingsZipCodesCountiesInfo ?? []);
  const found = findPlaces(counties, search);
  const coverage = coverageOf(value, state);
  if (isSearched && zips.data && found.length === 0) return null;
  return (
    <li>
      <Branch
        label={labelOf(state)}
        isOpen={isOpen}
        onToggle={() => setOpened(!isOpened)}
        isChecked={coverage !== 'none'}
        isPart={coverage === 'part'}
        onCheck={(isWanted) => onChange(isWanted ? withState(value, state) : withoutState(value, state))}
      />
      {isOpen && (
        <ul>
          {found.map((county) => (
            <CountyBranch key={county.county} {...{ state, county, isSearched, value, onChange }} />
          ))}
        </ul>
      )}
      {isOpen && zips.data?.Version === null && (
        <p className="soft small">The addresses of {state} are not imported.</p>
      )}
    </li>
  );
}

const labelOf = (state: string) => stateOptions.find(({ value }) => value === state)?.label ?? state;

interface CountyBranchProps extends PlacePickerProps {
  state: string;
  county: CountyOfState;
  isSearched: boolean;
}

function CountyBranch({ state, county: { county, zips }, isSearched, value, onChange }: CountyBranchProps) {
  const [isOpen, setOpen] = useState(false);
  const name = placeName(county);
  const isWhole = hasCounty(value, state, county);
  const chosen = zips.filter(({ code }) => value.ZipCodes.includes(code));
  const isShown = isOpen || (isSearched && zips.length <= SHOWN_AT_ONCE);
  const toggle = (isWanted: boolean) =>
    onChange(isWanted ? withCounty(value, state, name) : withoutCounty(value, state, county));
  return (
    <li>
      {county === '' ? (
        <Branch label="County not in the file" isOpen={isShown} onToggle={() => setOpen(!isOpen)} />
      ) : (
        <Branch
          label={`${name} (${formatCount(zips.length)})`}
          isOpen={isShown}
          onToggle={() => setOpen(!isOpen)}
          isChecked={isWhole}
          isPart={!isWhole && chosen.length > 0}
          onCheck={toggle}
        />
      )}
      {isShown && (
        <ul>
          {zips.map(({ code, city }) => (
            <li key={code} className={styles['branch']}>
              <Checkbox
                size="xs"
                label={`${code} ${placeName(city)}`}
                checked={isWhole || value.ZipCodes.includes(code)}
                disabled={isWhole}
                onChange={({ currentTarget }) =>
                  onChange(currentTarget.checked ? withZip(value, state, code) : withoutZip(value, code))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Up to this many search results open by themselves. */
const SHOWN_AT_ONCE = 30;

interface BranchLineProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  isChecked?: boolean;
  isPart?: boolean;
  onCheck?: (isWanted: boolean) => void;
}

function Branch({ label, isOpen, onToggle, isChecked = false, isPart = false, onCheck }: BranchLineProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={styles['branch']}>
      <ActionIcon
        size="sm"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Close' : 'Open'} ${label}`}
        onClick={onToggle}
      >
        <Chevron size={16} />
      </ActionIcon>
      {onCheck ? (
        <Checkbox
          size="xs"
          label={label}
          checked={isChecked && !isPart}
          indeterminate={isPart}
          onChange={({ currentTarget }) => onCheck(currentTarget.checked && !isPart)}
        />
      ) : (
        <span>{label}</span>
      )}
    </div>
  );
}

function ZipLine({ value, onChange }: PlacePickerProps) {
  const { ZipCodes, ZipRanges } = value;
  if (ZipCodes.length + ZipRanges.length === 0) return null;
  return (
    <Group gap="sm">
      {ZipRanges.map(({ From, To }) => (
        <Button
          key={From + To}
          size="compact-xs"
          rightSection={<IconX size={12} aria-hidden="true" />}
          aria-label={`Remove ${From}–${To}`}
          onClick={() =>
            onChange({
              ...value,
              ZipRanges: ZipRanges.filter((range) => range.From !== From || range.To !== To),
            })
          }
        >
          {From}–{To}
        </Button>
      ))}
      {ZipCodes.length > 0 && (
        <Button
          size="compact-xs"
          rightSection={<IconX size={12} aria-hidden="true" />}
          aria-label={`Remove ${zipsText(ZipCodes)}`}
          onClick={() => onChange({ ...value, ZipCodes: [] })}
        >
          {zipsText(ZipCodes)}
        </Button>
      )}
    </Group>
  );
}

const zipsText = (zips: readonly string[]) =>
  zips.length === 1 ? (zips[0] ?? '') : `${formatCount(zips.length)} ZIP codes`;
