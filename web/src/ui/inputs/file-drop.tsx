import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import styles from './file-drop.module.css';

interface FileDropProps {
  label: string;
  children?: ReactNode;
  accept: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** A file button that also takes dropped files: the browser's own input covers the area, invisibly. */
export function FileDrop({ label, children, accept, multiple = false, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);

  return (
    <label className={styles['area']} data-over={isOver}>
      <IconUpload size={20} aria-hidden="true" />
      <span>
        <b>{label}</b>
        {children && <span className={`soft small ${styles['hint']}`}>{children}</span>}
      </span>
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Cleared, so that a file that was removed can be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
