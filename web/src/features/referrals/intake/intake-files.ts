import { useEffect, useState } from 'react';
import { draftsApi } from '@handoff/shared/contract/referrals/drafts';
import { createUploads, type Upload, uploadOf, type Uploads } from '../../../data/send/uploads.ts';
import { type ApiAccess, useApi } from '../../../data/use-api.ts';
import { isReferralFile } from '../accepted-files.ts';
import { type Attachment, sortedOut } from '../attachment.ts';
import { attachmentOf, documentUploads } from '../document-uploads.ts';

export const MAX_DOCUMENTS = 20;
export const tooManyDocuments = `A referral starts with at most ${MAX_DOCUMENTS} documents`;

/** A file of another system, which the server reads into a draft of its own. */
interface SentFile extends Upload {
  draftId: string | undefined;
}

/** The files of a new referral. They upload at once, before it exists; saving attaches the documents to it. */
export interface IntakeFiles {
  documents: Uploads<Attachment>;
  systems: Uploads<SentFile>;
  /** Why files were refused that were chosen before the form was open. */
  refusals: readonly string[];
}

function createIntakeFiles(api: ApiAccess): IntakeFiles {
  const systems = createUploads<SentFile>({
    api,
    async send(item, file, { call }) {
      const { DraftInfo } = await call(draftsApi.fromFile, { fields: {}, file });
      return { ...item, draftId: DraftInfo[0]?.Id };
    },
  });
  return { documents: documentUploads(api, { silent: true, sideBySide: true }), systems, refusals: [] };
}

/** Starts the upload of chosen files, and returns why some are refused. */
export function addFiles(
  { documents, systems }: IntakeFiles,
  files: readonly File[],
  typeId?: string,
): string[] {
  for (const file of files.filter(isReferralFile))
    void systems.add(file, { ...uploadOf(file), draftId: undefined });
  const { fitting, refusals } = sortedOut(files.filter((file) => !isReferralFile(file)));
  const room = MAX_DOCUMENTS - documents.list().length;
  for (const file of fitting.slice(0, room)) void documents.add(file, attachmentOf(file, typeId));
  return fitting.length > room ? [...refusals, tooManyDocuments] : refusals;
}

/** Passes files from the page where they were dropped to the form, in memory only, like all patient data. */
let handedOver: { api: ApiAccess; files: IntakeFiles } | undefined;

export function startIntake(api: ApiAccess, files: readonly File[]): void {
  const started = createIntakeFiles(api);
  handedOver = { api, files: { ...started, refusals: addFiles(started, files) } };
}

/** Returns files that were handed over once; a form opened later, or in another agency, starts without them. */
export function useIntakeFiles(): IntakeFiles {
  const api = useApi();
  const [files] = useState(() => (handedOver?.api === api ? handedOver.files : createIntakeFiles(api)));
  useEffect(() => {
    handedOver = undefined;
  }, []);
  return files;
}
