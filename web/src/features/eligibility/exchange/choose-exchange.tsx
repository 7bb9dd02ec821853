import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import styles from './exchange.module.css';

/** Administrators cannot list patients' checks, so the person with the problem sends them a link. */
export function ChooseExchange() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>();
  return (
    <form
      className={styles['chooseExchange']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = checkInLink(text);
        if (found) return void navigate({ to: '/eligibility/exchange', search: found });
        setError('This is not the link of an eligibility check');
        event.currentTarget.querySelector('input')?.focus();
      }}
    >
      <TextInput
        label="Link to the check"
        description="From the address bar of the page, as the person with the problem sees it"
        autoComplete="off"
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setError(undefined);
        }}
      />
      <Button variant="filled" type="submit">
        Show
      </Button>
    </form>
  );
}

/** The check and the agency in a link to Handoff. */
export function checkInLink(text: string): { check: string; domain: string | undefined } | undefined {
  const query = URL.parse(text.trim())?.searchParams;
  const check = query?.get('check') ?? query?.get('again');
  if (!query || !check) return undefined;
  return { check, domain: query.get('domain') ?? undefined };
}
