import { useState } from 'react';
import { draftsApi, MAX_DRAFTS } from '@handoff/shared/contract/referrals/drafts';
import type { DocumentType } from '@handoff/shared/domain/agency/list-settings';
import { useCurrentPerson } from '../../../../data/current-person.ts';
import { useMyDrafts } from '../../../../data/drafts/use-draft.ts';
import { errorText } from '../../../../data/send/call-error.ts';
import { useAction } from '../../../../data/send/outbox.ts';
import { useApi } from '../../../../data/use-api.ts';
import { type Attachment, refusedDocument } from '../../attachment.ts';
import { attachmentOf, documentUploads } from '../../document-uploads.ts';
import { inPaperWorker } from '../../documents/in-paper-worker.ts';
import { keptAbout, keptDocuments } from '../attachments.ts';
import { MAX_DOCUMENTS, tooManyDocuments } from '../intake-files.ts';
import { blankIntake } from '../intake-values.ts';
import { pagesText, type StackDocument } from './page-stack.ts';

/** A document made from pages, to attach. */
export interface SortedFile {
  file: File;
  typeId: string | undefined;
  pages: StackDocument['pages'];
}

interface MakingFrom {
  /** All documents of the new referral. */
  attachments: readonly Attachment[];
  types: readonly DocumentType[];
}

export type DocumentMaking = ReturnType<typeof useDocumentMaking>;

/** Writes the documents, and keeps those of other patients as drafts, one patient after the other. */
export function useDocumentMaking({ attachments, types }: MakingFrom) {
  const { domain } = useCurrentPerson();
  const { drafts } = useMyDrafts('new-referral');
  const api = useApi();
  const save = useAction(draftsApi.save, { silent: true });
  const [isPending, setPending] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  /** The first patient's documents come back; `onDraft` gets the patients that are left after each draft. */
  async function run(
    papers: readonly Attachment[],
    patients: StackDocument[][],
    onDraft: (left: StackDocument[][]) => void,
  ) {
    const others = attachments.length - papers.length;
    setPending(true);
    setTrouble(undefined);
    try {
      const own = drafts.filter(({ sentBy }) => sentBy === undefined);
      if (own.length + patients.length - 1 > MAX_DRAFTS)
        throw new Error(`Of your drafts, ${MAX_DRAFTS} are kept. Finish or discard some of them first.`);
      if (patients.some((documents, at) => documents.length > MAX_DOCUMENTS - (at === 0 ? others : 0)))
        throw new Error(tooManyDocuments);
      const sources = new Map(papers.flatMap(({ id, file }) => (file ? [[id, file] as const] : [])));
      const nameOf = (id: string) =>
        papers.find((each) => each.id === id)?.name.replace(/\.(pdf|tiff?)$/i, '') ?? '';
      const written: SortedFile[][] = [];
      for (const documents of patients) {
        const named = documents.map((each) => ({
          name: `${types.find(({ Id }) => Id === each.typeId)?.Name ?? 'Document'} (${pagesText(each, nameOf)}).pdf`,
          pages: each.pages,
        }));
        // oxlint-disable no-await-in-loop -- large files one after another
        const files = await inPaperWorker('writeDocuments', sources, named);
        const refusal = files.map(refusedDocument).find((text) => text !== undefined);
        if (refusal !== undefined) throw new Error(refusal);
        written.push(
          documents.flatMap(({ typeId, pages }, at) => {
            const file = files[at];
            return file ? { file, typeId, pages } : [];
          }),
        );
      }
      const [kept = [], ...drafted] = written;
      for (const [index, files] of drafted.entries()) {
        await keepDraft(files, patients[index + 1]?.find(({ patient }) => patient !== undefined)?.patient);
        onDraft([...patients.slice(0, 1), ...patients.slice(index + 2)]);
      }
      // oxlint-enable no-await-in-loop
      return kept;
    } catch (error) {
      setTrouble(errorText(error));
      return undefined;
    } finally {
      setPending(false);
    }
  }

  async function keepDraft(files: readonly SortedFile[], about = ''): Promise<void> {
    const uploads = documentUploads(api, { silent: true });
    const sent = await Promise.all(
      files.map(({ file, typeId }) => uploads.add(file, attachmentOf(file, typeId))),
    );
    const failed = files.find((_, at) => sent[at]?.ok !== true);
    if (failed) throw new Error(`${failed.file.name} could not be uploaded. Try again.`);
    const blank = blankIntake({ state: domain?.States[0] ?? '', now: new Date(), channel: 'Fax' });
    const Values = JSON.stringify({
      ...blank,
      ...keptDocuments({ attachments: uploads.list(), readings: [] }),
      ...keptAbout(about),
    });
    const body = { Id: crypto.randomUUID(), Form: 'new-referral', Values } as const;
    const kept = await save.run({ body });
    if (!kept.ok) throw new Error('A draft could not be saved. Try again.');
  }

  return { run, isPending, trouble };
}
