import { type ComponentProps, useEffect, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { Bones, EmptyState, ErrorState } from '../../../components/page-states.tsx';
import { useOnce } from '../../../data/records/use-read.ts';
import { ImageView } from './image-view.tsx';
import { PdfPages } from './pdf-pages.tsx';

/** Where the bytes of a document come from: the server, or, of one just chosen, this machine. */
export interface DocumentSource {
  name: string;
  blobName: string | undefined;
  file?: File | undefined;
}

interface DocumentPagesProps extends Omit<ComponentProps<typeof PdfPages>, 'file'> {
  source: DocumentSource;
  type: string;
}

/**
 * A file that was just chosen is shown from here while its scan goes on: it never left the person's machine unscanned,
 * where they can open it anyway, and pdf.js runs nothing of it. What the server has it gives to no one before it was
 * scanned.
 */
export function DocumentPages({ source: { name, blobName, file }, ...shown }: DocumentPagesProps) {
  const [tries, setTries] = useState(0);
  if (file) return <LocalFile {...{ file, name }} {...shown} />;
  if (blobName === undefined) return null;
  const onRetry = () => setTries((count) => count + 1);
  return <UploadedFile key={tries} {...{ blobName, name, onRetry }} {...shown} />;
}

interface PlaceProps extends Omit<DocumentPagesProps, 'source'> {
  name: string;
}

interface UploadedFileProps extends PlaceProps {
  blobName: string;
  onRetry: () => void;
}

function UploadedFile({ blobName, onRetry, ...shown }: UploadedFileProps) {
  const { output: file, error } = useOnce(api.services.viewFile, { params: { blobName } });
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  return file ? <Pages file={file} {...shown} /> : <Bones lines={12} />;
}

function LocalFile({ file: chosen, ...shown }: PlaceProps & { file: File }) {
  const [file, setFile] = useState<FileDownload>();
  const [isGone, setGone] = useState(false);
  const { name, type } = shown;
  useEffect(() => {
    chosen.arrayBuffer().then(
      (buffer) => setFile({ name, type, bytes: new Uint8Array(buffer) }),
      () => setGone(true),
    );
  }, [chosen, name, type]);
  if (isGone)
    return <EmptyState title="This file cannot be read any more">It was moved or changed.</EmptyState>;
  return file ? <Pages file={file} {...shown} /> : <Bones lines={12} />;
}

function Pages({ file, name, type, ...shown }: PlaceProps & { file: FileDownload }) {
  return isPdf(type) ? (
    <PdfPages file={file} {...shown} />
  ) : (
    <ImageView file={file} name={name} view={shown.view} room={shown.room} />
  );
}

export const isPdf = (type: string) => type === 'application/pdf';
