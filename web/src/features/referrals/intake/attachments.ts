import { useState } from 'react';
import { DraftReadings, type FileReading } from '@handoff/shared/domain/referral/file-reading';
import { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import * as z from 'zod';
import { type Attachment, refusedDocument } from '../attachment.ts';

export const MAX_DOCUMENTS = 20;
export const tooManyDocuments = `A referral starts with at most ${MAX_DOCUMENTS} documents`;

/** The documents of a new referral, and why files were refused. */
export function useAttachments(dropped: readonly File[]) {
  const [first] = useState(() => taken(dropped, { typeId: undefined, room: MAX_DOCUMENTS }));
  const [attachments, change] = useState<readonly Attachment[]>(first.added);
  const [readings, setReadings] = useState<readonly FileReading[]>([]);
  const [refusals, setRefusals] = useState(first.refused);

  function add(files: readonly File[], typeId: string | undefined) {
    const { added, refused } = taken(files, { typeId, room: MAX_DOCUMENTS - attachments.length });
    setRefusals(refused);
    change((former) => [...former, ...added]);
  }

  /** Adds the documents of a draft, and what was read in them. */
  function bring(values: object) {
    change((former) => [...former, ...attachmentsOfDraft(values)]);
    setReadings((former) => [...former, ...readingsOfDraft(values)]);
  }

  function clear() {
    change([]);
    setReadings([]);
    setRefusals([]);
  }

  return { attachments, readings, refusals, add, change, bring, clear };
}

export type Attachments = ReturnType<typeof useAttachments>;

function taken(files: readonly File[], { typeId, room }: { typeId: string | undefined; room: number }) {
  const fitting = files.filter((file) => refusedDocument(file) === undefined);
  const refused = files.flatMap((file) => refusedDocument(file) ?? []);
  if (fitting.length > room) refused.push(tooManyDocuments);
  const added = fitting.slice(0, room).map((file) => attachmentOf(file, typeId));
  return { added, refused };
}

export const attachmentOf = (file: File, typeId: string | undefined): Attachment => ({
  id: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  file,
  typeId,
  document: undefined,
  sameFileIn: [],
});

const KeptDocuments = z.object({
  Documents: z
    .array(z.object({ document: ReferralDocument, sameFileIn: z.array(z.string()).readonly() }))
    .catch([]),
});

/** A draft stores only uploaded documents. */
export const keptDocuments = ({
  attachments,
  readings,
}: Pick<Attachments, 'attachments' | 'readings'>): z.infer<typeof KeptDocuments> & {
  Readings?: FileReading[];
} => ({
  Documents: attachments.flatMap(({ document, sameFileIn }) => (document ? [{ document, sameFileIn }] : [])),
  ...(readings.length > 0 && { Readings: [...readings] }),
});

export const documentsOfDraft = (values: object): ReferralDocument[] =>
  keptIn(values).map(({ document }) => document);

const keptIn = (values: object) => KeptDocuments.parse({ Documents: [], ...values }).Documents;

function attachmentsOfDraft(values: object): Attachment[] {
  return keptIn(values).map(({ document, sameFileIn }) => ({
    id: document.Id,
    name: document.name,
    size: document.Size,
    file: undefined,
    typeId: document.DocumentTypeId,
    document,
    sameFileIn,
  }));
}

export const readingsOfDraft = (values: object): FileReading[] =>
  DraftReadings.parse({ Readings: [], ...values }).Readings;
