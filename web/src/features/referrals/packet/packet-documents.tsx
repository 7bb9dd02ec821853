import { useEffect, useState } from 'react';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import type { FileDownload } from '@handoff/shared/contract/endpoint';
import type { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { errorText } from '../../../data/send/call-error.ts';
import { useOnce } from '../../../data/records/use-read.ts';
import { namesOf, useSettings } from '../../../data/use-settings.ts';
import { hasPages } from '../documents/as-pdf.ts';
import { isShown } from '../documents/document-sheet.tsx';
import styles from './packet.module.css';

interface PacketDocumentsProps {
  documents: readonly ReferralDocument[];
  /** Called with the number of documents whose pages are not ready to print yet. */
  onAwaited: (count: number) => void;
}

/** Prints the pages of the documents after the packet. They load one after another, because each may be large. */
export function PacketDocuments({ documents, onAwaited }: PacketDocumentsProps) {
  const [ready, setReady] = useState(0);
  useEffect(() => onAwaited(documents.length - ready), [documents, ready, onAwaited]);
  const { documentTypes } = useSettings();
  return documents.slice(0, ready + 1).map((document, index) => (
    <section key={document.Id} className={styles['document']} aria-label={document.name}>
      <h2>
        {document.name}{' '}
        <span className={styles['documentType']}>
          {namesOf([document.DocumentTypeId], documentTypes).join()}
        </span>
      </h2>
      {isShown(document.ContentType) ? (
        <DocumentOnPaper document={document} onReady={() => setReady(index + 1)} />
      ) : (
        <NotOnPaper onReady={() => setReady(index + 1)} />
      )}
    </section>
  ));
}

/** Browsers cannot show Word files. */
function NotOnPaper({ onReady }: { onReady: () => void }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the document has nothing to wait for
  useEffect(onReady, []);
  return <p>A browser cannot print this file. Download it and print it from another program.</p>;
}

interface DocumentOnPaperProps {
  document: ReferralDocument;
  onReady: () => void;
}

function DocumentOnPaper({ document: { name, blobName }, onReady }: DocumentOnPaperProps) {
  const { output: file, error } = useOnce(servicesApi.viewFile, { params: { blobName } });
  const { pages, trouble } = usePaperPages(file);
  const failure = error ? errorText(error) : trouble;
  const isReady = pages !== undefined || failure !== undefined;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- reports once
  useEffect(() => (isReady ? onReady() : undefined), [isReady]);
  if (failure !== undefined) return <p>This document is not printed. {failure}</p>;
  return pages?.map((url, index) => (
    <img key={url} src={url} alt={`${name}, page ${index + 1} of ${pages.length}`} />
  ));
}

/** The addresses of the pages as pictures, once all are ready to print. */
function usePaperPages(file: FileDownload | undefined) {
  const [drawn, setDrawn] = useState<{ pages?: readonly string[]; trouble?: string }>({});
  useEffect(() => {
    if (!file) return undefined;
    let isGone = false;
    let urls: readonly string[] = [];
    const revoke = () => urls.forEach((url) => URL.revokeObjectURL(url));
    async function draw({ bytes, type }: FileDownload) {
      const pictures = hasPages(type)
        ? await (await import('../documents/pdf.ts')).picturesOf(bytes)
        : [new Blob([new Uint8Array(bytes)], { type })];
      urls = pictures.map((picture) => URL.createObjectURL(picture));
      await Promise.all(urls.map(loaded));
      if (isGone) revoke();
      else setDrawn({ pages: urls });
    }
    draw(file).catch((error: unknown) => setDrawn({ trouble: errorText(error) }));
    return () => {
      isGone = true;
      revoke();
    };
  }, [file]);
  return drawn;
}

/** Waits for a picture, because a page that is still loading prints empty. */
function loaded(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  return image.decode();
}
