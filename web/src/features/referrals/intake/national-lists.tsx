import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import useSWR from 'swr';
import { settingsApi } from '@handoff/shared/contract/settings';
import { isNpi } from '@handoff/shared/domain/person/identifiers';
import {
  claimName,
  isSearchable,
  orderingAnswer,
  listedName,
} from '@handoff/shared/domain/referral/ordering-practitioner';
import type { Practitioner } from '@handoff/shared/domain/referral/practitioner';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useApi } from '../../../data/use-api.ts';
import { CheckGlyph } from '../../../ui/check-glyph.tsx';
import type { ControlProps } from '../../../ui/form/field.tsx';
import { SuggestInput } from '../../../ui/inputs/suggest-input.tsx';
import styles from './intake.module.css';

const SEARCH_AFTER_MS = 150;
/** A look-up stays true while the form is open. */
const readOnce = { revalidateOnFocus: false, revalidateOnReconnect: false, keepPreviousData: true };

function usePractitioners(
  asked: { Npi: string; Name: string } | undefined,
): readonly Practitioner[] | undefined {
  const { client } = useApi();
  const { data } = useSWR(
    asked && ['practitioners', asked.Npi, asked.Name],
    () => client.call(settingsApi.findPractitioners, { body: asked ?? {} }),
    readOnce,
  );
  return asked && data && data.Version !== null ? data.Practitioners : undefined;
}

interface PractitionerInputProps extends ControlProps {
  /** Takes the practitioner of the chosen suggestion. */
  onTake: (practitioner: Practitioner) => void;
}

/** A name with suggestions from the CMS file. */
export function PractitionerInput({ value, onChange, onTake, ...control }: PractitionerInputProps) {
  const text = String(value);
  const [typed] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const found = usePractitioners(isSearchable(claimName(typed)) ? { Npi: '', Name: typed } : undefined) ?? [];
  const options = new Map(found.map((each) => [`${listedName(each)} · ${each.Npi}`, each]));
  return (
    <SuggestInput
      {...control}
      value={text}
      // A chosen suggestion comes as if it were typed.
      onChange={(next) => {
        const chosen = options.get(next);
        if (chosen) onTake(chosen);
        else onChange(next);
      }}
      suggestions={found.some((each) => listedName(each) === text) ? [] : [...options.keys()]}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
    />
  );
}

/** Whether a claim with this NPI and name would pass; undefined while the NPI is incomplete or no file is imported. */
export function useOrderingAnswer(npi: string, name: string) {
  const { domain } = useCurrentPerson();
  const found = usePractitioners(isNpi(npi) ? { Npi: npi, Name: '' } : undefined);
  return useMemo(
    () => found && orderingAnswer(found[0], { name, care: domain?.Kind ?? 'Home care' }),
    [found, name, domain],
  );
}

export function OrderingAnswer({ npi, name }: { npi: string; name: string }) {
  const answer = useOrderingAnswer(npi, name);
  if (!answer) return null;
  return (
    <output className={styles['answer']}>
      <CheckGlyph state={answer.isGood ? 'yes' : 'no'} />
      <span>{answer.sentence}</span>
    </output>
  );
}

/** Codes, apart by commas, with suggestions for the last one by code or by words. */
export function DiagnosisInput({ value, onChange, ...control }: ControlProps) {
  const text = String(value);
  const before = text.slice(0, text.lastIndexOf(',') + 1);
  const [typed] = useDebouncedValue(text.slice(before.length).trim(), SEARCH_AFTER_MS);
  const found = useDiagnoses(typed.length > 1 ? typed : '');
  const isChosen = found.some(({ Code }) => Code === typed.toUpperCase());
  const options = new Map(found.map(({ Code, Description }) => [`${Code} ${Description}`, Code]));
  return (
    <SuggestInput
      {...control}
      value={text}
      onChange={(next) => onChange(taken(options, next, before))}
      suggestions={isChosen ? [] : [...options.keys()]}
      comboboxProps={{ width: 420, position: 'bottom-start' }}
    />
  );
}

function taken(options: ReadonlyMap<string, string>, next: string, before: string): string {
  const code = options.get(next);
  return code === undefined ? next : `${before}${before === '' ? '' : ' '}${code}`;
}

function useDiagnoses(text: string) {
  const { client } = useApi();
  const { data } = useSWR(
    text === '' ? null : ['diagnoses', text],
    () => client.call(settingsApi.findDiagnoses, { body: { Text: text } }),
    readOnce,
  );
  return text === '' ? [] : (data?.Diagnoses ?? []);
}
