import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import type { ReadContext, WriteContext } from '../../core/context.ts';
import { noResult } from './scan/scan-event.ts';
import { createHash } from 'node:crypto';
import type { Api } from '@handoff/shared/contract/api';
import type { FileDownload, Output } from '@handoff/shared/contract/endpoint';
import { isOffered, unsortedType } from '@handoff/shared/domain/agency/list-settings';
import type { Referral, ReferralDocument } from '@handoff/shared/domain/referral/referral';
import { AppError, notFound, existing } from '../../core/app-error.ts';
import { announceChange } from '../../writes/edit.ts';
import type { AtomicHandler } from '../../http/handlers.ts';
import type { Limits } from '../../auth/limits.ts';
import { checkNotHeld, documentKind, referralKind } from '../../records/kinds/referral-records.ts';
import { assertCurrentVersion, changedBy } from '../../records/concurrency-check.ts';
import { fieldChanges } from '../../records/field-changes.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { checkQuota, countUpload } from './upload-quota.ts';
import { displayName, extensionOf, type FileTypeOf } from './file-type.ts';
import { readUpload, uploadAccess, uploadPath } from './document-blocks.ts';
import { referralsWithSameFile } from './same-file.ts';
import type { DocumentEffect, DocumentHandlers, DocumentReads } from './document-ports.ts';

type Calls = Api['services'];

const MAX_DOCUMENTS = 50;

/** `typeOf` judges a file; the attacks on documents prove that they work by passing one that accepts every file. */
export function documentHandlers(limits: Limits['uploads'], typeOf: FileTypeOf): DocumentHandlers {
  const attachAll = attaching(limits, typeOf);
  async function attach(fields: Target, file: AttachedFile, context: DocumentEffect) {
    const stage = await attachAll(fields, [file], context);
    return async (write: WriteContext): Promise<Output<Calls['uploadFile']>> => {
      const attached = await stage(write);
      return {
        ReferralDocuments: attached.map(({ document }) => document),
        SameFileIn: attached.flatMap(({ SameFileIn }) => SameFileIn),
      };
    };
  }
  return {
    uploadFile: ({ fields, file }, context) =>
      attach(fields, { name: file.name, size: file.bytes.length, read: async () => file.bytes }, context),
    uploadAccess,
    completeUpload: async ({ body: { UploadId, FileName, Bytes, Sha256, ...fields } }, context) => {
      const path = uploadPath(UploadId, context.caller);
      const stage = await attach(
        fields,
        {
          name: FileName,
          size: Bytes,
          read: async () => {
            const bytes =
              (await readUpload(context.documents, { path, size: Bytes })) ??
              // An earlier try got this far and then stopped.
              (await context.documents.read(attachedPath(context, Sha256, extensionOf(FileName))))?.bytes;
            if (bytes && sha256(bytes) === Sha256) return bytes;
            throw new AppError('conflict', 'The file has not arrived whole. Attach it again.');
          },
        },
        context,
      );
      // If the record is refused its file stays: the scan reports a file without a record, and the purge removes it.
      await context.documents.remove(path);
      return stage;
    },
    updateFile,
    deleteFile,
    restoreFile,
    viewFile,
    downloadFile,
  };
}

interface AttachedFile {
  name: string;
  size: number;
  read: () => Promise<Uint8Array>;
}

interface Attached {
  document: ReferralDocument;
  SameFileIn: string[];
}

