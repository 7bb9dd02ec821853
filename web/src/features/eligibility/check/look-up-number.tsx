import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { stateNames } from '@handoff/shared/domain/address/us-state';
import { Ssn } from '@handoff/shared/domain/person/identifiers';
import { formatDay } from '../../../text/format.ts';
import { fieldNames, troublesIn, type CheckValues } from './check-values.ts';
import type { LookUp } from './use-check.ts';

interface LookUpNumberProps {
  values: CheckValues;
  onLookUp: (by: LookUp) => Promise<void>;
}

/** For a patient without a card: Medicare finds the number and runs the check. The person confirms it first. */
export function LookUpNumber({ values, onLookUp }: LookUpNumberProps) {
  const [ssn, setSsn] = useState('');
  const [state, setState] = useState('');
  const [isConfirming, setConfirming] = useState(false);
  const [isPending, setPending] = useState(false);
  const typed = Ssn.safeParse(ssn);
  const by = typed.success ? { Ssn: typed.data } : ssn === '' && state !== '' ? { State: state } : undefined;
  const missing = troublesIn(values).filter(({ field }) => field !== 'Mbi');

  async function lookUp() {
    if (!by) return;
    setPending(true);
    await onLookUp(by);
    setPending(false);
    setConfirming(false);
    setSsn('');
  }

  return (
    <details>
      <summary>The Medicare number is not known</summary>
      <Stack gap="sm" mt="xs" maw={420}>
        <TextInput
          label="Social security number"
          description="Finds the number most reliably. It is sent to Medicare and not saved."
          inputMode="numeric"
          autoComplete="off"
          value={ssn}
          error={ssn !== '' && !typed.success && typed.error.issues[0]?.message}
          onChange={({ currentTarget }) => setSsn(currentTarget.value)}
        />
        <NativeSelect
          label="Or the state of residence"
          disabled={ssn !== ''}
          data={[{ value: '', label: 'Choose a state' }, ...states]}
          value={state}
          onChange={({ currentTarget }) => setState(currentTarget.value)}
        />
        {missing.length > 0 && (
          <p className="soft small">
            Also needed above: {missing.map(({ field }) => fieldNames[field].toLowerCase()).join(', ')}.
          </p>
        )}
        {isConfirming && by && missing.length === 0 ? (
          <section aria-label="Confirm the look-up" className="notice">
            <p>
              Look up the Medicare number of{' '}
              <b>
                {values.FirstName} {values.LastName}
              </b>
              , born {formatDay(values.DateOfBirth)}? The look-up is charged on top of the check, and
              recorded.
            </p>
            <Group gap="lg" mt="xs">
              <Button variant="filled" size="xs" loading={isPending} onClick={() => void lookUp()}>
                Look up and check
              </Button>
              <Button size="xs" onClick={() => setConfirming(false)}>
                Cancel
              </Button>
            </Group>
          </section>
        ) : (
          <div>
            <Button size="xs" disabled={!by || missing.length > 0} onClick={() => setConfirming(true)}>
              Look up the number
            </Button>
          </div>
        )}
      </Stack>
    </details>
  );
}

const states = Object.entries(stateNames).map(([value, label]) => ({ value, label }));
