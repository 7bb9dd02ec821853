import * as z from 'zod';
import {
  LineOfSender,
  MessageToSource,
  NewSenderLink,
  SenderLink,
  SenderView,
} from '../../domain/referral/sender-link.ts';
import { get, patch, post, put } from '../endpoint.ts';
import { MAX_DOCUMENT_BYTES } from './services.ts';
import { Id, edited } from '../../domain/records/record-id.ts';

const staff = { access: 'documents.edit', mode: 'atomic', scope: 'domain' } as const;
const sender = { access: 'sender', scope: 'domain' } as const;
const answer = {
  answers: { senderLink: 'SenderLinks' },
  changesMore: true,
  output: z.object({ SenderLinks: z.array(SenderLink) }),
} as const;

const IsReceived = z.object({ IsReceived: z.literal(true) });

/** A link lets the sender of one referral upload the missing documents without an account. */
export const senderLinksApi = {
  list: get('/senderlinks/get', {
    access: 'referrals.read',
    scope: 'domain',
    summary: 'The links to a referral for its sender, newest first, ended ones included',
    topic: 'referral',
    record: 'ReferralId',
    audit: 'referral.viewed',
    query: z.strictObject({ ReferralId: edited.Id }),
    answers: answer.answers,
    output: answer.output,
  }),
  create: put('/senderlinks/create', {
    ...staff,
    ...answer,
    summary: 'Open a page for the sender of a referral; the caller keeps the secret and sends its hash',
    body: NewSenderLink,
    success: 'Link created successfully',
  }),
  update: patch('/senderlinks/update', {
    ...staff,
    ...answer,
    summary: 'Change the message to the source on the page of the sender',
    body: z.strictObject({ ...edited, Message: MessageToSource }),
    success: 'Message updated successfully',
  }),
  revoke: patch('/senderlinks/revoke', {
    ...staff,
    ...answer,
    summary: 'Close the page of the sender at once',
    body: z.strictObject(edited),
    success: 'Link revoked successfully',
  }),
  view: get('/senderlinks/view', {
    ...sender,
    summary: 'What the sender of a referral sees of it',
    audit: 'sender-link.opened',
    output: SenderView,
  }),
  upload: post('/senderlinks/upload', {
    ...sender,
    summary: 'Upload a document that the sender was asked for',
    mode: 'lease',
    upload: {
      fields: z.strictObject({ DocumentTypeId: Id }),
      maxBytes: MAX_DOCUMENT_BYTES,
    },
    output: IsReceived,
  }),
  write: post('/senderlinks/write', {
    ...sender,
    summary: 'Write a line to the agency, which becomes a note of the referral',
    mode: 'atomic',
    body: z.strictObject({ Text: LineOfSender }),
    output: IsReceived,
  }),
} as const;