/** Blobs come first, under names derived from the key and only if absent, then records: no orphan, no duplicate. */
export function attaching(limits: Limits['uploads'], typeOf: FileTypeOf) {
  return async (
    fields: Target,
    files: readonly AttachedFile[],
    context: DocumentEffect,
    action: 'document.uploaded' | 'document.received-by-link' = 'document.uploaded',
  ): Promise<(write: WriteContext) => Promise<Attached[]>> => {
    const DocumentTypeId = await documentTypeFor(fields, context);
    await checkReferral(fields, context);
    const uploaded = { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
    await checkQuota(context, uploaded, limits);
    const attached: Attached[] = [];
    for (const file of files) {
      // One after another, so that only one is in memory.
      // oxlint-disable-next-line no-await-in-loop
      const document = await stored(file, { DocumentTypeId, ReferralId: fields.ReferralId ?? null }, context);
      // oxlint-disable-next-line no-await-in-loop
      attached.push({ document, SameFileIn: await referralsWithSameFile(context.find, document) });
    }
    return async (write) => {
      for (const { document } of attached) {
        write.work.create(documentKind, document);
        audit(write, action, document);
      }
      if (fields.ReferralId) await countDocument(write, { id: fields.ReferralId, by: attached.length });
      await countUpload(write, uploaded, limits);
      return attached;
    };
  };

  async function stored(
    file: AttachedFile,
    place: Pick<ReferralDocument, 'DocumentTypeId' | 'ReferralId'>,
    context: DocumentEffect,
  ): Promise<ReferralDocument> {
    const bytes = await file.read();
    const { extension, type } = await typeOf(file.name, bytes);
    const Sha256 = sha256(bytes);
    const name = attachedName(context, Sha256);
    const now = context.now.toISOString();
    const document: ReferralDocument = {
      Id: documentId(name),
      Etag: '',
      name: displayName(file.name),
      blobName: `${name}.${extension}`,
      ...place,
      ContentType: type,
      Size: file.size,
      Sha256,
      UploadedAt: now,
      UploadedBy: context.caller.person,
      Scan: { State: 'checking', At: now, AskedAt: now, Reason: '' },
    };
    const path = blobPath(context.caller.businessDomainId, document);
    context.ifRefused(() => context.documents.remove(path));
    await context.documents.putIfAbsent(path, { bytes, type });
    return document;
  }
}

/** The name includes the content's hash: no use of a key ever finds other bytes under it. */
const attachedName = (context: DocumentEffect, Sha256: string) =>
  `${context.derive('blob')}-${Sha256.slice(0, 32)}`;
const attachedPath = (context: DocumentEffect, Sha256: string, extension: string) =>
  `${context.caller.businessDomainId}/${attachedName(context, Sha256)}.${extension}`;

const updateFile: AtomicHandler<Calls['updateFile']> = async ({ params, body }, context) => {
  const before = await context.work.get(documentKind, documentId(params.blobName));
  if (!before) throw notFound('This document');
  const { Etag: basedOn, Name, ...type } = body;
  const patch = { ...type, ...(Name !== undefined && { name: Name, Document: Name }) };
  // The history calls the name Document.
  const current = { ...before, Document: before.name };
  const version = { what: 'this document', current, basedOn, patch };
  await assertCurrentVersion(context.work, { ...version, by: context.caller.claims });
  const after = {
    ...before,
    Etag: context.work.etag,
    ...(Name !== undefined && { name: displayName(Name) }),
    ...(body.DocumentTypeId !== undefined && {
      DocumentTypeId: await documentTypeFor(body, { find: context.work }),
    }),
  };
  const changes = fieldChanges(
    { Document: before.name, DocumentTypeId: before.DocumentTypeId },
    { Document: after.name, DocumentTypeId: after.DocumentTypeId },
  );
  if (changes.length === 0) return { ReferralDocuments: [before] };
  context.work.replace(documentKind, before, after);
  context.work.audit({ action: 'document.updated', subject: after.ReferralId ?? after.Id, changes });
  const referral = after.ReferralId && (await context.work.get(referralKind, after.ReferralId));
  if (referral) {
    context.work.replace(referralKind, referral, { ...referral, ...changedBy(context) });
    announceChange(context, { topic: 'referral', id: referral.Id });
  }
  return { ReferralDocuments: [after] };
};

const deleteFile: AtomicHandler<Calls['deleteFile']> = async ({ params }, context) => {
  const document = await context.work.get(documentKind, documentId(params.blobName));
  if (!document) throw notFound('This document');
  const referral = document.ReferralId && (await context.work.get(referralKind, document.ReferralId));
  if (referral) checkNotHeld(referral);
  const PurgeAt = context.work.deleteUntilPurged(documentKind, document);
  if (document.ReferralId) await countDocument(context, { id: document.ReferralId, by: -1 });
  audit(context, 'document.deleted', document);
  return { ReferralDocuments: [document], PurgeAt };
};

const restoreFile: AtomicHandler<Calls['restoreFile']> = async ({ params }, context) => {
  const deleted = await context.work.restore(documentKind, documentId(params.blobName));
  // From then on, its file may be removed before its record.
  if (!deleted || context.now.toISOString() >= deleted.purgeAt) throw notFound('This document');
  const document = deleted.restore();
  if (document.ReferralId) await countDocument(context, { id: document.ReferralId, by: 1 });
  audit(context, 'document.restored', document);
  return { ReferralDocuments: [document] };
};

const viewFile: DocumentHandlers['viewFile'] = ({ params }, context) => fileOf(params.blobName, context);

const downloadFile: DocumentHandlers['downloadFile'] = ({ params }, context) =>
  fileOf(params.blobName, context);

async function fileOf(
  blobName: string,
  { caller, find, documents, viewed }: ReadContext & DocumentReads,
): Promise<FileDownload> {
  const document = await find.get(documentKind, documentId(blobName));
  if (!document || (document.ReferralId && !(await find.get(referralKind, document.ReferralId))))
    throw notFound('This document');
  checkOpenable(document);
  const blob = await documents.read(blobPath(caller.businessDomainId, document));
  if (!blob) throw notFound('The file of this document');
  // Someone with write access to the storage must not pass other content off as the recorded file.
  if (sha256(blob.bytes) !== document.Sha256) throw notFound('The file of this document as it was attached');
  viewed(document.ReferralId ?? document.Id, [document.ReferralId ?? document.Id, document.Id]);
  return { name: document.name, type: document.ContentType, bytes: blob.bytes };
}

function checkOpenable({ Scan: { State, Reason } }: ReferralDocument): void {
  if (State === 'checking')
    throw new AppError('scan_in_progress', stillChecked, { retryAfterSeconds: SECONDS_OF_A_SCAN });
  if (Reason === noResult) throw new AppError('file_quarantined', askedAgain);
  if (State !== 'clean') throw new AppError('file_quarantined', quarantineTexts[State]);
}

const SECONDS_OF_A_SCAN = 3;
const stillChecked = 'This document is still being checked for malware. Try again in a moment.';
const askedAgain =
  'This document has not been checked for malware yet, so it cannot be opened. It is checked as soon as scans are possible again.';
const quarantineTexts = {
  blocked: 'This document is blocked: malware was found in it.',
  'not scanned': 'This document could not be checked for malware, so it cannot be opened. Attach it again.',
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Target {
  DocumentTypeId?: string | undefined;
  ReferralId?: string | undefined;
}

async function documentTypeFor({ DocumentTypeId }: Target, { find }: { find: Reader }): Promise<string> {
  const lists = await find.get(listsKind, 'lists');
  const offered = lists?.SettingsDocumentTypesInfo.filter(isOffered) ?? [];
  const type =
    DocumentTypeId === undefined
      ? (unsortedType(offered) ?? offered[0])
      : offered.find(({ Id }) => Id === DocumentTypeId);
  if (type) return type.Id;
  throw new AppError('invalid_request', 'This document type no longer exists.', {
    fields: { DocumentTypeId: 'Choose another document type' },
  });
}

async function checkReferral(fields: Target, { find }: DocumentEffect): Promise<void> {
  if (!fields.ReferralId) return;
  const referral = existing(await find.get(referralKind, fields.ReferralId), 'This referral');
  refuseWhenFull(referral);
}

function refuseWhenFull({ DocumentCount }: Referral): void {
  if (DocumentCount >= MAX_DOCUMENTS)
    throw new AppError('too_large', `A referral holds at most ${MAX_DOCUMENTS} documents.`);
}

async function countDocument(context: WriteContext, change: { id: string; by: number }): Promise<void> {
  const { work } = context;
  const referral = existing(await work.get(referralKind, change.id), 'This referral');
  if (change.by > 0) refuseWhenFull(referral);
  const DocumentCount = referral.DocumentCount + change.by;
  work.replace(referralKind, referral, { ...referral, DocumentCount, ...changedBy(context) });
}

function audit(context: WriteContext, action: AuditAction, document: ReferralDocument): void {
  const subject = document.ReferralId ?? document.Id;
  const name = { field: 'Document', old: null, new: document.name };
  context.work.audit({
    action,
    subject,
    changes: [action === 'document.deleted' ? { ...name, old: document.name, new: null } : name],
  });
  if (document.ReferralId) announceChange(context, { topic: 'referral', id: document.ReferralId });
}

export const documentId = (blobName: string) => `document-${blobName.split('.')[0] ?? ''}`;
const blobPath = (domainId: string, document: ReferralDocument) => `${domainId}/${document.blobName}`;
