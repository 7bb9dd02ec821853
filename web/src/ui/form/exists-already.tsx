import { Button, Group } from '@mantine/core';

interface ExistsAlreadyProps {
  /** The record that the form would make a second time; undefined when there is none. */
  name: string | undefined;
  onOpen: () => void;
}

/** Leads from a form to the record that exists already. */
export function ExistsAlready({ name, onOpen }: ExistsAlreadyProps) {
  return (
    <output>
      {name !== undefined && (
        <Group className="message" gap="sm" justify="space-between">
          {name} exists already.
          <Button size="compact-sm" variant="subtle" onClick={onOpen}>
            Open it
          </Button>
        </Group>
      )}
    </output>
  );
}
