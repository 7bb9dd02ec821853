import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { isNpi } from '@handoff/shared/domain/person/identifiers';
import styles from './rules.module.css';

interface OwnNpisProps {
  npis: readonly string[];
  onChange: (npis: string[]) => void;
}

/** The agency's own NPIs; a period under any other NPI is a conflict. */
export function OwnNpis({ npis, onChange }: OwnNpisProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();

  function add() {
    const npi = typed.replaceAll(/\D/g, '');
    const trouble = troubleOf(npi, npis);
    setError(trouble);
    if (trouble === undefined) {
      onChange([...npis, npi]);
      setTyped('');
    }
    input.current?.focus();
  }

  return (
    <Stack gap="sm">
      {npis.length === 0 && (
        <p className="soft">
          None yet. Without one, Medicare cannot be checked, and this agency’s own periods look like another
          agency’s.
        </p>
      )}
      <ul id={listId}>
        {npis.map((npi, index) => (
          <Group key={npi} component="li">
            <span className="number">{npi}</span>
            {index === 0 && <span className="soft small">used for Medicare checks</span>}
            <button
              type="button"
              className="text-button"
              aria-label={`Remove ${npi}`}
              onClick={() => {
                onChange(npis.filter((other) => other !== npi));
                input.current?.focus();
              }}
            >
              Remove
            </button>
          </Group>
        ))}
      </ul>
      <Group gap="sm" wrap="nowrap" align="flex-start" className={styles['ownNpiNew'] ?? ''}>
        <TextInput
          ref={input}
          label="National provider identifier (NPI)"
          data-path="OwnNpis"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button onClick={add}>Add</Button>
      </Group>
    </Stack>
  );
}

function troubleOf(npi: string, npis: readonly string[]): string | undefined {
  if (npi.length !== 10) return `An NPI has 10 digits; this has ${npi.length}`;
  if (!isNpi(npi)) return 'The NPI’s check digit is wrong: one digit was mistyped';
  return npis.includes(npi) ? 'This NPI is already in the list' : undefined;
}
