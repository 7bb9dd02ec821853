import { useCallback, useState } from 'react';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { type DocumentView, fitted } from './document-view.ts';
import styles from './viewer.module.css';

interface ImageViewProps {
  file: FileDownload;
  name: string;
  view: DocumentView;
  /** The available width in pixels. */
  room: number;
}

export function ImageView({ file, name, view: { zoom, rotation }, room }: ImageViewProps) {
  const source = useSource(file);
  const [natural, setNatural] = useState<{ width: number; height: number }>();
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return (
      <EmptyState title="This document cannot be shown">
        It cannot be read as a picture. Download it to look at it in another program.
      </EmptyState>
    );
  const { width = 1, height = 1 } = natural ?? {};
  const isAcross = rotation % 180 === 90;
  const shown = fitted({ width: isAcross ? height : width, room, zoom });
  const scale = shown / (isAcross ? height : width);
  const size = { width: width * scale, height: height * scale };
  return (
    <div
      className={styles['page']}
      data-waiting={natural === undefined || undefined}
      style={isAcross ? { width: size.height, height: size.width } : size}
    >
      <img
        ref={source}
        alt={name}
        className={styles['image']}
        style={{ ...size, transform: `translate(-50%, -50%) rotate(${rotation}deg)` }}
        onLoad={({ currentTarget }) =>
          setNatural({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={() => setBroken(true)}
      />
    </div>
  );
}

/** An object URL for the file, revoked when the view closes. */
const useSource = ({ bytes, type }: FileDownload) =>
  useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes, type],
  );
