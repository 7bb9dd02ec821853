import * as z from 'zod';
import { Sha256, UploadAccess } from '../../domain/address/block-upload.ts';
import { line } from '../../domain/records/text.ts';
import { ReferralDocument } from '../../domain/referral/referral.ts';
import { del, get, patch, post } from '../endpoint.ts';
import { Etag, Id } from '../../domain/records/record-id.ts';

/** 20 MB fits a scanned referral packet. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** Media types of documents; the last four are those of files that other systems send. */
export const documentMediaTypes = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/tiff',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/xml',
  'application/json',
  'text/plain',
  'application/zip',
] as const;

const blobName = z.strictObject({ blobName: z.string().regex(/^[a-z0-9-]{16,80}\.[a-z]{3,4}$/) });
/** The client chooses one for each file. */
const UploadId = z.uuid();
const Bytes = z.number().int().positive().max(MAX_DOCUMENT_BYTES);
const DocumentsSlice = z.object({ ReferralDocuments: z.array(ReferralDocument) });

/** Names other referrals with the same file, as far as the caller may see them, latest first. */
const UploadedDocument = DocumentsSlice.extend({ SameFileIn: z.array(z.string()) });
const target = {
  /** Defaults to the agency's type “Other”, or else to its first. */
  DocumentTypeId: Id.optional(),
  ReferralId: Id.optional(),
};

export const servicesApi = {
  uploadFile: post('/services/uploadfile', {
    summary: 'Upload a document, for a referral or for one about to be created',
    access: 'documents.edit',
    mode: 'lease',
    scope: 'domain',
    upload: {
      fields: z.strictObject(target),
      maxBytes: MAX_DOCUMENT_BYTES,
    },
    changesMore: true,
    answers: { referralDocument: 'ReferralDocuments' },
    output: UploadedDocument,
    success: 'Document uploaded successfully',
  }),
  uploadAccess: get('/services/getfileupload', {
    summary: 'Where to send the blocks of a large document for the next hour, and which have arrived',
    access: 'documents.edit',
    scope: 'domain',
    query: z.strictObject({ UploadId, Bytes: z.coerce.number().pipe(Bytes) }),
    output: UploadAccess,
  }),
  completeUpload: post('/services/completefileupload', {
    summary: 'Make the blocks of an upload a document, for a referral or for one about to be created',
    access: 'documents.edit',
    mode: 'lease',
    scope: 'domain',
    errors: ['unsupported_file'],
    body: z.strictObject({ UploadId, FileName: z.string().min(1).max(255), Bytes, Sha256, ...target }),
    changesMore: true,
    answers: { referralDocument: 'ReferralDocuments' },
    output: UploadedDocument,
    success: 'Document uploaded successfully',
  }),
  updateFile: patch('/services/updatefile/{blobName}', {
    summary: 'Change the type or the name of a document',
    access: 'documents.edit',
    mode: 'atomic',
    scope: 'domain',
    params: blobName,
    body: z.strictObject({
      Etag: Etag.optional(),
      DocumentTypeId: Id.optional(),
      Name: line(255).min(1, 'Enter a name').optional(),
    }),
    changesMore: true,
    answers: { referralDocument: 'ReferralDocuments' },
    output: DocumentsSlice,
  }),
  deleteFile: del('/services/deletefile/{blobName}', {
    summary: 'Delete a document; until its file is purged, it can be restored',
    access: 'documents.edit',
    mode: 'atomic',
    scope: 'domain',
    errors: ['legal_hold'],
    params: blobName,
    changesMore: true,
    answers: { referralDocument: 'ReferralDocuments' },
    output: DocumentsSlice.extend({ PurgeAt: z.string() }),
  }),
  restoreFile: patch('/services/restorefile/{blobName}', {
    summary: 'Bring a deleted document back, until it is purged',
    access: 'documents.edit',
    mode: 'atomic',
    scope: 'domain',
    params: blobName,
    changesMore: true,
    answers: { referralDocument: 'ReferralDocuments' },
    output: DocumentsSlice,
    success: 'Document restored successfully',
  }),
  viewFile: get('/services/viewfile/{blobName}', {
    summary:
      'The file of a document, to be looked at on the screen, once a malware scan has found nothing in it',
    access: 'referrals.read',
    scope: 'domain',
    errors: ['scan_in_progress', 'file_quarantined'],
    audit: 'document.viewed',
    auditedEachTime: true,
    params: blobName,
    output: 'file',
    files: documentMediaTypes,
  }),
  downloadFile: get('/services/downloadfile/{blobName}', {
    summary: 'The file of a document, once a malware scan has found nothing in it',
    access: 'referrals.read',
    scope: 'domain',
    errors: ['scan_in_progress', 'file_quarantined'],
    audit: 'document.downloaded',
    auditedEachTime: true,
    params: blobName,
    output: 'file',
    files: documentMediaTypes,
    success: 'File downloaded successfully',
  }),
} as const;
