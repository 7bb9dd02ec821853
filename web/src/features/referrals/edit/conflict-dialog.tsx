import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCurrentPerson } from '../../../lib/current-person.ts';
import { conflictText, fieldText } from '../../../lib/format/change-words.ts';
import { type Side, valuesOf } from './merge-edit.ts';
import type { Settings } from '../referral/referral-rail.tsx';
import type { EditConflict } from './use-update-referral.ts';
import './conflict-dialog.css';

interface ConflictDialogProps {
  conflict: EditConflict | undefined;
  settings: Settings | undefined;
}

/** Two people changed the same fields: this one decides, field by field, what stays. */
export function ConflictDialog({ conflict, settings }: ConflictDialogProps) {
  const me = useCurrentPerson().id;
  const other = conflict?.current.UpdatedBy;
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={() => conflict?.choose(undefined)}
      title={
        other && (other.Id === me ? 'You changed this elsewhere' : `${other.FullName} has changed this too`)
      }
      size="lg"
      // Its content is gone the moment it closes: faded out, an empty box would be seen.
      transitionProps={{ duration: 0 }}
    >
      {conflict && <Choices key={conflict.current.Etag} {...{ conflict, settings }} />}
    </Modal>
  );
}

function Choices({ conflict, settings }: { conflict: EditConflict; settings: Settings | undefined }) {
  const { fields, current, choose } = conflict;
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const [isAsked, setAsked] = useState(false);
  const open = fields.filter((field) => !chosen.has(field));

  function save() {
    if (open.length === 0) choose(chosen);
    else setAsked(true);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className="conflict-lead">
        While you were at it, {current.UpdatedBy.FullName} saved{' '}
        {fields.length === 1 ? 'another value for this field' : 'other values for these fields'}. Choose which
        one stays; everything else goes together.
      </p>
      {fields.map((field) => (
        <FieldChoice
          key={field}
          {...{ conflict, settings, field }}
          side={chosen.get(field)}
          isMissing={isAsked && !chosen.has(field)}
          onChoose={(side) => setChosen(new Map(chosen).set(field, side))}
        />
      ))}
      <Group gap="sm" justify="flex-end" mt="md">
        <Button variant="default" onClick={() => choose(undefined)}>
          Discard my changes
        </Button>
        <Button type="submit">Save my choices</Button>
      </Group>
    </form>
  );
}

interface FieldChoiceProps {
  conflict: EditConflict;
  settings: Settings | undefined;
  field: string;
  side: Side | undefined;
  isMissing: boolean;
  onChoose: (side: Side) => void;
}

function FieldChoice({ conflict, settings, field, side, isMissing, onChoose }: FieldChoiceProps) {
  const values = valuesOf(conflict, field);
  const words = {
    mine: 'Mine',
    theirs: conflict.current.UpdatedBy.FullName,
  };
  return (
    <fieldset className="conflict-field">
      <legend>{fieldText(field)}</legend>
      {(['theirs', 'mine'] as const).map((each) => (
        <label key={each} className="conflict-side">
          <input type="radio" name={field} checked={side === each} onChange={() => onChoose(each)} />
          <span className="soft small">{words[each]}</span>
          <span className="conflict-value">
            {conflictText(field, values[each], settings) || <i className="soft">empty</i>}
          </span>
        </label>
      ))}
      {isMissing && (
        <p role="alert" className="conflict-missing">
          Choose one of the two
        </p>
      )}
    </fieldset>
  );
}
