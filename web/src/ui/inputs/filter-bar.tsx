import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import styles from './filter-bar.module.css';

/** The row of filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={`bar ${styles['bar']}`}>{children}</div>;
}

interface FilterChoiceProps {
  label: string;
  /** For choices that need no visible label. */
  isLabelHidden?: boolean;
  /** The label of the choice that filters nothing. */
  any?: string;
  value: string | undefined;
  options: readonly (string | { value: string; label: string })[];
  /** Called with an empty string for `any`. */
  onChange: (value: string) => void;
}

export function FilterChoice({
  label,
  isLabelHidden,
  any,
  value = '',
  options,
  onChange,
}: FilterChoiceProps) {
  return (
    <NativeSelect
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      value={value}
      data={any === undefined ? options : [{ value: '', label: any }, ...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface FilterTextProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

/** Not kept in the address, which must not contain a patient's name. Escape clears it. */
export function FilterText({ label, onChange, ...input }: FilterTextProps) {
  return (
    <TextInput
      {...input}
      type="search"
      aria-label={label}
      className={styles['text'] ?? ''}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Escape' && onChange('')}
    />
  );
}

/** Sets filters in the address, so that they can be shared; emptied ones leave it. */
export function useAddressFilters<Search extends object>(search: Search) {
  const navigate = useNavigate();
  return (part: { [Name in keyof Search]?: string | true }) => {
    const filters = Object.entries({ ...search, ...part }).filter(([, value]) => value !== '');
    void navigate({ to: '.', search: Object.fromEntries(filters), replace: true });
  };
}
