import { Combobox, Textarea, type TextareaProps, useCombobox } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { MAX_NOTE } from '@handoff/shared/domain/referral/referral';
import { lengthText } from '../../../ui/form/field.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { openMention, peopleCalled, withMention } from './mention.ts';
import styles from './notes.module.css';

interface MentionFieldProps extends Omit<TextareaProps, 'value' | 'onChange' | 'ref'> {
  value: string;
  onText: (text: string) => void;
  fieldRef?: RefObject<HTMLTextAreaElement | null>;
}

/** A text field in which @ suggests people of the agency: arrows and Enter choose, Escape keeps the typed text. */
export function MentionField({ value, onText, fieldRef, ...props }: MentionFieldProps) {
  const me = useCurrentPerson().id;
  const { people } = useSettings();
  const ownRef = useRef<HTMLTextAreaElement>(null);
  const field = fieldRef ?? ownRef;
  const [caret, setCaret] = useState(0);
  /** The position of the @ for which the list was closed. */
  const [closedAt, setClosedAt] = useState(-1);
  const mention = openMention(value, caret);
  const others = people.filter(({ Id }) => Id !== me);
  const found = mention && mention.from !== closedAt ? peopleCalled(mention.typed, others) : [];
  const isOpen = found.length > 0;
  const close = () => setClosedAt(mention?.from ?? -1);
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: close });

  const { selectFirstOption } = combobox;
  const first = found[0]?.Id;
  useEffect(() => {
    if (first !== undefined) selectFirstOption();
  }, [first, selectFirstOption]);

  function choose(id: string) {
    const person = found.find(({ Id }) => Id === id);
    if (!person || !mention) return;
    const chosen = withMention(value, mention, person.FullName);
    onText(chosen.text);
    setCaret(chosen.caret);
    requestAnimationFrame(() => field.current?.setSelectionRange(chosen.caret, chosen.caret));
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      position="bottom-start"
      width="max-content"
      shadow="md"
    >
      <Combobox.Target withKeyboardNavigation={isOpen} withAriaAttributes={isOpen}>
        <Textarea
          description={lengthText(value, MAX_NOTE)}
          {...props}
          ref={field}
          value={value}
          onChange={({ currentTarget }) => {
            onText(currentTarget.value);
            setCaret(currentTarget.selectionStart);
            if (!currentTarget.value.includes('@')) setClosedAt(-1);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={close}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="People to name">
          {found.map((person) => (
            <Combobox.Option key={person.Id} value={person.Id} className={styles['person'] ?? ''}>
              <Avatar person={person} />
              <span aria-hidden="true">{person.FullName}</span>
              <span className={`soft small ${styles['role']}`}>{person.RoleWithinAgency}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
