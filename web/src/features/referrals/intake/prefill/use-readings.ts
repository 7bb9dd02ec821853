import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { servicesApi } from '@handoff/shared/contract/referrals/services';
import { useApi } from '../../../../data/use-api.ts';
import { contentTypeOf } from '../../accepted-files.ts';
import type { Attachment } from '../../attachment.ts';
import { hasPages } from '../../documents/as-pdf.ts';
import { packetOnPages } from './page-text.ts';
import type { PdfReading } from './read-pdf.ts';

/** A scanned page that is being read. */
export interface Scan {
  attachmentId: string;
  name: string;
  page: number;
  pages: number;
}

interface ReadFrom {
  attachments: readonly Attachment[];
  /** Readings by the server of files of other systems. */
  files: readonly FileReading[];
}

interface Begun {
  /** An earlier reading, whose pages are not read again. */
  former: PdfReading | undefined;
  signal: AbortSignal;
}

/** Reads the attached PDFs and TIFFs one after the other; a document that cannot be read has no reading. */
export function useReadings({ attachments, files }: ReadFrom) {
  const [readings, setReadings] = useState<ReadonlyMap<string, PdfReading>>(new Map());
  const [scan, setScan] = useState<Scan>();
  /** Each reading that has begun, by attachment. */
  const stops = useRef(new Map<string, AbortController>());
  const turn = useRef(Promise.resolve());
  const skipping = useRef(new AbortController());
  const fileOf = useFileOf();

  async function readNow({ id, name }: Attachment, file: Blob, { former, signal }: Begun) {
    if (signal.aborted) return;
    const { readPdf } = await import('./read-pdf.ts');
    await readPdf({
      bytes: new Uint8Array(await file.arrayBuffer()),
      former,
      signal,
      onScan(place) {
        setScan({ attachmentId: id, name, ...place });
        skipping.current = new AbortController();
        return skipping.current.signal;
      },
      onRead(reading) {
        setReadings((earlier) => new Map([...earlier, [id, reading]]));
      },
    });
  }

  async function read(attachment: Attachment, former = readBefore(attachment, readings)) {
    const stop = new AbortController();
    stops.current.set(attachment.id, stop);
    const { signal } = stop;
    try {
      // A document on the server may be in its malware scan for a minute, and the others are read meanwhile.
      const file = await fileOf(attachment, signal);
      turn.current = turn.current
        .catch(() => undefined)
        .then(() => readNow(attachment, file, { former, signal }))
        .finally(() => setScan(undefined));
      await turn.current;
    } catch {
      // The viewer beside the form says what is wrong with the file.
    }
  }

  const readNew = useEffectEvent((attachment: Attachment) => void read(attachment));
  useEffect(() => {
    for (const attachment of attachments)
      if (!stops.current.has(attachment.id) && hasPages(contentTypeOf(attachment))) readNew(attachment);
    for (const [id, stop] of stops.current) if (!attachments.some((each) => each.id === id)) stop.abort();
  }, [attachments]);
  useEffect(() => {
    const begun = stops.current;
    return () => {
      for (const stop of begun.values()) stop.abort();
      begun.clear();
    };
  }, []);

  const ofFiles = useMemo(() => files.map((file) => [file.DocumentId, readingOf(file)] as const), [files]);

  const attached = useMemo(() => {
    const ids = new Set(attachments.map(({ id }) => id));
    return new Map([...ofFiles, ...readings].filter(([id]) => ids.has(id)));
  }, [ofFiles, readings, attachments]);
  /** Reads all pages as those of one patient. */
  async function join(id: string) {
    const former = attached.get(id);
    if (!former) return;
    const packet = await packetOnPages(former.pages, true);
    const reading = { ...former, ...packet, isOnePatient: true };
    setReadings((earlier) => new Map([...earlier, [id, reading]]));
  }

  return {
    readings: attached,
    join,
    scans: {
      now: scan,
      unreadable: attachments.flatMap(({ id, name }) =>
        [...(attached.get(id)?.pages ?? [])].flatMap(([page, { isUnreadable }]) =>
          isUnreadable ? [{ page, name }] : [],
        ),
      ),
      unread: scan ? 0 : [...attached.values()].reduce((sum, { unread }) => sum + unread, 0),
      skip: () => skipping.current.abort(),
      stop: () => scan && stops.current.get(scan.attachmentId)?.abort(),
      readMore() {
        for (const attachment of attachments) {
          const former = attached.get(attachment.id);
          if (former && former.unread > 0) void read(attachment, former);
        }
      },
    },
  };
}

/** The pages of a document of sorted ones were read where they were before. */
function readBefore(
  { madeOf = [] }: Attachment,
  readings: ReadonlyMap<string, PdfReading>,
): PdfReading | undefined {
  const pages = madeOf.flatMap(([place], index) => {
    const text = place && !place.isTurned && readings.get(place.attachmentId)?.pages.get(place.page);
    const page = index + 1;
    return text ? [[page, { ...text, words: text.words.map((word) => ({ ...word, page })) }] as const] : [];
  });
  return pages.length === 0 ? undefined : { ...unread, pages: new Map(pages) };
}

const unread: PdfReading = {
  pages: new Map(),
  pageCount: 0,
  isOnePatient: false,
  proposals: [],
  others: [],
  unread: 0,
};

/** A file of another system has fields and no pages. */
const readingOf = ({ Taken }: FileReading): PdfReading => ({
  ...unread,
  proposals: Taken.map(({ Field, Value, From }) => ({
    path: Field,
    value: Value,
    place: undefined,
    line: From,
    doubt: undefined,
  })),
});

/** A draft that was opened again has its documents on the server. */
function useFileOf() {
  const { client } = useApi();
  return async ({ file, document }: Attachment, signal: AbortSignal): Promise<Blob> => {
    if (file) return file;
    const params = { blobName: document?.blobName ?? '' };
    const { bytes } = await client.call(servicesApi.viewFile, { params }, { signal });
    return new Blob([new Uint8Array(bytes)]);
  };
}
