import { useState } from 'react';
import { DraftReadings, type FileReading } from '@handoff/shared/domain/referral/file-reading';
import { ReferralDocument } from '@handoff/shared/domain/referral/referral';
import * as z from 'zod';
import { useUploads } from '../../../data/send/uploads.ts';
import type { Attachment } from '../attachment.ts';
import { addFiles, type IntakeFiles } from './intake-files.ts';

/** The documents of a new referral, and why files were refused. */
export function useAttachments(files: IntakeFiles) {
  const { documents: uploads } = files;
  const attachments = useUploads(uploads);
  const [readings, setReadings] = useState<readonly FileReading[]>([]);
  const [refusals, setRefusals] = useState(files.refusals);

  /** Adds the documents of a draft, and what was read in them. */
  function bring(values: object) {
    uploads.restore(attachmentsOfDraft(values));
    setReadings((former) => [...former, ...readingsOfDraft(values)]);
  }

  function clear() {
    for (const { id } of attachments) uploads.remove(id);
    setReadings([]);
    setRefusals([]);
  }

  return {
    uploads,
    attachments,
    readings,
    refusals,
    add: (chosen: readonly File[], typeId: string | undefined) =>
      setRefusals(addFiles(files, chosen, typeId)),
    dismissRefusals: () => setRefusals([]),
    bring,
    clear,
  };
}

export type Attachments = ReturnType<typeof useAttachments>;

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

/** A draft bears the name that was read, before a person has accepted it. */
export function keptAbout(...names: readonly string[]): { About?: string } {
  const [About] = names.filter((name) => name !== '');
  return About === undefined ? {} : { About };
}

export const documentsOfDraft = (values: object): ReferralDocument[] =>
  keptIn(values).map(({ document }) => document);

const keptIn = (values: object) => KeptDocuments.parse({ Documents: [], ...values }).Documents;

const attachmentsOfDraft = (values: object): Attachment[] =>
  keptIn(values).map(({ document, sameFileIn }) => uploadedAttachment(document, sameFileIn));

/** A document that is on the server already. */
export const uploadedAttachment = (
  document: ReferralDocument,
  sameFileIn: readonly string[] = [],
): Attachment => ({
  id: document.Id,
  name: document.name,
  size: document.Size,
  file: undefined,
  isSending: false,
  failure: undefined,
  typeId: document.DocumentTypeId,
  document,
  sameFileIn,
});

const readingsOfDraft = (values: object): FileReading[] =>
  DraftReadings.parse({ Readings: [], ...values }).Readings;
