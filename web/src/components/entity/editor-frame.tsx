import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface EditorFrameProps {
  label: string;
  /** How it stands beside the list. */
  docked: string | undefined;
  onClose: () => void;
  /** False or nothing: closed. */
  children: ReactNode;
}

/** The editor of one record: docked beside its list where there is room, over it where there is not. */
export function EditorFrame({ label, docked, onClose, children }: EditorFrameProps) {
  const isWide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false });
  const isOpen = children !== false && children !== undefined;
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
