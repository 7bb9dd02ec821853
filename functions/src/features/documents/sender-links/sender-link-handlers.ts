import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { messageRefusal } from '@handoff/shared/domain/referral/message-to-source';
import { isLinkOpen, type SenderLink } from '@handoff/shared/domain/referral/sender-link';
import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import type { Limits } from '../../../auth/limits.ts';
import { AppError, existing, invalidField } from '../../../core/app-error.ts';
import type { WriteContext } from '../../../core/context.ts';
import { addMs, DAY_MS } from '../../../core/time.ts';
import type { Loaded } from '../../../core/unit-of-work.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { editedBy } from '../../../records/concurrency-check.ts';
import { fieldChanges } from '../../../records/field-changes.ts';
import { listsKind } from '../../../records/kinds/agency-records.ts';
import {
  referralKind,
  sealedReferralKind,
  senderLinkKind,
  type SealedReferral,
  linksOf,
} from '../../../records/kinds/referral-records.ts';
import { isRestricted } from '../../../records/restriction.ts';
import { openNumbers } from '../../../records/sealed-numbers.ts';
import { linkIdOf } from '../../../auth/sender.ts';
import { current } from '../../../writes/edit.ts';
import { listAll } from '../../../records/reader.ts';
import type { SenderLinkHandlers } from '../document-ports.ts';
import type { FileTypeOf } from '../file-type.ts';
import { receiving } from './receive-document.ts';
import { senderView } from './sender-view.ts';
import { writeLine } from './write-line.ts';

/** `typeOf` judges a file, as for the documents that staff upload. */
export const senderLinkHandlers = (limits: Limits['uploads'], typeOf: FileTypeOf): SenderLinkHandlers => ({
  list: listLinks,
  create: createLink,
  update: updateLink,
  revoke: revokeLink,
  view: senderView,
  upload: receiving(limits, typeOf),
  write: writeLine,
});

type Calls = ApiHandlers['senderLinks'];

const MAX_OPEN = 5;

const listLinks: Calls['list'] = async ({ query: { ReferralId } }, { find, viewed }) => {
  existing(await find.get(referralKind, ReferralId), 'This referral');
  viewed(ReferralId);
  return { SenderLinks: await listAll(find, linksOf(ReferralId)) };
};

const createLink: Calls['create'] = async ({ body }, context) => {
  const { ReferralId, SecretSha256, DocumentTypeIds, Message, Days } = body;
  const { work, now, caller } = context;
  const referral = existing(await work.get(sealedReferralKind, ReferralId), 'This referral');
  if (isRestricted(referral))
    throw new AppError('conflict', 'This referral is restricted. Ask its sender by phone.');
  const Documents = await namesOf(DocumentTypeIds, context);
  await checkMessage(Message, referral, context);
  const open = (await listAll(work, linksOf(ReferralId))).filter((link) => isLinkOpen(link, now));
  if (open.length >= MAX_OPEN)
    throw new AppError('too_large', `A referral has at most ${MAX_OPEN} open links. Revoke one first.`);
  const link: SenderLink = {
    Id: linkIdOf(SecretSha256),
    ReferralId,
    DocumentTypeIds: [...new Set(DocumentTypeIds)],
    Message,
    CreatedAt: now.toISOString(),
    CreatedBy: caller.person,
    ...editedBy(context),
    ExpiresAt: addMs(now, Days * DAY_MS).toISOString(),
    Revoked: null,
    Files: 0,
    Bytes: 0,
    Lines: 0,
  };
  work.create(senderLinkKind, link);
  const { ExpiresAt } = link;
  const changes = fieldChanges({}, { Documents, Message, ExpiresAt });
  return noted(context, { action: 'sender-link.created', link, changes });
};

const updateLink: Calls['update'] = async ({ body }, context) => {
  const { before, referral } = await asked(body, context);
  await checkMessage(body.Message, referral, context);
  if (body.Message === before.Message) return { SenderLinks: [before] };
  const link = { ...before, Message: body.Message, ...editedBy(context) };
  context.work.replace(senderLinkKind, before, link);
  const changes = fieldChanges({ Message: before.Message }, { Message: link.Message });
  return noted(context, { action: 'sender-link.updated', link, changes });
};

const revokeLink: Calls['revoke'] = async ({ body }, context) => {
  const { work, now, caller } = context;
  const { before } = await asked(body, context);
  if (before.Revoked) return { SenderLinks: [before] };
  const Revoked = { At: now.toISOString(), By: caller.person };
  const link = { ...before, Revoked, ...editedBy(context) };
  work.replace(senderLinkKind, before, link);
  return noted(context, { action: 'sender-link.revoked', link, changes: [] });
};

interface LinkChange {
  Id: string;
  Etag?: string | undefined;
  Message?: string;
}

/** A link is part of its referral: without the one there is no other. */
async function asked(
  body: LinkChange,
  context: WriteContext,
): Promise<{ before: Loaded<SenderLink>; referral: SealedReferral }> {
  const before = await current(context, { kind: senderLinkKind, what: 'this link' }, { asked: body });
  const referral = existing(await context.work.get(sealedReferralKind, before.ReferralId), 'This link');
  return { before, referral };
}

interface Noted {
  action: AuditAction;
  link: SenderLink;
  changes: FieldChange[];
}

function noted(context: WriteContext, { action, link, changes }: Noted) {
  const subject = link.ReferralId;
  context.work.record({ action, subject, changes, topic: 'referral' });
  return { SenderLinks: [link] };
}

async function namesOf(ids: readonly string[], { work }: WriteContext): Promise<string[]> {
  const lists = await work.get(listsKind, 'lists');
  const offered = lists?.SettingsDocumentTypesInfo.filter(isOffered) ?? [];
  return ids.map((id) => {
    const type = offered.find(({ Id }) => Id === id);
    if (type) return type.Name;
    const message = 'One of these document types no longer exists.';
    throw invalidField('DocumentTypeIds', 'Choose other documents', message);
  });
}

async function checkMessage(
  text: string,
  referral: SealedReferral,
  { fieldKeys, caller }: WriteContext,
): Promise<void> {
  if (text === '') return;
  const owner = { domainId: caller.businessDomainId, id: referral.Id };
  const numbers = Object.values(await openNumbers(fieldKeys, owner, referral));
  const refusal = messageRefusal(text, { patient: referral.Patient, numbers });
  if (refusal !== undefined) throw invalidField('Message', refusal, 'Anyone with the link could read it.');
}
