import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { AddressMatch } from '@handoff/shared/domain/address/address-search';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { StateCode, stateNames, placeName } from '@handoff/shared/domain/address/us-state';
import { padZipCode } from '@handoff/shared/domain/address/zip-code';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { SuggestInput } from '../../../ui/inputs/suggest-input.tsx';
import { NearestAddress } from './nearest-address.tsx';
import type { AddressData, ZipPlace } from './address-data.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import { ReferralFields } from './referral-fields.tsx';
import type { IntakeForm } from './intake-values.ts';
import styles from './intake.module.css';

interface AddressSectionProps {
  form: IntakeForm;
  data: AddressData;
  /** The saved address of a referral being edited. */
  saved?: Referral['Address'] | undefined;
}

/** The ZIP code comes first: it brings state, city and county, and decides which streets are offered. */
export function AddressSection({ form, data, saved }: AddressSectionProps) {
  const { Field, values } = form;
  const { ZipCode } = values.Address;
  usePlaceFilling({ form, data, saved });
  function followState(zip: string) {
    const state = stateFor(zip);
    if (state !== undefined) form.set('Address.State', state);
  }
  const zipMatches = useMemo(() => zipOptions(data.zipCodes, ZipCode), [data.zipCodes, ZipCode]);

  return (
    <IntakeSection name="Address">
      <Field name="Address.ZipCode" label="ZIP" className={wide(2)}>
        {({ value, onChange, ...control }) => (
          <SuggestInput
            {...control}
            onChange={(typed) => {
              onChange(typed);
              followState(typed);
            }}
            inputMode="numeric"
            suggestions={zipMatches}
            renderOption={({ option }) => (
              <ZipOption place={data.zipCodes.find(({ code }) => code === option.value)} />
            )}
            comboboxProps={{ width: 260, position: 'bottom-start' }}
            value={String(value)}
            onBlur={() => {
              const padded = padZipCode(String(value));
              if (padded === value) return;
              onChange(padded);
              followState(padded);
            }}
          />
        )}
      </Field>
      <StreetField form={form} data={data} />
      <ReferralFields of="Address" />
      <output className={styles['hint']}>{fileSentence(data, values.Address)}</output>
    </IntakeSection>
  );
}

/** The state of a complete ZIP code. */
export const stateFor = (zip: string) =>
  zip.length < 5 ? undefined : StateCode.safeParse(stateOfZip(padZipCode(zip))).data;

function StreetField({ form, data }: AddressSectionProps) {
  const { Field, values } = form;
  const { StreetAddress, Unit } = values.Address;
  const typed = useDeferredValue(StreetAddress);
  const matches = useMemo(() => {
    const found = data.search(typed);
    return found.length > 0 ? found : data.nearStreets(typed);
  }, [data, typed]);
  const [isFocused, setFocused] = useState(false);
  // Waits until the address is complete: a half-typed one is never in the file.
  const isUndecided = isFocused && matches.length > 0;
  const isForeign =
    !isUndecided && data.streets !== undefined && typed.trim() !== '' && !data.isInFile(typed);
  const take = ({ address, unit }: AddressMatch) => {
    form.set('Address.StreetAddress', address);
    if (unit !== '' && Unit.trim() === '') form.set('Address.Unit', unit);
  };
  const [nearest] = matches;
  return (
    <Field
      name="Address.StreetAddress"
      className={wide(8)}
      {...(isForeign && { hint: <NotInFile nearest={nearest} onTake={take} /> })}
    >
      {({ value, ...control }) => (
        <SuggestInput
          {...control}
          suggestions={isChosen(matches) ? [] : matches.map(({ address }) => address)}
          renderOption={({ option }) => (
            <StreetOption match={matches.find(({ address }) => address === option.value)} />
          )}
          onOptionSubmit={(option) => {
            const match = matches.find(({ address }) => address === option);
            if (match) take(match);
          }}
          value={String(value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      )}
    </Field>
  );
}

function NotInFile({
  nearest,
  onTake,
}: {
  nearest: AddressMatch | undefined;
  onTake: (match: AddressMatch) => void;
}) {
  return (
    <>
      Not in our address list (OK to keep){nearest && '. '}
      {nearest && <NearestAddress match={nearest} onTake={onTake} />}
    </>
  );
}

const isChosen = (matches: readonly AddressMatch[]) =>
  matches.length === 1 && matches[0]?.rules.includes('exact') === true;

function StreetOption({ match }: { match: AddressMatch | undefined }) {
  if (!match) return null;
  const reason = match.rules.join(', ');
  return (
    <span>
      {match.address}
      {reason !== 'begins like this' && <span className="soft"> {reason}</span>}
    </span>
  );
}

function ZipOption({ place }: { place: ZipPlace | undefined }) {
  if (!place) return null;
  const words = [place.city, place.county].filter((text) => text !== '').join(', ');
  return (
    <span>
      <b className="number">{place.code}</b> <span className="soft">{words}</span>
    </span>
  );
}

const MAX_ZIPS = 20;

function zipOptions(zipCodes: readonly ZipPlace[], typed: string): string[] {
  const text = typed.trim();
  if (text === '') return [];
  const matches = zipCodes.filter(({ code }) => code.startsWith(text)).slice(0, MAX_ZIPS);
  return matches.length === 1 && matches[0]?.code === text ? [] : matches.map(({ code }) => code);
}

/** City and county follow the ZIP code, replacing those typed for another place. */
function usePlaceFilling({ form, data: { place }, saved }: AddressSectionProps) {
  const { State, ZipCode } = form.values.Address;
  const at = `${State} ${ZipCode}`;
  const filled = useRef(at);
  const fill = useEffectEvent(({ city, county }: ZipPlace) => {
    if (filled.current === at) return;
    filled.current = at;
    // At the saved ZIP code the saved city and county win, because a person may have corrected the file.
    const isSaved = saved !== undefined && at === `${saved.State} ${saved.ZipCode}`;
    form.set('Address.City', isSaved ? saved.City : placeName(city));
    form.set('Address.County', isSaved ? saved.County : placeName(county));
  });
  useEffect(() => {
    // A form that is saving takes no input, from the file or the keyboard.
    if (place && !form.isSaving) fill(place);
  }, [place, form.isSaving]);
}

function fileSentence(data: AddressData, address: IntakeForm['values']['Address']): string {
  const state = new Map<string, string>(Object.entries(stateNames)).get(address.State) ?? 'this state';
  switch (data.file) {
    case 'none':
      return address.State === ''
        ? ''
        : `There is no address file for ${state}. Type the address as on the fax.`;
    case 'empty':
      return `No addresses of ${state} have been imported yet. Type the address as on the fax.`;
    case 'failed':
      return `The addresses of ${state} could not be loaded. Type the address as on the fax.`;
    case 'loading':
      return '';
    case 'ready':
      return address.ZipCode.length === 5 && !data.place
        ? `${address.ZipCode} is not in the imported file of ${state}. Type the address as on the fax.`
        : '';
  }
}
