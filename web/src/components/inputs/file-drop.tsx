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

/** A file button that can also be dropped on: the browser's own input, laid invisibly over the whole area. */
export function FileDrop({ label, children, accept, multiple = false, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);

  return (
    <label className={styles['area']} data-over={isOver}>
      <IconUpload size={20} aria-hidden="true" />
      <span>
        <b>{label}</b>
        {children && <span className={styles['hint']}>{children}</span>}
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
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
