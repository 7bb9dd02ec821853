import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Field, type FieldProps } from '../../../../ui/form/field.tsx';
import { controlOf, schemaAt } from '../../../../ui/form/field-schema.ts';
import { mbiInput } from '../../../../ui/inputs/mbi-input.tsx';
import { phoneInput } from '../../../../ui/inputs/phone-input.tsx';
import { dayInput, minuteInput, nearDayInput } from '../../../../ui/inputs/time-input.tsx';
import { IntakeReferral } from '../intake-values.ts';
import { labelOf, type ReviewLine } from './review-lines.ts';
import styles from './review-lane.module.css';

interface LineEditorProps {
  line: ReviewLine;
  onEnd: () => void;
}

/** The fields of one line, changed where they were accepted. */
export function LineEditor({ line: { label, offers }, onEnd }: LineEditorProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);

  /** Enter goes on to the next of the fields, and after the last one back to the lines. */
  function onKeyDown(event: KeyboardEvent) {
    const { key, target, defaultPrevented, ctrlKey, metaKey } = event;
    if (defaultPrevented || ctrlKey || metaKey || (key !== 'Enter' && key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    const fields = [...(place.current?.querySelectorAll('input') ?? [])];
    const next = fields[fields.findIndex((each) => each === target) + 1];
    if (key === 'Enter' && next) next.focus();
    else onEnd();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the Enter of its fields
    <fieldset ref={place} className={styles['editor']} aria-label={`Edit: ${label}`} onKeyDown={onKeyDown}>
      {offers.map(({ path }) => (
        <Field key={path} name={path} label={labelOf(path)} {...inputOf(path)} />
      ))}
      <Button size="xs" onClick={onEnd}>
        Done
      </Button>
    </fieldset>
  );
}

/** The input of the form's own field. */
function inputOf(path: string): Pick<FieldProps<string>, 'children'> {
  if (path === 'ReceivedAt') return { children: minuteInput };
  if (path === 'Patient.Mbi') return { children: mbiInput };
  if (path.endsWith('Phone')) return { children: phoneInput };
  if (path === 'Patient.DateOfBirth') return { children: dayInput };
  return controlOf(schemaAt(IntakeReferral, path)) === 'date' ? { children: nearDayInput } : {};
}
