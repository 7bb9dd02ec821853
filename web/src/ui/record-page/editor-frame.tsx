import { ActionIcon, Drawer, Group } from '@mantine/core';
import '../theme/dialogs.ts';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { Children, type ReactNode } from 'react';
import { widths } from '../theme/style-sheets.ts';
import styles from './record-page.module.css';

interface EditorFrameProps {
  label: string;
  /** The class that docks it beside the list. */
  docked: string | undefined;
  onClose: () => void;
  /** Closed when it has no child, such as when every condition is false. */
  children: ReactNode;
}

/** The editor of one record: docked beside its list on a wide screen, in a drawer on a narrow one. */
export function EditorFrame({ label, docked, onClose, children }: EditorFrameProps) {
  const isWide = useMediaQuery(widths.wide, undefined, { getInitialValueInEffect: false });
  const isOpen = Children.toArray(children).length > 0;
  if (!isWide)
    return (
      <Drawer.Root opened={isOpen} onClose={onClose} position="right" size={480}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={label}>
          <Drawer.Body>{children}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  return (
    isOpen && (
      <aside className={docked} aria-label={label}>
        {children}
      </aside>
    )
  );
}

interface EditorHeadProps {
  title: string;
  onClose: () => void;
  /** Rendered before the title. */
  lead?: ReactNode;
  /** Rendered after the title. */
  children?: ReactNode;
}

export function EditorHead({ title, onClose, lead, children }: EditorHeadProps) {
  return (
    <Group component="header" gap="xs" wrap="nowrap" className={styles['head'] ?? ''}>
      {lead}
      <h2>{title}</h2>
      {children}
      <ActionIcon size="lg" aria-label="Close" onClick={onClose}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}
