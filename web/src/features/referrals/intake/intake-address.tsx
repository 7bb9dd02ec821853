import { Select, TextInput } from '@mantine/core';
import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { stateNames, stateOptions } from '@handoff/shared/domain/address/us-state';
import { padZipCode } from '@handoff/shared/domain/address/zip-code';
import { SuggestInput } from '../../../components/inputs/suggest-input.tsx';
import { type IntakeForm, sameParts } from './intake-form.ts';
import { IntakeSection } from './intake-section.tsx';
import { bestStreetMatches } from './address-data.ts';
import type { AddressData, ZipPlace } from './address-data.ts';

interface AddressSectionProps {
  form: IntakeForm;
  data: AddressData;
}

/** State, ZIP code and place first: they decide which streets there are. */
export const AddressSection = memo(function AddressSection({ form, data }: AddressSectionProps) {
  const field = form.getInputProps;
  const { Address } = form.values;
  usePlaceFilling(form, data.place);
  const zipMatches = useMemo(
    () => zipOptions(data.zipCodes, Address.ZipCode),
    [data.zipCodes, Address.ZipCode],
  );

  return (
    <IntakeSection name="Address">
      <Select
        className="w3"
        label="State"
        withAsterisk
        searchable
        allowDeselect={false}
        selectFirstOptionOnChange
        nothingFoundMessage="No such state"
        data={stateOptions}
        {...field('Address.State')}
        // Typed over, not added to.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(state) => form.setFieldValue('Address.State', state ?? '')}
      />
      <SuggestInput
        className="w2"
        label="ZIP"
        withAsterisk
        inputMode="numeric"
        maxLength={10}
        suggestions={zipMatches}
        renderOption={({ option }) => (
          <ZipOption place={data.zipCodes.find(({ code }) => code === option.value)} />
        )}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
        {...field('Address.ZipCode')}
        onBlur={() => {
          const padded = padZipCode(Address.ZipCode);
          if (padded !== Address.ZipCode) form.setFieldValue('Address.ZipCode', padded);
        }}
      />
      <TextInput className="w4" label="City" withAsterisk maxLength={80} {...field('Address.City')} />
      <TextInput className="w3" label="County" maxLength={80} {...field('Address.County')} />
      <StreetInput form={form} data={data} />
      <TextInput className="w2" label="Unit" maxLength={30} {...field('Address.Unit')} />
      <output className="intake-hint">{fileSentence(data, Address)}</output>
    </IntakeSection>
  );
}, sameParts('Address'));

function StreetInput({ form, data }: AddressSectionProps) {
  const { StreetAddress } = form.values.Address;
  const typed = useDeferredValue(StreetAddress);
  const matches = useMemo(() => bestStreetMatches(data.streets ?? [], typed), [data.streets, typed]);
  const [isFocused, setFocused] = useState(false);
  // Half typed, everything is not in the file yet.
  const isUndecided = isFocused && matches.length > 0;
  const isForeign =
    !isUndecided && data.streets !== undefined && typed.trim() !== '' && !data.isInFile(typed);
  return (
    <SuggestInput
      className="w10"
      label="Street address"
      withAsterisk
      maxLength={120}
      suggestions={matches}
      rightSectionWidth={90}
      rightSectionPointerEvents="none"
      rightSection={isForeign ? <span className="not-in-file">not in file</span> : null}
      {...form.getInputProps('Address.StreetAddress')}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
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

const MOST_ZIPS = 20;

function zipOptions(zipCodes: readonly ZipPlace[], typed: string): string[] {
  const text = typed.trim();
  if (text === '') return [];
  const matches = zipCodes.filter(({ code }) => code.startsWith(text)).slice(0, MOST_ZIPS);
  return matches.length === 1 && matches[0]?.code === text ? [] : matches.map(({ code }) => code);
}

/** City and county follow the ZIP code in its state, also over what was typed for another place. */
function usePlaceFilling(form: IntakeForm, place: ZipPlace | undefined) {
  const { State, ZipCode } = form.values.Address;
  const at = `${State} ${ZipCode}`;
  const filled = useRef(at);
  const fill = useEffectEvent(({ city, county }: ZipPlace) => {
    if (filled.current === at) return;
    filled.current = at;
    form.setFieldValue('Address.City', city);
    form.setFieldValue('Address.County', county);
  });
  useEffect(() => {
    if (place) fill(place);
  }, [place]);
}

function fileSentence(data: AddressData, address: IntakeForm['values']['Address']): string {
  const state = new Map<string, string>(Object.entries(stateNames)).get(address.State) ?? 'this state';
  switch (data.file) {
    case 'none':
      return address.State === ''
        ? ''
        : `There is no address file for ${state}. Type the address; it is marked “not in file”.`;
    case 'empty':
      return `No addresses of ${state} have been imported yet. Type the address; it is marked “not in file”.`;
    case 'failed':
      return `The addresses of ${state} could not be loaded. Type the address; it is marked “not in file”.`;
    case 'loading':
      return '';
    case 'ready':
      return address.ZipCode.length === 5 && !data.place
        ? `${address.ZipCode} is not in the imported file of ${state}. Type the address as it is.`
        : '';
  }
}
