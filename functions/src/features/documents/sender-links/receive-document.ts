import { isLinkOpen, senderLinkLimits, type SenderLink } from '@handoff/shared/domain/referral/sender-link';
import type { Limits } from '../../../auth/limits.ts';
import { AppError, invalidField } from '../../../core/app-error.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { referralKind, senderLinkKind } from '../../../records/kinds/referral-records.ts';
import { linkRefusal } from '../../../auth/sender.ts';
import { attaching } from '../document-handlers.ts';
import type { FileTypeOf } from '../file-type.ts';
import type { SenderLinkHandlers } from '../document-ports.ts';

/** A sender's file takes the way of one that staff upload; the link is checked again in the batch that records it. */
export function receiving(limits: Limits['uploads'], typeOf: FileTypeOf): SenderLinkHandlers['upload'] {
  const attach = attaching(limits, typeOf);
  return async ({ fields, file }, context) => {
    const { now, caller } = context;
    const given = { ...fields, size: file.bytes.length, now };
    const { ReferralId } = await assertTakes(
      context.find,
      await context.find.get(senderLinkKind, caller.claims.oid),
      given,
    );
    const stage = await attach(
      { ...fields, ReferralId },
      [{ name: file.name, size: given.size, read: async () => file.bytes }],
      context,
      'document.received-by-link',
    );
    return async (write) => {
      const link = await assertTakes(
        write.work,
        await write.work.get(senderLinkKind, caller.claims.oid),
        given,
      );
      await stage(write);
      const after = { ...link, Files: link.Files + 1, Bytes: link.Bytes + given.size };
      write.work.replace(senderLinkKind, link, after);
      return { IsReceived: true };
    };
  };
}

interface Given {
  DocumentTypeId: string;
  size: number;
  now: Date;
}

async function assertTakes<L extends SenderLink>(
  find: Reader,
  link: L | undefined,
  { DocumentTypeId, size, now }: Given,
): Promise<L> {
  const referral = link && (await find.get(referralKind, link.ReferralId));
  if (!referral || !isLinkOpen(link, now)) throw linkRefusal();
  if (referral.Decision.Kind !== 'Pending')
    throw new AppError('conflict', 'Uploads are closed, because the agency has decided on this referral.');
  if (!link.DocumentTypeIds.includes(DocumentTypeId))
    throw invalidField('DocumentTypeId', 'The agency did not ask for this document');
  if (link.Files >= senderLinkLimits.files || link.Bytes + size > senderLinkLimits.bytes)
    throw new AppError('too_large', 'Uploads are closed. Ask the agency for a new link.');
  return link;
}
