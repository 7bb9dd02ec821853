import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { readZipList } from '@handoff/shared/domain/address/zip-list';
import { formatCount } from '../../../text/format.ts';
import { type Places, withZipList } from './covered-places.ts';

const SHOWN = 30;

interface PasteZipListProps {
  value: Places;
  onChange: (places: Places) => void;
}

/** Adds a pasted list. Invalid entries stay in the text area with the reason. */
export function PasteZipList({ value, onChange }: PasteZipListProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  if (!isOpen)
    return (
      <Button size="xs" mr="auto" onClick={() => setOpen(true)}>
        Paste a list of ZIP codes
      </Button>
    );
  const list = readZipList(text);
  const count = list.ZipCodes.length + list.ZipRanges.length;
  const add = () => {
    onChange(withZipList(value, list));
    setText(list.bad.map((entry) => entry.text).join('\n'));
    // The button is disabled after the list was added, so the text area takes the focus.
    box.current?.focus();
  };
  return (
    <Stack gap="sm" className="card">
      <Textarea
        ref={box}
        label="ZIP codes and ranges"
        description="One a line, or with commas or spaces between: 06103, 06105-06112"
        autosize
        minRows={4}
        maxRows={10}
        data-autofocus
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {list.bad.length > 0 && (
        <div role="alert">
          <ul className="bullets wrong small">
            {list.bad.slice(0, SHOWN).map((entry) => (
              <li key={`${entry.line} ${entry.text}`}>
                Line {entry.line}: <b>{entry.text}</b>. {entry.reason}.
              </li>
            ))}
          </ul>
        </div>
      )}
      <Group gap="sm" justify="flex-end">
        <Button size="xs" onClick={() => setOpen(false)}>
          Close
        </Button>
        <Button variant="filled" size="xs" disabled={count === 0} onClick={add}>
          {count === 0 ? 'Add' : `Add ${formatCount(count)}`}
        </Button>
      </Group>
    </Stack>
  );
}
