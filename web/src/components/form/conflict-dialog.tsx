import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { fieldText, conflictText } from '../../lib/format/change-words.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { FormState, Side } from './form-state.ts';
import { valueAt } from './form-values.ts';
import styles from './form.module.css';

/** What both changed: mine or theirs, field by field. The rest goes together by itself. */
export function ConflictDialog({ form }: { form: FormState }) {
  const { conflict, leaveConflict } = form;
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={leaveConflict}
      title={conflict && `${conflict.by} has changed this too`}
      centered
    >
      {conflict && <Choices key={conflict.names.join()} {...{ form, conflict }} />}
    </Modal>
  );
}

interface ChoicesProps {
  form: FormState;
  conflict: NonNullable<FormState['conflict']>;
}

function Choices({ form, conflict: { names, theirs } }: ChoicesProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const [isAsked, setAsked] = useState(false);
  const settings = useSettings().reading.data;
  const isOpen = names.some((name) => !chosen.has(name));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setAsked(true);
        if (!isOpen) void form.settle(chosen);
      }}
    >
      {names.map((name) => (
        <fieldset key={name} className={styles['choice']}>
          <legend>{fieldText(name)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={styles['side']}>
              <input
                type="radio"
                name={name}
                checked={chosen.get(name) === side}
                onChange={() => setChosen(new Map(chosen).set(name, side))}
              />
              <span className="soft">{side === 'mine' ? 'Mine' : 'Theirs'}</span>
              <span>
                {conflictText(name, valueAt(side === 'mine' ? form.values : theirs, name), settings) ||
                  '(empty)'}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {isAsked && isOpen && <p role="alert">Choose one for each field.</p>}
      <Group gap="sm" justify="flex-end">
        <Button variant="default" onClick={form.leaveConflict}>
          Go on editing
        </Button>
        <Button type="submit">Save my choices</Button>
      </Group>
    </form>
  );
}
