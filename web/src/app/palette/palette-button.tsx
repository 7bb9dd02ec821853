import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usePageKeys } from '../../ui/page-keys.ts';
import { ariaKeysOf, signsOf } from '../../ui/shortcuts.ts';
import styles from './palette-button.module.css';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** Opens the palette by click, or by Ctrl+K on any page. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  usePageKeys({
    palette(event) {
      event.preventDefault();
      setOpen(true);
    },
  });
  return (
    <>
      <UnstyledButton
        className={styles['button'] ?? ''}
        aria-keyshortcuts={ariaKeysOf('palette')}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} aria-hidden="true" />
        <span className={styles['text']}>Search or jump to…</span>
        <kbd className={styles['key']}>{signsOf('palette').join(' ')}</kbd>
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
