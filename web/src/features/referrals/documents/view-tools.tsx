import { ActionIcon, Button, Group } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconMinus,
  IconPlus,
  IconRotateClockwise,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { usePageKeysSetting } from '../../../ui/page-keys.ts';
import { type DocumentView, MIN_ZOOM, MAX_ZOOM, type useDocumentView } from './document-view.ts';
import styles from './viewer.module.css';

export type ViewControls = Omit<ReturnType<typeof useDocumentView>, 'view'>;

interface Neighbors {
  before: (() => void) | undefined;
  after: (() => void) | undefined;
}

/** Keys of the document view, while it has the focus. */
export function useViewKeys(controls: ViewControls, { before, after }: Neighbors) {
  const [hasKeys] = usePageKeysSetting();
  const keys: Record<string, (() => void) | undefined> = {
    '+': controls.zoomIn,
    '=': controls.zoomIn,
    '-': controls.zoomOut,
    '0': controls.fit,
    r: controls.rotate,
    j: after,
    k: before,
  };
  return (event: KeyboardEvent) => {
    if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement) return;
    keys[event.key]?.();
  };
}

interface PlaceAmongProps extends Neighbors {
  index: number;
  count: number;
}

/** The position among several documents, with buttons to the others. */
export function PlaceAmong({ index, count, before, after }: PlaceAmongProps) {
  if (count < 2) return null;
  return (
    <Group gap="xs" wrap="nowrap" className={styles['group'] ?? ''}>
      <Tool label="Previous document (K)" onClick={before}>
        <IconChevronLeft size={18} />
      </Tool>
      <output className={`soft number ${styles['place']}`}>
        {index + 1} of {count}
      </output>
      <Tool label="Next document (J)" onClick={after}>
        <IconChevronRight size={18} />
      </Tool>
    </Group>
  );
}

export function ViewTools({
  view: { zoom, page, pages },
  zoomIn,
  zoomOut,
  fit,
  rotate,
}: ViewControls & { view: DocumentView }) {
  return (
    <Group gap="xs" wrap="nowrap" className={styles['group'] ?? ''}>
      {pages !== undefined && (
        <output className={`soft number ${styles['place']}`}>
          Page {page} of {pages}
        </output>
      )}
      <Tool label="Smaller (−)" onClick={zoom === MIN_ZOOM ? undefined : zoomOut}>
        <IconMinus size={18} />
      </Tool>
      <Button variant="subtle" color="gray" px="sm" className="number" title="Fit (0)" onClick={fit}>
        {zoom * 100}%
      </Button>
      <Tool label="Larger (+)" onClick={zoom === MAX_ZOOM ? undefined : zoomIn}>
        <IconPlus size={18} />
      </Tool>
      <Tool label="Rotate (R)" onClick={rotate}>
        <IconRotateClockwise size={18} />
      </Tool>
    </Group>
  );
}

interface ToolProps {
  label: string;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

/** Stays enabled at the end, so that it does not lose the focus. */
export function Tool({ label, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      size={32}
      aria-label={label}
      title={label}
      aria-disabled={onClick === undefined}
      onClick={() => onClick?.()}
    >
      {children}
    </ActionIcon>
  );
}
