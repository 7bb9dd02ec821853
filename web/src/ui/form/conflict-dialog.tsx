import { Button, Group, Modal } from '@mantine/core';
import '../theme/dialogs.ts';
import { type KeyboardEvent, useState } from 'react';
import { useCurrentPerson } from '../../data/current-person.ts';
import { conflictText, fieldText } from '../../text/labels/change-labels.ts';
import { useSettings } from '../../data/use-settings.ts';
import { type Conflict, type Side, valueAt } from '../../data/records/merge.ts';
import styles from './form.module.css';

interface ConflictDialogProps {
  /** Undefined closes the dialog. */
  conflict: Conflict | undefined;
  /** Called with undefined when the person closes the dialog without a choice. */
  onChoose: ((sides: ReadonlyMap<string, Side> | undefined) => void) | undefined;
  /** The label of the submit button. */
  leave: string;
}

/** Asks for mine or theirs, for each field that both people changed. All other changes merge by themselves. */
export function ConflictDialog({ conflict, ...props }: ConflictDialogProps) {
  const me = useCurrentPerson().id;
  const title =
    conflict?.by.Id === me ? 'You changed this elsewhere' : `${conflict?.by.FullName} has changed this too`;
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={() => props.onChoose?.(undefined)}
      title={conflict && title}
      // No fade-out: the content is gone at once, and an empty dialog would be visible.
      transitionProps={{ duration: 0 }}
    >
      {conflict && <Choices key={conflict.names.join()} {...props} conflict={conflict} />}
    </Modal>
  );
}

function Choices({ conflict, onChoose, leave }: ConflictDialogProps & { conflict: Conflict }) {
  const { names, by } = conflict;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const [isAsked, setAsked] = useState(false);
  const settings = useSettings().reading.data;
  const sides = { theirs: by.FullName, mine: 'Mine' };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its choices
    <form
      noValidate
      onKeyDown={keepEnterInChoices}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (names.every((name) => chosen.has(name))) onChoose?.(chosen);
      }}
    >
      <p>
        {by.FullName} saved {names.length === 1 ? 'a different value' : 'different values'} while you were
        editing. Choose which to keep; your other changes are kept.
      </p>
      {names.map((name) => (
        <fieldset key={name} className="options">
          <legend>{fieldText(name)}</legend>
          {(['theirs', 'mine'] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={name}
                checked={chosen.get(name) === side}
                onChange={() => setChosen(new Map(chosen).set(name, side))}
              />
              <span className={`soft small ${styles['side']}`}>{sides[side]}</span>
              <span className={styles['value']}>
                {conflictText(name, valueAt(conflict[side], name), settings) || <i className="soft">empty</i>}
              </span>
            </label>
          ))}
          {isAsked && !chosen.has(name) && (
            <p role="alert" className="wrong">
              Choose one of the two
            </p>
          )}
        </fieldset>
      ))}
      <Group gap="sm" justify="flex-end" mt="md">
        <Button onClick={() => onChoose?.(undefined)}>{leave}</Button>
        <Button variant="filled" type="submit">
          Save
        </Button>
      </Group>
    </form>
  );
}

/** A browser takes Enter in a radio button or checkbox for the submit button. */
export function keepEnterInChoices(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return;
  if (target.type === 'radio' || target.type === 'checkbox') event.preventDefault();
}
