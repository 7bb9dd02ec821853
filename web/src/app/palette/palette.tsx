import { Combobox, Modal, useCombobox } from '@mantine/core';
import '../../ui/theme/dialogs.ts';
import '../../ui/theme/form-controls.ts';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { Entry } from './entries.ts';
import { useEntries } from './use-entries.ts';
import styles from './palette.module.css';

/**
 * Pages, referrals by name, and actions from the keyboard. Names are sent to the server but never put in an address.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const { groups, isSearching } = useEntries(wanted);
  const entries = groups.flatMap((group) => group.entries);
  const combobox = useCombobox({ opened: true });
  const navigate = useNavigate();
  // Enter and a click arrive as the same event, which does not say which keys were down.
  const inNewTab = useRef(false);
  const noteKeys = ({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) => {
    inNewTab.current = ctrlKey || metaKey;
  };

  const { selectFirstOption } = combobox;
  const first = entries[0]?.id;
  useEffect(() => {
    if (first !== undefined) selectFirstOption();
  }, [first, selectFirstOption]);

  function choose(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    if ('run' in entry) entry.run();
    // oxlint-disable-next-line no-restricted-properties -- a page of our own in another tab
    else if (inNewTab.current) window.open(entry.href, '_blank', 'noopener');
    else void navigate({ href: entry.href });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={640}
      yOffset={72}
      aria-label="Search or jump to"
    >
      <div onKeyDownCapture={noteKeys} onClickCapture={noteKeys}>
        <Combobox store={combobox} onOptionSubmit={(id) => choose(entries.find((each) => each.id === id))}>
          <Combobox.EventsTarget>
            <input
              className={styles['input']}
              aria-label="Search or jump to"
              placeholder="A patient, a page, an action"
              autoComplete="off"
              data-autofocus
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={styles['list'] ?? ''} aria-label="Results">
            {groups.map(({ name, entries: own }) => (
              <Combobox.Group key={name} label={name}>
                {own.map((entry) => (
                  <Combobox.Option key={entry.id} value={entry.id} className={styles['entry'] ?? ''}>
                    <entry.icon size={16} aria-hidden="true" />
                    <span className="label">{entry.title}</span>
                    {entry.detail && <span className="soft small">{entry.detail}</span>}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
      </div>
      <output className={`soft small ${styles['foot']}`}>{footText(isSearching, entries.length)}</output>
    </Modal>
  );
}

function footText(isSearching: boolean, found: number): string {
  if (isSearching) return 'Searching …';
  return found === 0 ? 'Nothing matches.' : '↑ ↓ choose · Enter open · Ctrl Enter new tab · Esc close';
}
