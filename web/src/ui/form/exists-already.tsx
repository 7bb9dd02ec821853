import { Button } from '@mantine/core';
import styles from './form.module.css';

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
        <span className={styles['exists']}>
          {name} exists already.
          <Button size="compact-sm" variant="subtle" onClick={onOpen}>
            Open it
          </Button>
        </span>
      )}
    </output>
  );
}
