import { IconShieldSearch } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import { Bones, EmptyState, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { useOnce } from '../../../data/records/use-read.ts';
import { hasPages } from './as-pdf.ts';
import { ImageView } from './image-view.tsx';
import { PdfPages } from './pdf-pages.tsx';

/** The source of a document's bytes: the server, or a file that was just chosen. */
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
 * A file that was just chosen is shown from memory while the server scans it. It comes from the person's own computer,
 * and pdf.js runs no scripts. The server releases a document only after its scan.
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
  const { output: file, error, isInScan } = useOnce(servicesApi.viewFile, { params: { blobName } });
  if (error) return <ErrorState error={error} onRetry={onRetry} />;
  if (isInScan === true)
    return (
      <EmptyState icon={IconShieldSearch} title="This document is being checked for malware">
        It is shown as soon as that is done.
      </EmptyState>
    );
  return file ? <Pages file={file} {...shown} /> : <Bones lines={12} />;
}

function LocalFile({ file: chosen, ...shown }: PlaceProps & { file: File }) {
  const [read, setRead] = useState<{ chosen: File; file?: FileDownload }>();
  const { name, type } = shown;
  useEffect(() => {
    chosen.arrayBuffer().then(
      (buffer) => setRead({ chosen, file: { name, type, bytes: new Uint8Array(buffer) } }),
      () => setRead({ chosen }),
    );
  }, [chosen, name, type]);
  if (read?.chosen !== chosen) return <Bones lines={12} />;
  if (!read.file)
    return <EmptyState title="This file cannot be read any more">It was moved or changed.</EmptyState>;
  return <Pages file={read.file} {...shown} />;
}

function Pages({ file, name, type, ...shown }: PlaceProps & { file: FileDownload }) {
  return hasPages(type) ? (
    <PdfPages file={file} {...shown} />
  ) : (
    <ImageView file={file} name={name} view={shown.view} room={shown.room} />
  );
}
